package import MockPostlyCrypto
package import MockPostlyDomain
package import MockPostlyHTTP
internal import MockPostlyWorld

/// The Postly API over one world: a Flask application's routes, rules and words.
///
/// Belongs to the loop's thread.
package final class Blog: Responder {
    /// What a Blog is told before it starts.
    package struct Settings: Sendable {
        /// The key of the tokens it issues and takes.
        package var jwtSecret: String
        /// When set, the `aud` of Google ID tokens must be this.
        package var googleClientID: String?
        /// Whether answers are remembered; the bytes are the same either way.
        package var usesCaches: Bool

        package init(jwtSecret: String, googleClientID: String? = nil, usesCaches: Bool = true) {
            self.jwtSecret = jwtSecret
            self.googleClientID = googleClientID
            self.usesCaches = usesCaches
        }
    }

    /// Replies by `body`, which is given the key that Google signs with and its id; later, when
    /// the key has yet to be made.
    package typealias GoogleKeys = (
        _ body: @escaping (_ id: String, _ key: RSAKey) throws -> Response
    ) throws -> Reply

    let domain: Domain
    let settings: Settings
    /// Nil when the signatures of Google ID tokens are not looked at.
    let googleKeys: GoogleKeys?
    let tokens: Tokens
    let bodies: PostBodies
    private static let router = Router(routes)

    /// The API over `domain`, whose answers are remembered within `budget`.
    package init(
        _ domain: Domain,
        _ settings: Settings,
        googleKeys: GoogleKeys? = nil,
        budget: CacheBudget = CacheBudget()
    ) {
        self.domain = domain
        self.settings = settings
        self.googleKeys = googleKeys
        tokens = Tokens(secret: settings.jwtSecret, world: domain.world)
        bodies = PostBodies(domain.posts, usesCaches: settings.usesCaches, budget)
    }

    var users: UserStore { domain.users }
    var posts: PostStore { domain.posts }

    /// What is remembered, for metrics.
    package var cacheStatistics: CacheStatistics { bodies.statistics }

    /// Gives the memory of what is remembered back.
    package func forgetAnswers() { bodies.forgetAll() }

    /// Answers `request`, and says which route it took: its index in ``routes``, or nil.
    ///
    /// Throws what is nobody's fault but the server's, a failing database above all.
    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        if let fault = request.head.targetFault {
            var response = Rejection(400, fault.words).response
            CrossOrigin.allow(request, &response)
            return (.now(response), nil)
        }
        let path = request.path
        if path.count > 1, path[path.startIndex + 1] == UInt8(ascii: "/") {
            // Werkzeug does not look at further slashes at the start.
            var request = request
            request.dropPathPrefix(path.prefix { $0 == UInt8(ascii: "/") }.count - 1)
            return try respond(to: request)
        }
        switch Self.router.match(request.method, path) {
        case .route(let index, let parameters):
            guard parameters.isEmpty else {
                var request = request
                request.parameters = parameters
                return (try run(index, request), index)
            }
            return (try run(index, request), index)
        case .methodNotAllowed(let methods):
            return (.now(finished(Self.notAllowed(request.method, methods), request)), nil)
        case .notFound:
            let response = redirectOverMergedSlashes(request) ?? Pages.notFound
            return (.now(finished(response, request)), nil)
        }
    }

    private func run(_ index: Int, _ request: Request) throws -> Reply {
        let reply = try answering(request) { try Self.routes[index].handler(request, self) }
        return finished(reply, request)
    }

    private func finished(_ reply: Reply, _ request: Request) -> Reply {
        switch reply {
        case .now(let response):
            return .now(finished(response, request))
        case .later(var work):
            let finish = work.finish
            work.finish = { [self] result in
                let reply = try answering(request) { .now(try finish(result)) }
                guard case .now(let response) = reply else { return Pages.notFound }
                return finished(response, request)
            }
            return .later(work)
        case .after(let delay, let body):
            return .after(delay) { [self] in finished(try answering(request, body), request) }
        case .held, .handOver:
            preconditionFailure("this API has no such routes")
        }
    }

    /// Turns the refusals that the contract names into answers.
    private func answering(_ request: Request, _ body: () throws -> Reply) throws -> Reply {
        do {
            return try body()
        } catch let failure as Failure {
            return .now(failure.response)
        } catch let error as PostError {
            return .now(Failure(error).response)
        } catch let error as UserError {
            return .now(Failure(error).response)
        }
    }

    fileprivate func finished(_ response: Response, _ request: Request) -> Response {
        var response = response
        CrossOrigin.allow(request, &response)
        return response
    }

    private static func notAllowed(_ method: Method, _ allowed: [Method]) -> Response {
        let allow = (allowed + [.options]).map(\.name).joined(separator: ", ")
        return method == .options ? Pages.options(allow) : Pages.methodNotAllowed(allow)
    }

    /// The answer for a path that has doubled slashes in it and is known without them.
    private func redirectOverMergedSlashes(_ request: Request) -> Response? {
        guard let merged = Redirects.merged(request.path) else { return nil }
        switch Self.router.match(request.method, merged[...]) {
        case .route: return Redirects.permanent(request, to: merged)
        case .methodNotAllowed where request.method == .options:
            return Redirects.permanent(request, to: merged)
        case .methodNotAllowed(let methods): return Self.notAllowed(request.method, methods)
        case .notFound: return nil
        }
    }
}

extension Blog {
    /// The answer when the server failed; what went wrong is for its log alone.
    package func failure(for request: Request) -> Response {
        finished(Failure(500, "Internal server error").response, request)
    }

    /// The answer when there is too much slow work waiting.
    package func overload(for request: Request) -> Response {
        finished(Failure(503, "The server is busy, try again").response, request)
    }
}
