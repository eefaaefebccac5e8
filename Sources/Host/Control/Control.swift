internal import MockPostlyContent
internal import MockPostlyCrypto
package import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyLog
internal import MockPostlyStubs
internal import MockPostlyWorld
package import MockPostlyWorlds

/// The control plane: health, metrics, worlds, snapshots, clocks, tokens.
///
/// It names no dialect, and acts on ``Worlds``. Belongs to the loop's thread.
///
/// Refusals are `application/problem+json` (RFC 9457) with a hint.
package final class Control {
    let worlds: Worlds
    /// Facts about the process; set before the first request.
    package var process = ProcessFacts()
    let sameSite: SameSite
    private let adminToken: AdminToken?
    private var brake = GuessBrake()
    /// The requests and streams that wait for entries of journals.
    let watchers = JournalWatchers()
    var driftReports = KeptDriftReports()
    /// When comparisons may ask real servers again.
    var realPace = RealPace()
    /// The time in monotonic nanoseconds: that of the loop.
    private let time: () -> UInt64
    private static let router = Router(routes)
    private static let pageRouter = Router(pages)

    /// A control plane of `worlds`.
    ///
    /// With `adminToken`, all routes but `live` and `ready` demand this token; `time` tells monotonic
    /// nanoseconds, the machine's by default.
    package init(
        of worlds: Worlds,
        _ sameSite: SameSite,
        adminToken: String? = nil,
        time: (() -> UInt64)? = nil
    ) {
        self.worlds = worlds
        self.sameSite = sameSite
        self.time = time ?? { monotonicNanoseconds() }
        self.adminToken = adminToken.map { AdminToken($0) }
    }

    /// Ends a tick: lets those look who wait for entries of journals, if there are new ones, and goes on
    /// with searches.
    package func endTick() {
        if worlds.journals.takeNews() { watchers.tell() }
        worlds.journals.searches.endTick()
    }

    /// Whether `path`, as sent, is `/__mockpostly` or below it, or of WireMock's `/__admin`.
    ///
    /// Costs a look at the second byte for nearly all paths.
    package static func owns(_ path: ArraySlice<UInt8>) -> Bool {
        // Nearly all paths are told apart by their second byte.
        guard path.count > 1, path[path.startIndex + 1] == UInt8(ascii: "_") else { return false }
        if WireMock.owns(path) { return true }
        let reserved = "/__mockpostly".utf8
        guard path.count >= reserved.count else { return false }
        return path.prefix(reserved.count).elementsEqual(reserved)
            && (path.count == reserved.count
                || path[path.startIndex + reserved.count] == UInt8(ascii: "/"))
    }

    /// The answer to a browser's request for the icon of a server that it calls by no name of a system;
    /// nil for all other requests.
    ///
    /// It is there without a control plane too.
    package static func icon(for request: Request) -> Response? { Dashboard.icon(for: request) }

    /// Answers `request` of `course`, sent to `world`; `route` is the index in ``routes``, or nil.
    ///
    /// Refusals are answers (problem documents), whether they come at once or later. Throws only
    /// internal errors.
    package func respond(
        to request: Request,
        world: String = "default",
        of course: any ServingCourse
    ) throws -> (reply: Reply, route: Int?) {
        let call = Call(control: self, course: course, addressedWorld: world)
        if WireMock.owns(request.path) {
            return (try respond(to: request, call, by: WireMock.respond), nil)
        }
        if MCP.owns(request.path) { return (try respond(to: request, call, by: MCP.respond), nil) }
        if let file = Dashboard.file(at: request.path, call.registry) {
            do {
                try sameSite.validate(request, allowingForeignPages: true)
            } catch {
                return (.now(error.response), nil)
            }
            return (.now(Dashboard.response(to: request, file, world: world)), nil)
        }
        switch Self.pageRouter.match(request.method, request.path) {
        case .route(let index, _): return (try show(Self.pages[index], request, call), nil)
        case .methodNotAllowed(let methods): return (.now(Self.refusal(of: request, methods)), nil)
        case .notFound: break
        }
        let match = Self.router.match(request.method, request.path)
        let isDescription = Self.isAmong(Self.descriptionPatterns, match)
        do {
            try sameSite.validate(request, allowingForeignPages: isDescription)
            let (reply, route) = try route(request, match, call)
            return (isDescription ? reply.mapping(Self.readableByPages) : reply, route)
        } catch {
            return (.now(try Self.answer(to: error)), nil)
        }
    }

    /// Answers a request for a page, which needs no admin token and may come by any name.
    private func show(
        _ page: Route<Call>,
        _ request: Request,
        _ call: Call
    ) throws -> Reply {
        do {
            return try page.handler(request, call)
        } catch {
            return .now(try Self.answer(to: error))
        }
    }

    /// Answers a request with a protocol of its own, whose sender must be allowed the control plane.
    private func respond(
        to request: Request,
        _ call: Call,
        by handler: (Request, Call) throws -> Reply
    ) throws -> Reply {
        do {
            try sameSite.validate(request)
        } catch {
            return .now(error.response)
        }
        if let refusal = refusal(of: request) { return refusal }
        return try handler(request, call)
    }

    /// What the route of `request` answers, whose sender is allowed the control plane; refusals are
    /// answers.
    func perform(_ request: Request, _ call: Call) throws -> Reply {
        let match = Self.router.match(request.method, request.path)
        guard case .route(let index, let parameters) = match else {
            // A name with a slash becomes part of a path that no route has.
            return .now(
                try Self.answer(
                    to: Problem(
                        404,
                        "Not found",
                        detail: "There is no such call.",
                        hint: "A name has no '/'."
                    )
                )
            )
        }
        var request = request
        request.parameters = parameters
        do {
            return try Self.routes[index].handler(request, call)
                .mapping({ $0 }, catching: Self.answer)
        } catch {
            return .now(try Self.answer(to: error))
        }
    }

    /// Whether those who call it need a token.
    var hasAdminToken: Bool { adminToken != nil }

    /// The problem document for any error, for an answer that comes later.
    static func refusal(of error: any Error) -> Response {
        (try? answer(to: error)) ?? failure
    }

    /// Turns a refusal into a problem document; throws any other error again.
    private static func answer(to error: any Error) throws -> Response {
        switch error {
        case let problem as Problem: problem.response
        case let error as TooManySteps: Problem(error).response
        case let error as HostError: Problem(error).response
        case let refusal as StubRefusal: Problem(refusal).response
        case let refusal as RecordRefusal: Problem(refusal).response
        default: throw error
        }
    }

    private func route(
        _ request: Request,
        _ match: RouteMatch,
        _ call: Call
    ) throws -> (Reply, Int?) {
        var request = request
        if !Self.isAmong(Self.freePatterns, match), let refusal = refusal(of: request) {
            return (refusal, nil)
        }
        switch match {
        case .route(let index, let parameters):
            request.parameters = parameters
            let reply = try Self.routes[index].handler(request, call)
            return (reply.mapping({ $0 }, catching: Self.answer), index)
        case .methodNotAllowed(let methods):
            return (.now(Self.refusal(of: request, methods)), nil)
        case .notFound:
            let known = Self.routes.map { "\($0.method.name) \($0.pattern)" }
            throw Problem(
                404,
                "Not found",
                detail: "The control plane has no such path.",
                hint: "It has \(known.joined(separator: ", "))."
            )
        }
    }

    /// The refusal of a request without the admin token; that of a guess comes late.
    private func refusal(of request: Request) -> Reply? {
        guard let adminToken, let refusal = adminToken.refusal(of: request) else { return nil }
        guard let guess = adminToken.guess(in: request) else { return .now(refusal) }
        let verdict = brake.note(guess, from: request.peer, at: time())
        if verdict.isWorthTelling {
            worlds.log.warning(
                "\(request.peer) has sent \(verdict.count) wrong admin tokens; its refusals are delayed"
            )
        }
        guard verdict.delay > .zero else { return .now(refusal) }
        return .after(verdict.delay) { .now(refusal) }
    }

    /// The refusal of a method at a path that has only `methods`.
    private static func refusal(of request: Request, _ methods: [Method]) -> Response {
        let allow = methods.map(\.name).joined(separator: ", ")
        var response =
            Problem(
                405,
                "Method not allowed",
                detail: "\(request.method.name) is not known here.",
                hint: "Use \(allow)."
            ).response
        response.fields.append(.init("Allow", allow))
        return response
    }

    private static func isAmong(_ patterns: [String], _ match: RouteMatch) -> Bool {
        guard case .route(let index, _) = match else { return false }
        return patterns.contains(routes[index].pattern)
    }

    /// `response` with the field that lets a page of any origin read it.
    private static func readableByPages(_ response: Response) -> Response {
        var response = response
        response.fields.append(.init("Access-Control-Allow-Origin", "*"))
        return response
    }
}

/// What handlers ask of the course by which a request of the control plane has come.
package protocol ServingCourse: AnyObject {
    /// The metrics in the Prometheus text format, version 0.0.4.
    func metricsText() throws -> String

    /// Handles `request` as if a client had sent it.
    ///
    /// `answer` is called once, now or later, with the number of the entry in the journal; nil for
    /// a request that no world has answered.
    func send(_ request: Request, answer: @escaping (Response, Int?) -> Void)

    /// The address of the real server of a system; nil when none is known.
    func realServer(of system: String) -> String?

    /// The reply of that server to `request`; nil when none is known.
    func askReal(_ request: Request, of system: String) -> Reply?
}

/// Facts about the process.
package struct ProcessFacts {
    /// The names and versions of the server and its libraries; the first two are the server's own.
    package var versions: [(name: String, value: String)] = []
    /// The authority that devices have to trust for https; nil without a certificate by one.
    package var trustAnchor: TrustAnchor?
    /// The proxy for apps with other servers' names inside; nil without one.
    package var proxy: ProxyOffer?
}
