package import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyWorld

/// Stands in for Google's accounts: it publishes the key that signs ID tokens.
///
/// Belongs to the loop's thread.
package final class GoogleAccounts {
    let keys: GoogleKeyHolder
    let settings: Settings
    let world: World
    private static let router = Router(routes)

    package init(_ context: DialectContext, _ settings: Settings = Settings()) {
        keys = GoogleKeyHolder(secret: context.secret)
        world = context.world
        self.settings = settings
        context.identityProvider = self
    }

    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        if request.method == .options { return (.now(Heading.preflight(request)), nil) }
        switch Self.router.match(request.method, request.path) {
        case .route(let index, _):
            let reply = try Self.routes[index].handler(request, self)
            return (reply.mapping(Heading.finished), index)
        case .methodNotAllowed:
            var response = Response(status: 405, contentType: plain, text: "Method Not Allowed\n")
            response.fields.append(Response.Field("Allow", "GET, HEAD, OPTIONS"))
            return (.now(Heading.finished(response)), nil)
        case .notFound:
            return (.now(refusal(404, "Not Found\n")), nil)
        }
    }

    package func failure(for request: Request) -> Response {
        refusal(500, "Internal Server Error\n")
    }

    package func errorResponse(_ status: Int, to request: Request) -> Response {
        refusal(status, usualWords(for: status) + "\n")
    }

    package func overload(for request: Request) -> Response {
        refusal(503, "Service Unavailable\n")
    }

    private func refusal(_ status: Int, _ words: String) -> Response {
        Heading.finished(Response(status: status, contentType: plain, text: words))
    }
}

private let plain = "text/plain; charset=utf-8"
