package import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyWorld

/// The DummyJSON API over one world: the routes, rules and messages of the original's Express
/// server.
///
/// Belongs to the loop's thread.
///
/// Errors are `{"message":"..."}`. Paths match in any case, as Express has them.
package final class DummyJSON {
    let context: DialectContext
    let domain: Domain
    let settings: Settings
    let tokens: Tokens
    let index: SearchTexts
    let customResponses: CustomResponseStore
    let documentOrders = DocumentOrders()
    private let heading: Heading
    private var rate: RateLimit
    private static let router = Router(routes, ignoresCase: true)
    private static let legacyRouter = Router(Legacy.indexes.map { routes[$0] }, ignoresCase: true)

    package init(_ context: DialectContext, _ settings: Settings = Settings()) {
        self.context = context
        domain = context.domain
        self.settings = settings
        tokens = Tokens(secret: context.secret)
        customResponses = CustomResponseStore(domain.work, domain.documents)
        index = SearchTexts(context.domain.documents, context.caches)
        heading = Heading(settings.era)
        rate = RateLimit(settings.era)
    }

    var documents: DocumentStore { domain.documents }
    var world: TimeAndChance { domain.world }
    var isLegacy: Bool { settings.era == .legacy }

    /// The texts of the search; the next requests make them anew.
    package func forgetAnswers() {
        index.forgetAll()
    }

    /// Resets the rate limit of all addresses.
    package func forgetRequests() {
        rate = RateLimit(settings.era)
    }

    // MARK: Requests

    /// Throws only faults of the server, mostly of the database.
    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        guard settings.limitsRate else { return try answer(request) }
        let status = rate.count(request.clientAddress, at: world.now)
        guard status.remaining >= 0 else {
            let route = routeTaken(request.method, Array(request.rawPathWithoutPrefix))
            return (.now(status.refusal), route)
        }
        let (reply, route): (Reply, Int?)
        do {
            (reply, route) = try answer(request)
        } catch {
            // It may be asked again, as while another program has locked the data file.
            rate.takeBack(request.clientAddress)
            throw error
        }
        return (
            reply.mapping { response in
                var response = response
                response.fields += status.fields
                return response
            }, route
        )
    }

    private func answer(_ request: Request) throws -> (reply: Reply, route: Int?) {
        if request.method == .options { return (.now(heading.preflight(request)), nil) }
        if let path = Paths.onPictureHost(request) {
            let call = Call(self, request, query: JSObject(), body: JSObject())
            call.path = path
            return try answering(call, request) { try route(call) }
        }
        let call: Call
        do throws(Failure) {
            call = try Call.reading(request, self)
        } catch {
            let route = routeTaken(request.method, Array(request.rawPathWithoutPrefix))
            return (.now(heading.finished(error.response, request)), route)
        }
        return try answering(call, request) {
            let path = request.rawPathWithoutPrefix
            if let shorter = Paths.withoutTrailingSlash(path) {
                return (.now(Pages.moved(request, to: shorter)), nil)
            }
            let checks = try call.checkOptions()
            guard checks.delay > 0 else {
                return try route(call, mayRepeat: !settings.limitsRate)
            }
            let wait = Duration.milliseconds(checks.delay)
            return (
                .after(wait) { [self] in try answering(call, request) { try route(call) }.reply
                }, routeTaken(request.method, call.path)
            )
        }
    }

    /// Sends the request through the route table.
    ///
    /// A response that depends on the documents only is marked as repeatable, if it may be.
    private func route(
        _ call: Call,
        mayRepeat: Bool = false
    ) throws -> (reply: Reply, route: Int?) {
        let path = Paths.canonical(call.path, isLegacy)
        let method = Paths.method(call.request.method, path)
        guard let (index, places) = match(method, path) else {
            try checkEscapes(path)
            let reply = try unknown(call, path)
            // Below `/auth` it has found another path.
            return (reply, call.path == path ? nil : routeTaken(method, call.path))
        }
        call.parameters = try Paths.parameters(places, of: path)
        let handler = Self.routes[index].handler
        let reply = try handler(call.request, call)
        if call.isPure, mayRepeat, case .now(var response) = reply {
            response.isRepeatable = response.status == 200
            return (.now(response), index)
        }
        return (reply, index)
    }

    /// The index of the route that a request was refused by; nil when there is none.
    private func routeTaken(_ method: Method, _ path: [UInt8]) -> Int? {
        let path = Paths.canonical(path, isLegacy)
        return match(Paths.method(method, path), path)?.0
    }

    /// The index in ``routes`` of the route that the era has for `path`; nil when there is none.
    private func match(_ method: Method, _ path: [UInt8]) -> (Int, PathParameters)? {
        if isLegacy {
            guard case .route(let place, let places) = Self.legacyRouter.match(method, path[...])
            else { return nil }
            return (Legacy.indexes[place], places)
        }
        guard case .route(let index, let places) = Self.router.match(method, path[...]) else {
            return nil
        }
        return (index, places)
    }

    /// Throws for a path that cannot be decoded, as Express does for every method.
    private func checkEscapes(_ path: [UInt8]) throws(Failure) {
        guard path.contains(UInt8(ascii: "%")) else { return }
        for method in [.get, .post, .put, .delete] as [Method] {
            if let (_, places) = match(method, path) {
                _ = try Paths.parameters(places, of: path)
            }
        }
    }

    /// Handles a path that is not in the route table.
    ///
    /// Below `/auth` all routes exist a second time, for requests with a valid token.
    private func unknown(_ call: Call, _ path: [UInt8]) throws -> Reply {
        if let home = Pages.page(call, path) { return .now(home) }
        let rest = Paths.behindAuth(path)
        guard let rest, call.user == nil else { return .now(try notFound(call)) }
        call.user = try Auth.user(of: call)
        call.path = rest.isEmpty ? [UInt8(ascii: "/")] : rest
        return try route(call).reply
    }

    /// The response to a path without a route.
    ///
    /// In the original the parameter of a last route, `*`, is the whole path, which is decoded.
    private func notFound(_ call: Call) throws(Failure) -> Response {
        let path = call.request.rawPathWithoutPrefix
        guard decodeURIComponent(path) != nil else { throw .undecodable(path) }
        return Pages.notFound(call)
    }

    /// Turns a ``Failure`` into a response, and adds the headers that all responses have.
    private func answering(
        _ call: Call,
        _ request: Request,
        _ body: () throws -> (reply: Reply, route: Int?)
    ) throws -> (reply: Reply, route: Int?) {
        do {
            let (reply, route) = try body()
            return (finished(consume reply, call, request), route)
        } catch let failure as Failure {
            return (.now(finished(failure, call)), routeTaken(request.method, call.path))
        }
    }

    private func finished(_ reply: consuming Reply, _ call: Call, _ request: Request) -> Reply {
        switch consume reply {
        // Nearly all responses are there at once.
        case .now(let response): .now(heading.finished(response, request))
        // A delayed request comes here again, and its response gets the headers then.
        case let later: finished(later: later, call)
        }
    }

    private func finished(later reply: Reply, _ call: Call) -> Reply {
        if case .later(let later) = reply, case .time = later.wait { return reply }
        return reply.mapping(
            { [self] in heading.finished($0, call.request) },
            catching: { [self] error in
                guard let failure = error as? Failure else { throw error }
                return response(to: failure, call)
            }
        )
    }

    private func finished(_ failure: Failure, _ call: Call) -> Response {
        heading.finished(response(to: failure, call), call.request)
    }

    private func response(to failure: Failure, _ call: Call) -> Response {
        var response = failure.response
        if failure.endsSession {
            response.fields += Cookies.cleared(path: Cookies.path(for: call.request))
        }
        return response
    }

    /// Status 500 with `{"message":"Internal Server Error"}` and the headers of all answers.
    package func failure(for request: Request) -> Response {
        heading.finished(Failure(500, "Internal Server Error").response, request)
    }

    package func overload(for request: Request) -> Response {
        heading.finished(Failure(503, "The server is busy, try again").response, request)
    }

    /// Any status, with the reason phrase as message.
    package func errorResponse(_ status: Int, to request: Request) -> Response {
        heading.finished(Failure(status, usualWords(for: status)).response, request)
    }

    /// Status 413 with the words of body-parser, or of the upload middleware.
    package func excess(for request: Request) -> Response? {
        let words =
            request.isMultipart ? "Request payload too large" : "request entity too large"
        return heading.finished(Failure(413, words).response, request)
    }

    /// The index in ``routes`` of the route that `request` would take; nil when there is none.
    ///
    /// As today, whatever the era of the settings is.
    package static func route(of request: Request) -> Int? {
        let path = Paths.canonical(Array(request.rawPathWithoutPrefix), false)
        let method = Paths.method(request.method, path)
        guard case .route(let index, _) = router.match(method, path[...]) else { return nil }
        return index
    }
}
