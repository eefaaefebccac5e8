import CommunityDialect
import DummyJSONDialect
import GoogleDialect
import MockPostlyControl
import MockPostlyHTTP
import MockPostlyTesting
import PexelsDialect
import PostlyDialect
import RealWorldDialect
import Testing
import WreelyDialect

/// That nothing is untested or undescribed by accident: routes, transcripts and descriptions.
struct CoverageTests {
    private typealias Operation = OpenAPIDescription.Operation

    /// Its success is no answer that a transcript could hold, but another protocol: `SocketTests`
    /// has it.
    private static let socket = Operation(method: "GET", path: "/community/websocket")

    @Test
    func `every route of a dialect is called by a transcript and answers with success there`()
        throws
    {
        let seen = try Self.statusesInTranscripts.get()
        for operation in Self.dialectOperations where operation != Self.socket {
            let statuses = seen[operation] ?? []
            #expect(statuses.contains { (200...399).contains($0) }, "\(operation)")
        }
    }

    @Test
    func `the descriptions have the operations of the route tables and no others`() throws {
        let systems = try OpenAPIDescription.ofSystems()
        #expect(Set(systems.statuses.keys) == Set(Self.dialectOperations))
        let control = try OpenAPIDescription.ofControl()
        #expect(Set(control.statuses.keys) == Set(Self.operations(Control.routes + Control.pages)))
    }

    @Test
    func `all of the control plane describes its refusals`() throws {
        let pages = Set(Self.operations(Control.pages))
        for (operation, statuses) in try OpenAPIDescription.ofControl().statuses {
            // Anybody gets them.
            guard !pages.contains(operation) else {
                #expect(statuses.isSuperset(of: [400]) && statuses.isDisjoint(with: [401, 403]))
                continue
            }
            #expect(statuses.isSuperset(of: [400, 403]), "\(operation)")
            let isFree = ["/live", "/ready"].contains { operation.path.hasSuffix($0) }
            #expect(statuses.contains(401) == !isFree, "\(operation)")
        }
    }

    @Test
    func `every status in a transcript is described for its operation`() throws {
        let described = try OpenAPIDescription.ofSystems().statuses
        for (operation, statuses) in try Self.statusesInTranscripts.get() {
            let missing = statuses.subtracting(described[operation] ?? [])
            #expect(missing.isEmpty, "\(operation)")
        }
    }

    private static var dialectOperations: [Operation] {
        operations(Postly.routes) + operations(DummyJSON.routes) + operations(Community.routes)
            + operations(Pexels.routes) + operations(Wreely.routes)
            + operations(RealWorld.routes) + operations(GoogleAccounts.routes)
    }

    private static func operations<Context>(_ routes: [Route<Context>]) -> [Operation] {
        routes.map(operation)
    }

    private static func operation<Context>(_ route: Route<Context>) -> Operation {
        Operation(method: route.method.name, path: route.pattern)
    }

    /// The statuses that the transcripts expect of each route; what no route takes is left out, and
    /// so are switches that change what is described.
    private static let statusesInTranscripts = Result { try readStatuses() }

    private static func readStatuses() throws -> [Operation: Set<Int>] {
        let blog = Router(Postly.routes)
        let community = Router(Community.routes)
        let google = Router(GoogleAccounts.routes)
        var statuses: [Operation: Set<Int>] = [:]
        for file in TranscriptFile.all {
            let transcript = try file.read()
            for step in transcript.steps where transcript.dummyJSON.isAsDescribed {
                guard let request = Self.request(of: step) else { continue }
                let operation: Operation? =
                    switch file.system {
                    case .postly: Self.operation(of: request, blog, Postly.routes)
                    case .google: Self.operation(of: request, google, GoogleAccounts.routes)
                    case .dummyjson:
                        DummyJSON.route(of: request).map { Self.operation(DummyJSON.routes[$0]) }
                    case .community: Self.operation(of: request, community, Community.routes)
                    case .pexels:
                        Pexels.route(of: request).map { Self.operation(Pexels.routes[$0]) }
                    case .wreely:
                        Wreely.route(of: request).map { Self.operation(Wreely.routes[$0]) }
                    case .realworld:
                        RealWorld.route(of: request).map { Self.operation(RealWorld.routes[$0]) }
                    // Its paths are those of a file.
                    case .api, nil: nil
                    }
                if let operation { statuses[operation, default: []].insert(step.status) }
            }
        }
        return statuses
    }

    private static func operation<Context>(
        of request: Request,
        _ router: Router<Context>,
        _ routes: [Route<Context>]
    ) -> Operation? {
        guard request.head.targetFault == nil,
            case .route(let index, _) = router.match(request.method, request.path)
        else { return nil }
        return operation(routes[index])
    }

    /// The request of a step, with an id for each reference in its target.
    private static func request(of step: Transcript.Step) -> Request? {
        let target = String(decoding: step.requestLine, as: UTF8.self)
            .replacing(/\{\{[^}]*\}\}/, with: String(repeating: "0", count: 24))
        let head = Array("\(target) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        guard case .request(let request) = RequestParser.step(of: head, RequestLimits()).step else {
            return nil
        }
        return request
    }
}
