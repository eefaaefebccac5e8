internal import MockPostlyArchives
internal import MockPostlyJSON
internal import MockPostlyRecorded

/// A collection that was guessed from the answers of an API.
struct GuessedCollection: Sendable {
    /// The path of its list.
    let template: Template
    /// The member that paths name a row by.
    var id = "id"
    /// The members that lead to the array of a list.
    var array: [String] = []
    /// The member of an answer that has the row; nil where the answer is the row.
    var wrapper: String?
    /// As they were before the first write.
    var rows: [GuessedRow] = []
    /// Rows in all forms in which they were answered, the made ones too.
    var samples: [JSONValue] = []
    /// A whole answer of a list.
    var list: JSONValue?
    /// The names of the parameters of lists.
    var queries: [String] = []
    /// The members that were sent to make rows; nil when none was made.
    var sent: [String]?
    /// The first status of a success, by method, with `GET one` for rows.
    var statuses: [String: Int] = [:]
    /// The first answer of a write that has one, by its method.
    var answers: [String: JSONValue] = [:]
    /// Rows as they were answered to the call that made them.
    var made: [JSONValue] = []
    /// What was answered for a row that is not there.
    var notFound: JSONValue?
    /// The list that this one shows rows of.
    var viewOf: Template?
}

/// A row, with the members that were seen of it.
struct GuessedRow: Sendable {
    /// The ids of what it is below.
    let parents: [String]
    let id: String
    var members: [(name: String, value: JSONValue)]
}

/// Collections and the like, guessed from exchanges with one host.
struct GuessedAPI {
    /// In the order of their first call.
    private(set) var collections: [GuessedCollection] = []
    /// Paths of one document that is read and written, with its first answer.
    private(set) var documents: [(template: Template, answer: JSONValue, writes: [String])] = []
    /// Writes below a row that answer the row: method and template.
    private(set) var actions: [(method: String, template: Template, of: Template, status: Int)] = []
    /// What is neither: answered as it was.
    private(set) var others: [ArchivedExchange] = []

    private let calls: [(call: Call, template: Template)]
    private var places: [Template: Int] = [:]

    init(_ exchanges: [ArchivedExchange]) {
        let calls = exchanges.map { Call($0) }
        let templates = Templates(calls)
        self.calls = calls.map { ($0, templates.template(of: $0.segments)) }
        findCollections()
        findViews()
        readShapes()
        readRows()
        findDocuments()
        findActions()
        others = self.calls.filter { !isAnswered($0.call, $0.template) }.map(\.call.exchange)
    }

    private func successes(_ method: String, _ template: Template) -> [Call] {
        calls.filter {
            $0.template == template && $0.call.exchange.method == method
                && $0.call.exchange.isSuccess
        }.map(\.call)
    }

    // MARK: Collections

    private mutating func findCollections() {
        var readItems: Set<Template> = []
        for (call, template) in calls where call.exchange.isSuccess && template.endsInID {
            if call.exchange.method == "GET" { readItems.insert(template) }
        }
        for (call, template) in calls where call.exchange.isSuccess && !template.endsInID {
            guard places[template] == nil, !template.segments.isEmpty, let answer = call.answer
            else { continue }
            let isCollection: Bool
            switch call.exchange.method {
            case "GET":
                guard let list = ListShape(answer, template.word) else { continue }
                isCollection =
                    readItems.contains(template.item)
                    || !list.rows.isEmpty && list.rows.allSatisfy { Self.id(of: $0) != nil }
            case "POST": isCollection = readItems.contains(template.item)
            default: isCollection = false
            }
            guard isCollection else { continue }
            places[template] = collections.count
            collections.append(GuessedCollection(template: template))
        }
    }

    /// The member of a row that is most likely its id.
    static func id(of row: JSONValue) -> String? {
        Templates.idMembers.prefix(9).first { row[$0]?.idText != nil }
    }

    // MARK: Shapes

    private mutating func readShapes() {
        for place in collections.indices {
            var one = collections[place]
            let lists = successes("GET", one.template)
            for call in lists {
                guard let answer = call.answer,
                    let shape = ListShape(answer, one.template.word)
                else { continue }
                if one.list == nil || one.samples.isEmpty {
                    (one.list, one.array) = (answer, shape.array)
                }
                one.samples += shape.rows.prefix(max(0, 500 - one.samples.count))
                one.statuses["GET"] = call.exchange.status
                for name in call.queries where !one.queries.contains(name) {
                    one.queries.append(name)
                }
            }
            readItems(&one)
            collections[place] = one
        }
    }

    /// Finds the id and the wrapper of rows from what was answered for one.
    private func readItems(_ one: inout GuessedCollection) {
        var idMember: String?
        for (call, template) in calls where template == one.template.item {
            let exchange = call.exchange
            guard exchange.isSuccess else {
                if exchange.status == 404, one.notFound == nil { one.notFound = call.answer }
                continue
            }
            let name = exchange.method == "GET" ? "GET one" : exchange.method
            if one.statuses[name] == nil { one.statuses[name] = exchange.status }
            guard let answer = call.answer, let id = call.segments.last else { continue }
            if one.answers[name] == nil { one.answers[name] = answer }
            if let found = Self.row(in: answer, id) {
                if idMember == nil { (idMember, one.wrapper) = (found.member, found.wrapper) }
                one.samples.append(found.row)
            }
        }
        let posts = successes("POST", one.template)
        for call in posts {
            if one.statuses["POST"] == nil { one.statuses["POST"] = call.exchange.status }
            guard let answer = call.answer, answer.kind == .object else { continue }
            var row = answer
            if Self.id(of: answer) == nil,
                let inner = answer.members.first(where: {
                    $0.value.kind == .object && Self.id(of: $0.value) != nil
                })
            {
                row = inner.value
                if idMember == nil { one.wrapper = inner.name }
            }
            if one.answers["POST"] == nil { one.answers["POST"] = answer }
            one.samples.append(row)
            one.made.append(row)
            var names = one.sent ?? []
            if let sent = call.sent {
                let body = one.wrapper.flatMap { sent[$0] } ?? sent
                for (name, _) in body.members where !names.contains(name) { names.append(name) }
            }
            one.sent = names
        }
        one.id = idMember ?? one.samples.lazy.compactMap { Self.id(of: $0) }.first ?? "id"
    }

    /// The object with `id`, at the top of an answer or one step below.
    static func row(
        in answer: JSONValue,
        _ id: String
    ) -> (row: JSONValue, member: String, wrapper: String?)? {
        if let member = member(of: answer, with: id) { return (answer, member, nil) }
        for (name, inner) in answer.members {
            if let member = member(of: inner, with: id) { return (inner, member, name) }
        }
        return nil
    }

    private static func member(of object: JSONValue, with id: String) -> String? {
        guard object.kind == .object else { return nil }
        return Templates.idMembers.first { object[$0]?.idText == id }
            ?? object.members.first {
                $0.value.idText == id && $0.name.lowercased().hasSuffix("id")
            }?.name
    }

    // MARK: Views

    /// Finds lists that show rows of another one: `/posts/search`, `/users/1/posts`.
    private mutating func findViews() {
        let lists = collections.map { one in
            successes("GET", one.template).flatMap { call in
                call.answer.flatMap { ListShape($0, one.template.word) }?.rows ?? []
            }
        }
        let ids = lists.map { rows in Set(rows.compactMap { Self.key(of: $0) }) }
        for (place, one) in collections.enumerated()
        where !calls.contains(where: { $0.template == one.template.item }) {
            for (other, base) in collections.enumerated() where other != place {
                guard base.viewOf == nil, base.template.ids <= one.template.ids,
                    let row = lists[place].first, let like = lists[other].first,
                    Self.names(row) == Self.names(like)
                else { continue }
                let isBelow = one.template.above == base.template
                let isSameWord = one.template.word == base.template.word
                let isPart = ids[place].isSubset(of: ids[other])
                if isPart || isBelow || isSameWord, base.template.ids == 0 {
                    collections[place].viewOf = base.template
                    break
                }
            }
        }
    }

    private static func key(of row: JSONValue) -> String? {
        id(of: row).flatMap { row[$0]?.idText }
    }

    private static func names(_ row: JSONValue) -> Set<String> { Set(row.members.map(\.name)) }

    // MARK: Rows

    /// Reads rows as they were at first, so that the same calls can be made again.
    ///
    /// Rows that a call has made are left out; a later call shows no more than members that were
    /// not seen before.
    private mutating func readRows() {
        var made: Set<[String]> = []
        var changed: Set<[String]> = []
        var known: [[String]: Int] = [:]
        for (call, template) in calls where call.exchange.isSuccess {
            let method = call.exchange.method
            let list = template.endsInID ? template.above : template
            guard var place = places[list] else { continue }
            let parents = list.values(call.segments)
            if let base = collections[place].viewOf, let home = places[base] { place = home }
            // Without a copy of the collection, whose rows would be copied at each change.
            let (home, wrapper, name) = (
                collections[place].template, collections[place].wrapper, collections[place].id
            )
            let below = home == list ? parents : []
            func key(_ id: String) -> [String] { ["\(place)"] + below + [id] }
            func see(_ row: JSONValue) {
                guard let id = row[name]?.idText, !made.contains(key(id)) else { return }
                if let index = known[key(id)] {
                    guard !changed.contains(key(id)) else { return }
                    for (name, value) in row.members
                    where !collections[place].rows[index].members.contains(where: {
                        $0.name == name
                    }) {
                        collections[place].rows[index].members.append((name, value))
                    }
                    return
                }
                known[key(id)] = collections[place].rows.count
                collections[place].rows.append(
                    GuessedRow(parents: below, id: id, members: row.members)
                )
            }
            switch (method, template.endsInID) {
            case ("GET", false):
                let rows = call.answer.flatMap { ListShape($0, list.word) }?.rows ?? []
                for row in rows { see(row) }
            case ("GET", true):
                guard let answer = call.answer else { continue }
                see(wrapper.flatMap { answer[$0] } ?? answer)
            case ("POST", false):
                guard let answer = call.answer else { continue }
                let row = wrapper.flatMap { answer[$0] } ?? answer
                if let id = row[name]?.idText { made.insert(key(id)) }
            case (_, true):
                guard let id = call.segments.last else { continue }
                if let answer = call.answer { see(wrapper.flatMap { answer[$0] } ?? answer) }
                changed.insert(key(id))
            default: break
            }
        }
    }

    // MARK: What is left

    private mutating func findDocuments() {
        for (call, template) in calls
        where call.exchange.method == "GET" && call.exchange.isSuccess && !template.endsInID {
            guard places[template] == nil, let answer = call.answer, answer.kind == .object,
                !documents.contains(where: { $0.template == template })
            else { continue }
            let writes = ["PUT", "PATCH"].filter { !successes($0, template).isEmpty }
            if !writes.isEmpty { documents.append((template, answer, writes)) }
        }
    }

    private mutating func findActions() {
        for (call, template) in calls
        where ["POST", "PUT", "PATCH", "DELETE"].contains(call.exchange.method) {
            let above = template.above
            guard call.exchange.isSuccess, !template.endsInID, above.endsInID,
                places[template] == nil, let home = places[above.above], let answer = call.answer,
                let id = call.segments.dropLast().last,
                !actions.contains(where: {
                    $0.method == call.exchange.method && $0.template == template
                })
            else { continue }
            let row = collections[home].wrapper.flatMap { answer[$0] } ?? answer
            guard row[collections[home].id]?.idText == id else { continue }
            actions.append((call.exchange.method, template, above.above, call.exchange.status))
        }
    }

    /// Whether a call is answered from state.
    private func isAnswered(_ call: Call, _ template: Template) -> Bool {
        let method = call.exchange.method
        if documents.contains(where: { $0.template == template })
            && ["GET", "PUT", "PATCH"].contains(method)
        {
            return true
        }
        if actions.contains(where: { $0.method == method && $0.template == template }) {
            return true
        }
        if places[template] != nil { return method == "GET" || method == "POST" }
        guard template.endsInID, let home = places[template.above], collections[home].viewOf == nil
        else { return false }
        return ["GET", "PUT", "PATCH", "DELETE"].contains(method)
    }
}
