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

    /// Sets the members of a row that describe a file, where the body does not say them.
    func describe(_ bytes: [UInt8], name: String, type: String, in fields: inout JSObject) {
        // A row to which a file is added is not the file.
        if case .action = call.plan.role { return }
        for (member, value) in [
            ("name", JSValue.string(name)), ("size", .number(Double(bytes.count))),
            ("content_type", .string(type)),
        ] {
            guard let own = call.home?.member(member), !fields.has(own), value != .string("")
            else { continue }
            fields[own] = value
        }
    }

    /// Keeps the body of a request as a file; what a row then knows of it, undefined where it is nothing.
    func members(keeping bytes: [UInt8], _ type: String) throws -> JSValue {
        let address = try keep(bytes, name: "", type: type)
        var fields = JSObject()
        let links = Self.links.lazy.compactMap { call.home?.member($0) }
        if let link = links.first(where: { call.home?.row?.field($0)?.isScalar ?? false }) {
            fields[link] = .string(address)
        }
        describe(bytes, name: "", type: type, in: &fields)
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
