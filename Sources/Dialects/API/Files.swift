internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyText

/// `/files/ID/NAME`: the files that clients have sent in forms, to which rows lead by a
/// `CollectionLink`.
enum Files {
    /// The first word of their paths.
    static let word = "files"

    /// Kept, so that the type can be what the client has said: a page in a sandbox runs nothing.
    private static let fields = [
        Response.Field("Access-Control-Allow-Origin", "*"),
        Response.Field("X-Content-Type-Options", "nosniff"),
        Response.Field("Content-Security-Policy", "sandbox"),
    ]

    static func show(_ call: Call) throws -> Response {
        let (id, name) = (call.segments[1], call.segments[2])
        guard let response = try response(call.store, id: id, name: name) else {
            throw Failure.notFound
        }
        return response
    }

    /// The file with this id; nil where there is none of this name.
    static func response(_ store: CollectionStore, id: String, name: String) throws -> Response? {
        let rows = try store.rows(CollectionUpload.collection)
        guard let file = CollectionUpload(rows?.row(IDText(id))),
            file.name.isEmpty || file.name.utf8.elementsEqual(name.utf8),
            let bytes = Base64.decode(file.data)
        else { return nil }
        return self.response(file, bytes)
    }

    static func response(_ file: CollectionUpload, _ bytes: [UInt8], status: Int = 200) -> Response
    {
        let isPlain = file.contentType.utf8.allSatisfy { 0x20...0x7E ~= $0 }
        var response = Response(
            status: status,
            contentType: isPlain ? file.contentType : "application/octet-stream",
            body: bytes
        )
        response.fields += Self.fields
        return response
    }
}
