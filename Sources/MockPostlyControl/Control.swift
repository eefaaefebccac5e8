package import MockPostlyHTTP

/// The control plane: health, figures, worlds.
///
/// It knows no dialect.
///
/// Belongs to the loop's thread.
package final class Control {
    unowned let server: any Controlled
    private let sameSite: SameSite
    private static let router = Router(routes)

    /// A control plane of `server`, which must outlive it.
    package init(of server: any Controlled, _ sameSite: SameSite) {
        self.server = server
        self.sameSite = sameSite
    }

    /// Whether `path` belongs to the control plane.
    package static func owns(_ path: ArraySlice<UInt8>) -> Bool {
        let reserved = "/__mockpostly".utf8
        guard path.count >= reserved.count else { return false }
        return path.prefix(reserved.count).elementsEqual(reserved)
            && (path.count == reserved.count
                || path[path.startIndex + reserved.count] == UInt8(ascii: "/"))
    }

    /// Answers `request`, and says which route it took: its index in ``routes``, or nil.
    ///
    /// Throws what is nobody's fault but the server's.
    package func respond(to request: Request) throws -> (response: Response, route: Int?) {
        do {
            try sameSite.check(request)
            return try route(request)
        } catch let problem as Problem {
            return (problem.response, nil)
        }
    }

    private func route(_ request: Request) throws -> (Response, Int?) {
        var request = request
        switch Self.router.match(request.method, request.path) {
        case .route(let index, let parameters):
            request.parameters = parameters
            guard case .now(let response) = try Self.routes[index].handler(request, self) else {
                preconditionFailure("the control plane has no slow routes")
            }
            return (response, index)
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
            return (response, nil)
        case .notFound:
            let known = Self.routes.map(\.pattern).joined(separator: ", ")
            throw Problem(
                404,
                "Not found",
                detail: "The control plane has no such path.",
                hint: "It has \(known)."
            )
        }
    }
}
