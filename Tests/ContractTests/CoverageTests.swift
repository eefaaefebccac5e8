import MockPostlyBlog
import MockPostlyControl
import MockPostlyDummyJSON
import MockPostlyHTTP
import Testing

/// That nothing is untested or undescribed by accident: routes, transcripts and `openapi.yaml`.
struct CoverageTests {
    private typealias Operation = OpenAPIDescription.Operation

    @Test
    func `every route of a dialect is called by a transcript and answers with success there`()
        throws
    {
        let seen = try statusesInTranscripts()
        for operation in Self.dialectOperations {
            let statuses = seen[operation] ?? []
            #expect(statuses.contains { (200...399).contains($0) }, "\(operation)")
        }
    }

    @Test
    func `the description has the operations of the route tables and no others`() throws {
        let described = Set(try OpenAPIDescription.ofRepository().statuses.keys)
        let control = Control.routes.map { Operation(method: $0.method.name, path: $0.pattern) }
        let routes = Set(Self.dialectOperations + control)
        #expect(described.subtracting(routes).isEmpty, "without a route")
        #expect(routes.subtracting(described).isEmpty, "not described")
    }

    @Test
    func `every status in a transcript is described for its operation`() throws {
        let described = try OpenAPIDescription.ofRepository().statuses
        for (operation, statuses) in try statusesInTranscripts() {
            let missing = statuses.subtracting(described[operation] ?? [])
            #expect(missing.isEmpty, "\(operation)")
        }
    }

    private static var dialectOperations: [Operation] {
        Blog.routes.map { Operation(method: $0.method.name, path: $0.pattern) }
            + DummyJSON.routes.map { Operation(method: $0.method.name, path: $0.pattern) }
    }

    /// The statuses that the transcripts expect of each route; what no route takes is left out, and
    /// so are switches that change what is described.
    private func statusesInTranscripts() throws -> [Operation: Set<Int>] {
        let blog = Router(Blog.routes)
        var statuses: [Operation: Set<Int>] = [:]
        for file in TranscriptFile.all {
            let transcript = try file.read()
            for step in transcript.steps where transcript.dummyJSON.isAsDescribed {
                guard let request = Self.request(of: step) else { continue }
                let operation =
                    file.isDummyJSON
                    ? Self.operation(of: request) : Self.operation(of: request, blog)
                if let operation { statuses[operation, default: []].insert(step.status) }
            }
        }
        return statuses
    }

    private static func operation(of request: Request, _ blog: Router<Blog>) -> Operation? {
        guard request.head.targetFault == nil,
            case .route(let index, _) = blog.match(request.method, request.path)
        else { return nil }
        let route = Blog.routes[index]
        return Operation(method: route.method.name, path: route.pattern)
    }

    private static func operation(of request: Request) -> Operation? {
        guard let index = DummyJSON.route(of: request) else { return nil }
        let route = DummyJSON.routes[index]
        return Operation(method: route.method.name, path: route.pattern)
    }

    /// The request of a step, with an id for each reference in its target.
    private static func request(of step: Transcript.Step) -> Request? {
        let target = String(decoding: step.requestLine, as: UTF8.self)
            .replacing(/\{\{[^}]*\}\}/, with: String(repeating: "0", count: 24))
        let head = Array("\(target) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        var parser = RequestParser(limits: RequestLimits())
        var used = 0
        let step = head.withUnsafeBufferPointer { parser.step($0, used: &used) }
        guard case .request(let request) = step else { return nil }
        return request
    }
}
