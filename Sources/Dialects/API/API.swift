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
    let columns = KnownColumns()
    let tokens: UserTokens
    /// The version of the watched file about which something was said.
    var knownVersion = 0
    /// What answers where the file is a description; nil where it is data.
    var described: Described?
    private static let router = Router(routes)

    /// Without a file there are no collections, and every path is a 404.
    package init(_ context: DialectContext, _ settings: Settings) {
        self.context = context
        self.settings = settings
        tokens = UserTokens(secret: context.secret)
        let file = settings.watch?.file ?? settings.file ?? CollectionFile("", [])
        store = CollectionStore(context.domain.work, file, id: settings.id)
        store.keepsWrites = settings.writes != .echoed
        let source = settings.watch?.described ?? settings.described
        described = source.map { Described($0, self) }
    }

    var world: TimeAndChance { context.world }
    /// Whether the failures of json-server are kept too.
    var isOriginal: Bool { settings.likeness == .jsonServer }

    /// Checks a row, or an object of the file, before it is written.
    ///
    /// - Throws: 400 when it is not as the schema beside the file demands.
    func check(_ row: JSValue, of name: String) throws(Failure) {
        guard let problem = settings.schemas.problem(with: row, of: name) else { return }
        throw Failure(400, problem)
    }

    // MARK: Requests

    /// Throws only faults of the server, mostly of the database.
    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        if let watch = settings.watch { try follow(watch) }
        if let described { return try described.reply(to: request) }
        if isOriginal, request.target.contains(where: { $0 >= 0x80 }) {
            // Node's parser refuses it before there are any fields.
            return (.now(Response(status: 400)), nil)
        }
        if request.method == .options {
            return (.now(Heading.preflight(request, settings.language)), nil)
        }
        let query = parseQueryString(request.rawQuery)
        let heading = Heading(request, query, settings)
        do {
            let call = try Call(self, request, query)
            let wait = try call.delay
            guard wait > .zero else { return try answer(call, heading) }
            let delayed: Reply = .after(wait) { [self] in
                // The next one waits too.
                try answer(call, heading, mayRepeat: false).reply
            }
            return (delayed, Self.route(of: call))
        } catch let failure as Failure {
            return (.now(heading.finished(failure)), nil)
        }
    }

    private func answer(
        _ call: Call,
        _ heading: Heading,
        mayRepeat: Bool = true
    ) throws -> (reply: Reply, route: Int?) {
        guard let index = Self.route(of: call) else {
            return (.now(heading.finished(.notFound)), nil)
        }
        do {
            if index != Self.registration { try call.guardian?.check(call) }
            let reply = try call.keepingFiles {
                try Self.routes[index].handler(call.request, call)
            }
            guard !Self.files.contains(index) else { return (reply, index) }
            guard case .now(var response) = reply else {
                let later = reply.mapping(
                    { heading.finished(call.localized($0)) },
                    catching: { heading.response(to: try Self.failure(of: $0)) }
                )
                return (later, index)
            }
            // An answer that is kept would hide that the file has changed.
            response.isRepeatable =
                mayRepeat && settings.watch == nil && call.method == .get && response.status == 200
                && call.asker == nil
            let route = response.status == 404 && !hasResource(of: call) ? nil : index
            return (.now(heading.finished(call.localized(response))), route)
        } catch {
            let failure = try Self.failure(of: error)
            let route = failure.status == 404 && !hasResource(of: call) ? nil : index
            return (.now(heading.finished(failure)), route)
        }
    }

    /// Whether the file has the resource that a path begins with, or the path is one of the server's.
    ///
    /// The routes are for resources of any name; of another one nothing takes the request.
    private func hasResource(of call: Call) -> Bool {
        guard call.shape.starts(with: "/-".utf8), let first = call.segments.first else {
            return true
        }
        return store.file.name(matching: first) != nil
    }

    /// The refusal that an error is; throws it again when it is a fault of the server.
    private static func failure(of error: any Error) throws -> Failure {
        if error is CollectionTooDeep {
            return Failure(400, "the body is nested deeper than \(CollectionTooDeep.limit)")
        }
        guard let failure = error as? Failure else { throw error }
        return failure
    }

    package func route(of request: Request, byLine line: Int?) -> Int? {
        if let described { return described.takes(request) ? Self.operation : nil }
        guard let line, let call = try? Call(self, request, parseQueryString(request.rawQuery))
        else {
            return line
        }
        return hasResource(of: call) ? line : nil
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
        if let described {
            return described.errorResponse(status, usualWords(for: status), to: request)
        }
        return status == 404
            ? Heading(request, JSObject(), settings).finished(Failure.notFound)
            : refusal(status, usualWords(for: status), request)
    }

    private func refusal(_ status: Int, _ words: String, _ request: Request) -> Response {
        if let described { return described.errorResponse(status, words, to: request) }
        return Heading(request, JSObject(), settings).finished(Failure(status, words))
    }

    package func forgetAnswers() {
        orders.forget()
        columns.forget()
    }
}
