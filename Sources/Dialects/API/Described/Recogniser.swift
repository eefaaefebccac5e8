internal import MockPostlyHTTP
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// Finds out what the operations of a description do, from their paths and schemas alone.
struct Recogniser {
    var plans: [Plan]
    var homes: [ResourceHome] = []
    /// The operations of each path.
    private(set) var places: [String: [Int]] = [:]
    /// The homes by the path of their lists, and by that of their rows.
    var lists: [String: Int] = [:]
    var items: [String: Int] = [:]
    private var names: Set<String> = []
    let notes = SchemaNotes()

    init(_ operations: [Operation]) {
        plans = operations.map { operation in
            let path = PathTemplate(operation.path)
            var plan = Plan(
                operation: operation,
                path: path,
                method: Method(operation.method),
                key: path.key
            )
            plan.answer = operation.success(plan.method == .post ? .create : .other).schema
            return plan
        }
        for (place, plan) in plans.enumerated() { places[plan.key, default: []].append(place) }
    }

    /// Gives all operations their roles.
    mutating func recognise() {
        findPairs()
        findSingletonsAndAppended()
        findOthers()
        for plan in plans {
            guard let home = plan.home, RowVersion.isNamed(by: plan.operation) else { continue }
            homes[home].hasVersions = true
        }
    }

    /// The operation of a method on a path.
    func place(_ method: Method, _ key: String) -> Int? {
        places[key]?.first { plans[$0].method == method }
    }

    func plan(_ method: Method, _ key: String) -> Plan? { place(method, key).map { plans[$0] } }

    func has(_ methods: [Method], _ key: String) -> Bool {
        methods.contains { place($0, key) != nil }
    }

    // MARK: Pairs

    private mutating func findPairs() {
        var items = places.keys.filter { $0.hasSuffix("/{}") }
        items.sort {
            let (one, other) = (Self.length($0), Self.length($1))
            return one == other ? $0 < $1 : one < other
        }
        let paths = RowPaths(items)
        var shortcuts: [(item: String, whole: String)] = []
        for item in items {
            guard let list = PathTemplate.keyAbove(item), !list.isEmpty else { continue }
            if let whole = shortcut(item, paths) {
                shortcuts.append((item, whole))
                continue
            }
            guard isPair(list, item) else { continue }
            addPair(list, item)
        }
        for one in shortcuts { addShortcut(one.item, one.whole) }
    }

    private static func length(_ key: String) -> Int {
        key.utf8.count { $0 == UInt8(ascii: "/") }
    }

    private func isPair(_ list: String, _ item: String) -> Bool {
        let readsOne = plan(.get, item).map { !isList($0) } ?? false
        let writes: [Method] = [.put, .patch, .delete, .post]
        let isPair =
            (has([.get, .post], list) && (readsOne || has(writes, item)))
            || readsOne && has(writes, item)
            || place(.put, item) != nil && place(.delete, item) != nil
        guard isPair, items[list] != nil else { return isPair }
        // The path of a row is no collection, unless it lists what lies below.
        return place(.post, list) == nil && plan(.get, list).map { isList($0) } ?? false
    }

    /// Whether the answer of a GET is a list.
    func isList(_ plan: Plan) -> Bool {
        guard let answer = plan.answer else { return false }
        if answer.element != nil { return true }
        guard !Shapes.hasID(answer), Shapes.wrapper(of: answer, singular: "").isEmpty,
            let path = Shapes.array(
                in: answer,
                like: nil,
                word: Words.plain(plan.path.lastWord),
                notes
            ),
            let array = Shapes.schema(answer, at: path), array.element?.isObject ?? false
        else { return false }
        return answer.fields.allSatisfy { name, _ in
            name == path[0] || EnvelopeMember(name) != nil
                || Words.notes.contains(Words.plain(name))
        }
    }

    private mutating func addPair(_ list: String, _ item: String) {
        guard let first = places[item]?.first else { return }
        let itemPath = plans[first].path
        let home = homes.count
        let path = PathTemplate(Self.text(above: itemPath))
        let word = path.lastWord
        homes.append(
            ResourceHome(
                path: path,
                name: newName(for: path),
                word: word,
                parameter: itemPath.segments.last?.parameter ?? "id"
            )
        )
        lists[list] = home
        items[item] = home
        let parameter = homes[home].parameter
        let declared = (places[item] ?? []).compactMap { place in
            plans[place].operation.parameters.first { $0.place == .path && $0.name == parameter }
        }
        homes[home].parameterSchema = declared.first?.schema
        homes[home].parameterExample =
            declared.lazy.compactMap {
                $0.example ?? $0.schema?.rules.examples.first
            }.first
        let singular = homes[home].singular
        let reading =
            plan(.get, item).flatMap { isList($0) ? nil : $0.answer }.map {
                unwrapped($0, singular)
            }
        let listed = plan(.get, list)?.answer.flatMap { answer in
            Shapes.array(in: answer, like: reading, word: homes[home].word, notes).flatMap {
                Shapes.schema(answer, at: $0)?.element
            }
        }
        let written = [plan(.put, item), plan(.patch, item), plan(.post, list), plan(.post, item)]
            .compactMap { $0?.answer }.map { unwrapped($0, singular) }
            .first { !$0.fields.isEmpty }
        let sent = [plan(.post, list), plan(.put, item)].compactMap { $0?.operation.bodySchema }
            .first.map { unwrapped($0, singular) }
        homes[home].row = [reading, listed, written, sent].compactMap(\.self).first {
            !$0.fields.isEmpty
        }
        homes[home].id = homes[home].row.flatMap {
            Shapes.id(
                of: $0,
                parameter: homes[home].parameter,
                singular: singular,
                format: homes[home].parameterSchema?.rules.format
            )
        }
        giveRoles(home, list, item)
    }

    func unwrapped(_ schema: Schema, _ singular: String) -> Schema {
        Shapes.schema(schema, at: Shapes.wrapper(of: schema, singular: singular)) ?? schema
    }

    /// The path of the list above that of a row.
    private static func text(above path: PathTemplate) -> String {
        let parts = path.text.split(separator: "/", omittingEmptySubsequences: true).dropLast()
        return "/" + parts.joined(separator: "/")
    }

    /// A name for rows, such as `projects-tasks`, that no other collection has.
    mutating func newName(for path: PathTemplate) -> String {
        let words = path.segments.enumerated().compactMap { place, segment in
            let isLast = place == path.segments.count - 1
            return segment.literal.map { isLast ? path.lastWord : $0 }
        }
        let base = words.isEmpty ? "rows" : words.joined(separator: "-")
        var name = base
        var number = 2
        while !names.insert(name).inserted {
            name = "\(base)-\(number)"
            number += 1
        }
        return name
    }

    private mutating func giveRoles(_ home: Int, _ list: String, _ item: String) {
        let title = homes[home].row?.component ?? homes[home].singular
        let path = homes[home].path.text
        for place in places[list] ?? [] {
            switch plans[place].method {
            case .get where isListAnswer(place, home):
                set(place, .list, home, "lists \(title) of \(path)")
            case .get: plans[place].role = .none("the answer has no array")
            case .post where !asks(plans[place].path):
                let body = plans[place].operation.bodySchema
                if isArrayOfRows(body, homes[home].row) || listWrapper(of: body, home) != nil {
                    set(place, .createMany, home, "makes \(title) of each element of the body")
                } else {
                    set(place, .create, home, "makes \(English.one(title)) of \(path)")
                }
            case .put, .patch:
                let id = homes[home].id
                let body = plans[place].operation.bodySchema.map {
                    unwrapped($0, homes[home].singular)
                }
                if let id, body?.fieldName(id) != nil {
                    set(place, .upsert, home, "changes the \(title) with the \(id) of the body")
                } else {
                    plans[place].role = .none("a write on the whole collection")
                }
            case .delete: set(place, .deleteMany, home, "deletes what the query asks for")
            default: break
            }
        }
        for place in places[item] ?? [] {
            switch plans[place].method {
            case .get where isList(plans[place]) && !isWrappedRow(plans[place], home): continue
            case .get: set(place, .read, home, "reads \(English.one(title))")
            case .put
            where plans[place].operation.body == nil
                && (homes[home].parents > 0 || !has([.post], list)):
                set(place, .membership(.merge), home, "adds an entry to \(path)")
            case .put: set(place, .replace, home, "changes \(English.one(title))")
            case .patch: set(place, .patch, home, "changes \(English.one(title))")
            case .post where !has([.put, .patch], item):
                set(place, .update, home, "changes \(English.one(title))")
            case .post: set(place, .restore, home, "makes a deleted \(title) again")
            case .delete: set(place, .delete, home, "deletes \(English.one(title))")
            default: break
            }
        }
    }

    /// The member with a list in which a schema has a row of a collection.
    private func listWrapper(of schema: Schema?, _ home: Int) -> String? {
        guard let schema, let row = homes[home].row else { return nil }
        return Shapes.listWrapper(of: schema, like: row, notes)
    }

    /// Whether the answer of a GET of one row is a list with this row in it: it has no pages.
    private func isWrappedRow(_ plan: Plan, _ home: Int) -> Bool {
        listWrapper(of: plan.answer, home) != nil
            && !plan.operation.parameters.contains { parameter in
                parameter.place == .query && PageParameters.kind(parameter.name) != nil
                    && PageParameters.kind(parameter.name) != .ignored
            }
    }

    /// Finds the array of a list, and says whether there is one.
    private mutating func isListAnswer(_ place: Int, _ home: Int) -> Bool {
        guard let answer = plans[place].answer else { return false }
        plans[place].array = Shapes.array(
            in: answer,
            like: homes[home].row,
            word: homes[home].word,
            notes
        )
        return plans[place].array != nil
    }

    func isArrayOfRows(_ body: Schema?, _ row: Schema?) -> Bool {
        guard let element = body?.element, let row else { return false }
        return notes.isSame(element, row)
    }

    /// Whether a POST on this path asks for something, and makes nothing.
    func asks(_ path: PathTemplate) -> Bool {
        let words = Words.split(path.finalWord ?? "")
        return words.last.map { Words.questions.contains($0) } ?? false
    }

    /// Gives an operation a role, and finds the row in its answer and its body.
    mutating func set(_ place: Int, _ role: Role, _ home: Int, _ why: String) {
        plans[place].role = role
        plans[place].home = home
        plans[place].why = why
        let singular = homes[home].singular
        if plans[place].method == .delete {
            plans[place].answer = plans[place].operation.success(.delete).schema
        }
        if plans[place].array == nil {
            plans[place].wrapper =
                plans[place].answer.map { Shapes.wrapper(of: $0, singular: singular) } ?? []
            if plans[place].wrapper.isEmpty, role.answersOneRow,
                let list = listWrapper(of: plans[place].answer, home)
            {
                plans[place].wrapper = [list]
            }
        }
        guard let body = plans[place].operation.bodySchema else { return }
        let fields = body.fields.filter { $0.schema.isObject }
        if let list = listWrapper(of: body, home) {
            plans[place].bodyWrapper = list
        } else if body.fields.count == 1, let only = fields.first, !only.schema.fields.isEmpty {
            plans[place].bodyWrapper = only.name
        } else {
            plans[place].bodyWrapper =
                fields.first {
                    $0.name == plans[place].wrapper.first
                        || Words.plain($0.name) == singular && !$0.schema.fields.isEmpty
                            && !(homes[home].row?.fieldName($0.name) != nil)
                }?.name
        }
    }
}
