package import MockPostlyHTTP

/// What stands in for Google's accounts: it says with which key ID tokens are signed.
///
/// Belongs to the loop's thread.
package final class GoogleAccounts: Responder {
    let keys: GoogleKeyHolder
    private static let router = Router(routes)

    package init(_ keys: GoogleKeyHolder) {
        self.keys = keys
    }

    /// Whether a path, as sent and without a world's prefix, is one of those in ``routes``.
    package static func owns(rawPath path: ArraySlice<UInt8>) -> Bool {
        // Most paths need not be compared.
        let first = path.dropFirst().first
        guard first == UInt8(ascii: ".") || first == UInt8(ascii: "o") else { return false }
        return routes.contains { path.elementsEqual($0.pattern.utf8) }
    }

    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        if request.method == .options { return (.now(Heading.preflight(request)), nil) }
        switch Self.router.match(request.method, request.path) {
        case .route(let index, _):
            let reply = try Self.routes[index].handler(request, self)
            return (finished(reply), index)
        case .methodNotAllowed:
            var response = Response(status: 405, contentType: plain, text: "Method Not Allowed\n")
            response.fields.append(Response.Field("Allow", "GET, HEAD, OPTIONS"))
            return (.now(Heading.finished(response)), nil)
        case .notFound:
            return (.now(refusal(404, "Not Found\n")), nil)
        }
    }

    private func finished(_ reply: Reply) -> Reply {
        switch reply {
        case .now(let response): return .now(Heading.finished(response))
        case .later(var work):
            let finish = work.finish
            work.finish = { [self] in finished(try finish($0)) }
            return .later(work)
        case .after, .held, .handOver: return reply
        }
    }

    package func failure(for request: Request) -> Response {
        refusal(500, "Internal Server Error\n")
    }

    package func overload(for request: Request) -> Response {
        refusal(503, "Service Unavailable\n")
    }

    private func refusal(_ status: Int, _ words: String) -> Response {
        Heading.finished(Response(status: status, contentType: plain, text: words))
    }
}

private let plain = "text/plain; charset=utf-8"
