internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlySchemas
internal import MockPostlyText
internal import MockPostlyWorld

/// Files that clients send to an operation: kept in the world, and answered where the description has
/// no JSON but bytes.
struct DescribedUpload {
    /// The member of a row that has the id of the file with which it was made.
    static let member = "$file"
    /// Members that are an address of the file.
    private static let links = [
        "url", "href", "link", "file", "fileurl", "downloadurl", "contenturl", "imageurl", "src",
    ]

    private let call: DescribedCall

    init(_ call: DescribedCall) { self.call = call }

    /// Keeps a file, and returns what says where it is.
    ///
    /// One that makes no row has the path of the request, at which another one replaces it.
    func keep(_ bytes: [UInt8], name: String, type: String) throws -> String {
        let file = CollectionUpload(name: name, contentType: type, data: Base64.encode(bytes))
        let makesRow = call.plan.makesWhole && call.home != nil
        let isFirst = call.upload == nil && !makesRow
        let id =
            isFirst
            ? ViewPath(call).text : CollectionRows.newID(&call.described.api.world.random)
        let row = file.row(id: id, call.described.api.settings.id)
        if let known = try known(id) {
            try call.store.replace(CollectionUpload.collection, known, by: row)
        } else {
            try call.store.add(CollectionUpload.collection, row, id: .string(id))
        }
        call.upload = call.upload ?? id
        return Self.address(id, name)
    }

    /// What came as a file, and what a form says that it may have beside it.
    struct Sent {
        var bytes: [UInt8]
        var name = ""
        var type: String
        /// Where it is served.
        var address: String
        /// The field of the form; nil for a whole body.
        var field: String?
        var form: Schema?

        /// Whether the form may have a member; one that is closed refuses what it does not name.
        fileprivate func takes(_ name: String, _ value: JSValue) -> Bool {
            var member = JSObject()
            member[name] = value
            return form?.violations(of: .object(member), .part).isEmpty ?? true
        }
    }

    /// Sets the members of a row that describe a file, where the body does not say them.
    func describe(_ file: Sent, in fields: inout JSObject) {
        link(file, in: &fields)
        // A row to which a file is added is not the file.
        if case .action = call.plan.role { return }
        for (member, value) in [
            ("name", JSValue.string(file.name)), ("filename", .string(file.name)),
            ("originalname", .string(file.name)), ("size", .number(Double(file.bytes.count))),
            ("content_type", .string(file.type)), ("mimetype", .string(file.type)),
        ] {
            guard let own = call.home?.member(member), !fields.has(own), value != .string(""),
                file.takes(own, value)
            else { continue }
            fields[own] = value
        }
    }

    /// Sets the first member that may be the address of the file, and that the body lacks.
    ///
    /// Of a form only where it makes a row, which does not show the field of the file.
    private func link(_ file: Sent, in fields: inout JSObject) {
        guard let home = call.home else { return }
        let value = JSValue.string(file.address)
        if let field = file.field {
            guard call.plan.makesWhole, home.member(field) == nil,
                Self.link(field, value, home) == nil
            else { return }
        }
        let link = Self.links.lazy.compactMap { home.member($0) }.first { name in
            !fields.has(name) && home.row?.field(name)?.isScalar ?? false && file.takes(name, value)
        }
        if let link { fields[link] = value }
    }

    /// Keeps the body of a request as a file; what a row then knows of it, undefined where it is nothing.
    func members(keeping bytes: [UInt8], _ type: String) throws -> JSValue {
        let address = try keep(bytes, name: "", type: type)
        var fields = JSObject()
        describe(Sent(bytes: bytes, type: type, address: address), in: &fields)
        return fields.count > 0 ? .object(fields) : .undefined
    }

    /// The file that was sent to this path, or with the row at it or above it; nil without one.
    func response(_ success: Operation.Success) throws -> Response? {
        guard call.plan.method == .get, call.store.hasUploads else { return nil }
        let own = try known(ViewPath(call).text)
        guard var file = CollectionUpload(try own ?? fileOfRow()),
            let bytes = Base64.decode(file.data)
        else { return nil }
        call.upload = ViewPath(call).text
        let types = success.response?.contents.map(\.type) ?? []
        if !types.contains(where: { Self.isType(file.contentType, in: $0) }),
            let declared = types.first(where: { !$0.hasSuffix("*") })
        {
            file.contentType = declared
        }
        return Files.response(file, bytes, status: success.status)
    }

    /// Whether a type is one of `image/*` or `image/png`.
    private static func isType(_ type: String, in range: String) -> Bool {
        let name = MediaType(type).name
        return name == range || range == "*/*"
            || range.hasSuffix("/*") && name.hasPrefix(range.dropLast())
    }

    /// Forgets the file that was sent to this path.
    func remove() throws {
        guard call.store.hasUploads, let known = try known(ViewPath(call).text) else { return }
        try call.store.remove(CollectionUpload.collection, [known])
        call.upload = ViewPath(call).text
    }

    private func known(_ id: String) throws -> CollectionRow? {
        try call.store.rows(CollectionUpload.collection)?.row(IDText(id))
    }

    private func fileOfRow() throws -> CollectionRow? {
        guard let id = try rowNearby()?.row.value[Self.member]?.string else { return nil }
        return try known(id)
    }

    /// The row at the path of the request, or the one above it.
    private func rowNearby() throws -> (home: ResourceHome, row: CollectionRow)? {
        let key = call.plan.key
        let homes = call.described.source.homes
        guard let place = homes[key] ?? PathTemplate.keyAbove(key).flatMap({ homes[$0] }) else {
            return nil
        }
        let home = call.described.source.recognition.homes[place]
        let list = ResourceHome.list(Array(call.values.prefix(home.parents)))
        guard call.values.count > home.parents,
            let row = try call.described.row(home, in: list, id: call.values[home.parents])
        else { return nil }
        return (home, row)
    }

    // MARK: Members of rows

    /// The member of a row that has the address of a file which is called `name`: `avatarUrl` of `avatar`.
    static func link(_ name: String, _ value: JSValue, _ home: ResourceHome) -> String? {
        guard value.string?.hasPrefix(CollectionLink.scheme) ?? false else { return nil }
        return ["url", "uri", "href", "link"].lazy.compactMap { home.member(name + $0) }.first
    }

    /// Sets the address of the file in the row above, where that has a member for it.
    func tellRow() throws {
        guard let id = call.upload, let word = call.plan.path.finalWord,
            let (home, row) = try rowNearby(), case .object(var object) = JSValue(row.value)
        else { return }
        let name = CollectionUpload(try known(id))?.name ?? ""
        let address = JSValue.string(Self.address(id, name))
        guard let member = Self.link(word, address, home),
            let field = home.row?.field(member), field.accepts(address)
        else { return }
        object[member] = address
        try call.store.replace(home.name, row, by: .object(object))
    }

    private static func address(_ id: String, _ name: String) -> String {
        let title = name.isEmpty ? "file" : encoded(name)
        return "\(CollectionLink.scheme)\(Files.word)/\(encoded(id))/\(title)"
    }
}
