internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyWorld

/// One request while it is processed, with what was read from it.
///
/// Belongs to the loop's thread.
package final class Call {
    let api: DummyJSON
    let request: Request
    let query: JSObject
    /// The members of the query that most routes have in common.
    let options: CommonOptions
    /// The members of the body; empty when the API cannot read the body, or there is none.
    var body: JSObject
    /// The path for the route table: without the prefix of a world, and not decoded.
    var path: [UInt8]
    /// The values of the route's placeholders, decoded.
    var parameters: [(name: String, value: String)] = []
    /// Where links in the response lead.
    lazy var links = api.settings.linkTarget == .upstream ? .upstream : LinkBase(request)
    /// The time at which the request is processed; with `delay` that is later than its arrival.
    lazy var now = api.world.now
    /// Whether the response depends on nothing but the documents and the request's target.
    var isPure = false
    /// The user of the request, once a handler has asked for it.
    var user: Document?

    init(_ api: DummyJSON, _ request: Request, query: JSObject, body: JSObject) {
        self.api = api
        self.request = request
        self.query = query
        options = CommonOptions(query)
        self.body = body
        path = Array(request.rawPathWithoutPrefix)
    }

    var documents: DocumentStore { api.documents }

    /// Whether writes are stored; otherwise they are only answered.
    var keeps: Bool { api.settings.writes == .keep }

    /// The text to search for, in lower case.
    func searchText() throws(Failure) -> String {
        guard api.isLegacy else { return try options.searchText() }
        // Without `q`, JavaScript searches for the word `undefined`.
        return (options.text ?? .undefined).text.lowercased().replacingDashes()
    }

    /// The value of the placeholder `name`; empty when the route has none of this name.
    func parameter(_ name: StaticString) -> String {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return parameters.first { $0.name.utf8.elementsEqual(name) }?.value ?? ""
    }
}
