package import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyWorld

/// Stands in for Google's accounts: it signs people in, and publishes the key of their ID tokens.
///
/// Belongs to the loop's thread.
package final class GoogleAccounts {
    let keys: GoogleKeyHolder
    let settings: Settings
    let world: TimeAndChance
    let users: UserStore
    let signIns: SignInStore
    private let pictures: PictureCache
    private static let router = Router(routes)

    /// Sets ``DialectContext/identityProvider``, which Postly asks.
    package init(_ context: DialectContext, _ settings: Settings = Settings()) {
        keys = GoogleKeyHolder(secret: context.secret)
        world = context.world
        users = context.domain.users
        signIns = SignInStore(context.domain.work)
        pictures = context.pictures
        self.settings = settings
        context.identityProvider = self
    }

    /// Throws only faults of the server, mostly of the database.
    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        if request.isFor("lh3.googleusercontent.com") {
            guard request.method == .get || request.method == .head else {
                return (.now(refusal(405, "Method Not Allowed\n")), nil)
            }
            let reply = try PictureDrawing.reply(
                .portrait,
                to: request,
                on: GoogleHosts.pictures,
                from: pictures
            )
            return (reply, nil)
        }
        switch Self.router.match(request.method, GoogleHosts.path(of: request)) {
        case .route(let index, _):
            return (try run(index, request), index)
        case .methodNotAllowed(let methods):
            let allowed = Heading.methods(methods)
            if request.method == .options {
                return (.now(Heading.preflight(request, allowed)), nil)
            }
            var response = Response(status: 405, contentType: plain, text: "Method Not Allowed\n")
            response.fields.append(Response.Field("Allow", allowed))
            return (.now(Heading.finished(response)), nil)
        case .notFound:
            return (.now(refusal(404, "Not Found\n")), nil)
        }
    }

    private func run(_ index: Int, _ request: Request) throws -> Reply {
        do {
            return try Self.routes[index].handler(request, self)
                .mapping(Heading.finished, catching: Self.answer)
        } catch {
            return .now(Heading.finished(try Self.answer(to: error)))
        }
    }

    /// Turns a refusal into its response; throws any other error again.
    private static func answer(to error: any Error) throws -> Response {
        guard let failure = error as? OAuthFailure else { throw error }
        return failure.response
    }

    /// Plain text, as Google's servers answer.
    package func failure(for request: Request) -> Response {
        refusal(500, "Internal Server Error\n")
    }

    /// A page for people on the paths that people see, plain text on the others.
    package func errorResponse(_ status: Int, to request: Request) -> Response {
        let path = GoogleHosts.path(of: request)
        let pages = [Authorization.path, Authorization.choicePath]
        guard pages.contains(where: { path.elementsEqual($0.utf8) }) else {
            return refusal(status, usualWords(for: status) + "\n")
        }
        return Heading.finished(FaultPage.show(status, request))
    }

    package func overload(for request: Request) -> Response {
        refusal(503, "Service Unavailable\n")
    }

    private func refusal(_ status: Int, _ words: String) -> Response {
        Heading.finished(Response(status: status, contentType: plain, text: words))
    }
}

private let plain = "text/plain; charset=utf-8"
