internal import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyWorld

/// One request on its way through the API, with what was read of it.
package final class Call {
    let api: DummyJSON
    let request: Request
    let query: JSObject
    /// The members of the body; none when there is no body that this API reads.
    var body: JSObject
    /// The path as routes see it: without a world's prefix, not decoded.
    var path: [UInt8]
    /// What the placeholders of the route stand for, decoded.
    var parameters: [(name: String, value: String)] = []
    let links: LinkBase
    /// When the request is answered, which may be later than it came.
    lazy var now = api.world.now
    /// Whether the answer depends on nothing but the documents and the target.
    var isPure = false
    /// Who asks, once that was found out.
    var user: Document?

    init(_ api: DummyJSON, _ request: Request, query: JSObject, body: JSObject) {
        self.api = api
        self.request = request
        self.query = query
        self.body = body
        path = Array(request.rawPathWithoutPrefix)
        links = api.settings.links == .upstream ? .upstream : LinkBase(request)
    }

    var documents: DocumentStore { api.documents }

    /// Whether writes are real.
    var keeps: Bool { api.settings.writes == .keep }

    /// What to search for.
    func searchText() throws(Failure) -> String {
        guard api.isLegacy else { return try DummyJSONDialect.searchText(query) }
        // Without a text, the word for nothing is searched for.
        return query["q"].text.lowercased()
    }

    /// What placeholder `name` stands for.
    func parameter(_ name: StaticString) -> String {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return parameters.first { $0.name.utf8.elementsEqual(name) }?.value ?? ""
    }
}
