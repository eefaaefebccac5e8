package import MockPostlyHTTP

/// The control plane: health, figures, worlds, snapshots, clocks, tokens.
///
/// It knows no dialect.
///
/// Belongs to the loop's thread.
package final class Control {
    unowned let server: any Controlled
    private let sameSite: SameSite
    private let adminToken: AdminToken?
    private static let router = Router(routes)

    /// A control plane of `server`, which must outlive it.
    ///
    /// With `adminToken`, all but `live` and `ready` is for those who have it.
    package init(
        of server: any Controlled,
        _ sameSite: SameSite,
        adminToken: String? = nil
    ) {
        self.server = server
        self.sameSite = sameSite
        self.adminToken = adminToken.map { AdminToken($0) }
    }

    /// Whether `path` belongs to the control plane.
    package static func owns(_ path: ArraySlice<UInt8>) -> Bool {
        let reserved = "/__mockpostly".utf8
        guard path.count >= reserved.count else { return false }
        return path.prefix(reserved.count).elementsEqual(reserved)
            && (path.count == reserved.count
                || path[path.startIndex + reserved.count] == UInt8(ascii: "/"))
    }

    /// Answers `request`, which was sent to `world`, and says which route it took: its index in
    /// ``routes``, or nil.
    ///
    /// Throws what is nobody's fault but the server's.
    package func respond(
        to request: Request,
        world: String = "default"
    ) throws -> (reply: Reply, route: Int?) {
        do {
            try sameSite.check(request)
            return try route(request, world)
        } catch let problem as Problem {
            return (.now(problem.response), nil)
        }
    }

    private func route(_ request: Request, _ world: String) throws -> (Reply, Int?) {
        var request = request
        let match = Self.router.match(request.method, request.path)
        if let adminToken, !Self.isFree(match) {
            if let refusal = adminToken.refusal(of: request) { return (.now(refusal), nil) }
        }
        switch match {
        case .route(let index, let parameters):
            request.parameters = parameters
            let call = Call(control: self, addressedWorld: world)
            let reply = try Self.routes[index].handler(request, call)
            return (reply.answeringProblems, index)
        case .methodNotAllowed(let methods):
            let allow = methods.map(\.name).joined(separator: ", ")
            var response =
                Problem(
                    405,
                    "Method not allowed",
                    detail: "\(request.method.name) is not known here.",
                    hint: "Use \(allow)."
                ).response
            response.fields.append(.init("Allow", allow))
            return (.now(response), nil)
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

    private static func isFree(_ match: Router<Call>.Match) -> Bool {
        guard case .route(let index, _) = match else { return false }
        return freePatterns.contains(routes[index].pattern)
    }
}

extension Reply {
    /// The same, where a ``Problem`` that comes later is an answer as well.
    fileprivate var answeringProblems: Reply {
        switch self {
        case .later(var slow):
            let finish = slow.finish
            slow.finish = { result in
                do {
                    return try finish(result).answeringProblems
                } catch let problem as Problem {
                    return .now(problem.response)
                }
            }
            return .later(slow)
        case .after(let duration, let next):
            return .after(duration) {
                do {
                    return try next().answeringProblems
                } catch let problem as Problem {
                    return .now(problem.response)
                }
            }
        case .now, .held, .handOver:
            return self
        }
    }
}
