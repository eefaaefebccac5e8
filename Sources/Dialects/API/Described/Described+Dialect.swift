internal import MockPostlyContent
internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

extension DescribedSource {
    /// The paths of the description.
    var claims: [PathClaim] {
        // Addresses of this server after a base URL: `Request.dropSite()`.
        let own = [Files.word, Pictures.word, "http:", "https:"]
        guard let words = table.firstWords else {
            return [.below("/")] + own.map { .word($0) }
        }
        return (words + own.filter { !words.contains($0) }).map { .word($0) }
            + tokenPaths.sorted().map { .exactly($0) }
    }

    /// What the start says of it.
    var note: String {
        let all = recognition.plans.count
        guard recognition.count > 0 else {
            return "no operation of this description has state; examples are answered"
        }
        let name = description.title.isEmpty ? "" : "\(description.title): "
        return "\(name)\(recognition.count) of \(all) operations with state"
    }
}

extension Described {
    /// A file that a client has sent, or what the description says; no route where no operation takes
    /// the request.
    func reply(to sent: Request) throws -> (reply: Reply, route: Int?) {
        var request = sent
        request.dropSite()
        if let file = try file(request) {
            return (.now(DescribedHeading.finished(file, request)), API.operation)
        }
        if let picture = try picture(request) { return (picture, API.operation) }
        let (response, isTaken) = try respond(to: request)
        return (.now(localized(response, request)), isTaken ? API.operation : nil)
    }

    /// Whether an operation, or an address of the server's own, takes a request.
    func takes(_ sent: Request) -> Bool {
        var request = sent
        request.dropSite()
        return hasOperation(for: request) || (try? file(request)) != nil
            || pictureNames(in: request) != nil
    }

    private func file(_ request: Request) throws -> Response? {
        guard request.method == .get || request.method == .head, store.hasUploads else {
            return nil
        }
        guard let (id, name) = Self.names(in: request, after: Files.word) else { return nil }
        return try Files.response(store, id: id, name: name)
    }

    /// A drawn picture, to which first rows lead where the description has no such paths itself.
    private func picture(_ request: Request) throws -> Reply? {
        guard let (side, color) = pictureNames(in: request) else { return nil }
        return try Pictures.reply(side, color, api)
    }

    private func pictureNames(in request: Request) -> (String, String)? {
        guard request.method == .get || request.method == .head,
            source.table.firstWords?.contains(Pictures.word) != true
        else { return nil }
        return Self.names(in: request, after: Pictures.word)
    }

    /// Both segments of a path after its first one, `word`; nil for another path.
    private static func names(in request: Request, after word: String) -> (String, String)? {
        let path = request.rawPathWithoutPrefix.split(separator: UInt8(ascii: "/"))
        guard path.count == 3, path[0].elementsEqual(word.utf8),
            let one = decodeURIComponent(path[1]), let other = decodeURIComponent(path[2])
        else { return nil }
        return (one, other)
    }

    /// The response with addresses of this server where rows have a link to a file or a picture.
    private func localized(_ response: Response, _ request: Request) -> Response {
        var response = response
        response.body = CollectionLink.localized(response.body, at: request.site)
        return response
    }

    // MARK: Tokens

    /// Whether the description has a collection of people.
    var hasPeople: Bool { !people.isEmpty }

    /// The id of the first person; nil without any.
    func firstPerson() throws -> String? {
        for home in people {
            for row in try rows(home, in: nil) {
                if let id = home.key(of: JSValue(row.value)) { return id }
            }
        }
        return nil
    }

    /// The collections whose rows are people.
    private var people: [ResourceHome] {
        let words: Set<String> = ["users", "user", "accounts", "people", "members", "customers"]
        return source.recognition.homes.filter { !$0.isSingleton && words.contains($0.word) }
    }

    /// The id of the person that `name` means: an id, a username or an e-mail address.
    func person(_ name: String) throws -> (id: String, email: String)? {
        for home in people {
            for row in try rows(home, in: nil) {
                let value = JSValue(row.value)
                let names = ["username", "email", "login", "name"].compactMap { home.member($0) }
                guard let id = home.key(of: value) else { continue }
                guard id == name || names.contains(where: { value[$0].string == name }) else {
                    continue
                }
                return (id, home.member("email").flatMap { value[$0].string } ?? "")
            }
        }
        return nil
    }

    /// A token for a person; for anybody where the description has no collection of people.
    func mint(_ order: MintOrder) throws -> IssuedToken? {
        guard api.settings.authenticates else { return nil }
        if let person = try person(order.user) {
            return try api.issue(order, email: person.email, id: person.id)
        }
        guard people.isEmpty else { return nil }
        return try api.issue(order, email: order.user, id: order.user)
    }

    // MARK: Rows for people

    var collections: [RecordCollection] {
        source.recognition.homes.enumerated().map { place, home in
            let rows = DescribedRecords(self, home)
            var records = RecordCollection(
                "api-\(Words.split(home.name).joined(separator: "-"))",
                home.path.text,
                noun: home.noun,
                fields: rows.fields,
                order: "key",
                table: "api_row",
                source: rows
            )
            records.keyPrefix = "\(home.name)/"
            let noRecord = records.noRecord
            if !home.isSingleton {
                records.add = { [self] values in .now(try add(values.root, to: place)) }
            }
            records.edit = { [self] id, values in
                guard let row = try store.rows(home.name)?.row(IDText(id)),
                    case .object(var object) = JSValue(row.value)
                else { throw noRecord }
                for (member, value) in values.root.members where member != home.id {
                    if member.hasPrefix("$") { continue }
                    object[member] = value.isNull ? .undefined : JSValue(value)
                }
                try check(.object(object), home)
                try store.replace(home.name, row, by: .object(object))
                return .now(id)
            }
            records.delete = { [self] id in
                guard let row = try store.rows(home.name)?.row(IDText(id)) else { throw noRecord }
                try store.together { try remove(home, row) }
            }
            return records
        }
    }

    private func check(_ row: JSValue, _ home: ResourceHome) throws {
        guard let found = home.row?.violations(of: row, .part).first else { return }
        throw RecordRefusal(
            400,
            nil,
            found.sentence(about: "the row"),
            hint: "Look at another row."
        )
    }
}

extension API {
    /// Whether a person of the world is called this.
    func knows(_ name: String) -> Bool {
        if (try? described?.person(name)) != nil { return true }
        return (try? context.domain.users.person(email: name)) != nil
    }
}

/// The rows of a collection of a description as documents.
private struct DescribedRecords: RecordSource {
    private let described: Described
    private let home: ResourceHome
    let fields: [RecordField]

    /// How many members a list shows beside the id.
    private static let shown = 5

    init(_ described: Described, _ home: ResourceHome) {
        (self.described, self.home) = (described, home)
        var fields = [RecordField("key", .text, .sortable)]
        for field in home.row?.fields ?? [] where fields.count <= Self.shown {
            guard field.name != "key", field.name != "document", field.schema.isScalar,
                !field.schema.rules.isWriteOnly
            else { continue }
            let kind: RecordField.Kind =
                field.schema.isBoolean ? .flag : field.schema.isNumber ? .number : .text
            fields.append(RecordField(field.name, kind, .optional))
        }
        self.fields = fields + [RecordField("document", .json, .written)]
    }

    private func rows() throws -> [CollectionRow] {
        try described.store.rows(home.name)?.rows ?? []
    }

    func count() throws -> Int64 { Int64(try rows().count) }

    func item(_ id: String) throws -> [UInt8]? {
        try described.store.rows(home.name)?.row(IDText(id)).map { Array($0.value.rawText) }
    }

    func page(_ query: RecordQuery) throws -> RecordPage {
        let rows = try rows()
        let text = TextSearch(query.search)
        var places = rows.indices.filter { query.search.isEmpty || text.takes(rows[$0].value) }
        if query.isDescending { places.reverse() }
        return try query.page(of: places) { place in
            fields.object { name in
                if name == "key" { return JSONText.value(rows[place].id.text) }
                guard let value = rows[place].value[name], value.kind != .object,
                    value.kind != .array
                else { return nil }
                return value
            }
        }
    }
}

/// A text as a parsed value.
private enum JSONText {
    static func value(_ text: String) -> JSONValue? {
        var writer = JSONWriter(escaping: .utf8)
        writer.beginArray()
        writer.string(text)
        writer.endArray()
        return (try? JSON(parsing: writer.finish()))?.root.elements.first
    }
}
