package import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyWorld

/// The API of a user's own file: collections with the routes and the query language of json-server.
///
/// Belongs to the loop's thread.
package final class API {
    let context: DialectContext
    let settings: Settings
    let store: CollectionStore
    let orders = KnownLists()
    private static let router = Router(routes)

    /// Without a file there are no collections, and every path is a 404.
    package init(_ context: DialectContext, _ settings: Settings) {
        self.context = context
        self.settings = settings
        let file = settings.file ?? CollectionFile("", [])
        store = CollectionStore(context.domain.work, file, id: settings.id)
    }

    var world: World { context.world }
    /// Whether the failures of json-server are kept too.
    var isOriginal: Bool { settings.likeness == .jsonServer }

    // MARK: Requests

    /// Throws only faults of the server, mostly of the database.
    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        if isOriginal, request.target.contains(where: { $0 >= 0x80 }) {
            // Node's parser refuses it before there are any fields.
            return (.now(Response(status: 400)), nil)
        }
        if request.method == .options { return (.now(Heading.preflight(request)), nil) }
        let query = parseQueryString(request.rawQuery)
        let heading = Heading(request, query)
        do {
            let call = try Call(self, request, query)
            let wait = try call.delay
            guard wait > .zero else {
                let (response, route) = try answer(call)
                return (.now(heading.finished(response)), route)
            }
            let delayed: Reply = .after(wait) { [self] in
                do {
                    return .now(heading.finished(try answer(call).response))
                } catch let failure as Failure {
                    return .now(heading.finished(failure.response))
                }
            }
            return (delayed, Self.route(of: call))
        } catch let failure as Failure {
            return (.now(heading.finished(failure.response)), nil)
        }
    }

    private func answer(_ call: Call) throws -> (response: Response, route: Int?) {
        guard let index = Self.route(of: call) else { return (Failure.notFound.response, nil) }
        do {
            var response = try Self.routes[index].handler(call.request, call).awaited()
            response.isRepeatable = call.method == .get && response.status == 200
            return (response, index)
        } catch let failure as Failure {
            return (failure.response, index)
        } catch is CollectionTooDeep {
            let words = "the body is nested deeper than \(CollectionTooDeep.limit)"
            return (Failure(400, words).response, index)
        }
    }

    /// The index in ``routes`` of the route of a request; nil when there is none.
    private static func route(of call: Call) -> Int? {
        guard case .route(let index, _) = router.match(call.method, call.shape[...]) else {
            return nil
        }
        return index
    }

    /// Status 500 with `{"error":"Internal Server Error"}` and the headers of all answers.
    package func failure(for request: Request) -> Response {
        refusal(500, "Internal Server Error", request)
    }

    package func overload(for request: Request) -> Response {
        refusal(503, "The server is busy, try again", request)
    }

    package func excess(for request: Request) -> Response? {
        refusal(413, "the body is too large", request)
    }

    package func errorResponse(_ status: Int, to request: Request) -> Response {
        status == 404
            ? Heading(request, JSObject()).finished(Failure.notFound.response)
            : refusal(status, usualWords(for: status), request)
    }

    private func refusal(_ status: Int, _ words: String, _ request: Request) -> Response {
        Heading(request, JSObject()).finished(Failure(status, words).response)
    }

    package func forgetAnswers() { orders.forget() }
}
