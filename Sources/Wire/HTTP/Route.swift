/// One line of a dialect's route table.
///
/// ```swift
/// let routes: [Route<Shop>] = [
///     .get("/items/{id}", "one item") { request, shop in try shop.item(request) },
///     .post("/items", "add an item", slow: Items.add),
/// ]
/// ```
package struct Route<Context>: Sendable {
    /// Answers a request, at once or later; called on the loop's thread.
    ///
    /// What it throws is a refusal for its dialect to word, or a fault of the server.
    package typealias Handler = @Sendable (Request, Context) throws -> Reply

    /// GET answers HEAD as well.
    package let method: Method
    /// A path whose segments are fixed words or `{name}` placeholders for one non-empty segment.
    ///
    /// At most four placeholders, ``PathParameters/most``; their names need only be unique in the
    /// pattern.
    package let pattern: String
    /// What the route does, in a few words, for lists of routes.
    ///
    /// Without a capital letter and without a full stop.
    package let summary: String
    package let handler: Handler

    /// A route whose handler may answer later.
    ///
    /// - Parameters:
    ///   - method: as in the request line.
    ///   - pattern: begins with a slash.
    ///   - summary: for lists of routes.
    ///   - handler: for a request with this method and path.
    package init(
        _ method: Method,
        _ pattern: String,
        _ summary: String,
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.summary = summary
        self.handler = handler
    }

    /// The same route with `mount` before its path.
    package func below(_ mount: String) -> Self { Route(method, mount + pattern, summary, handler) }

    /// A route whose handler answers at once.
    private init(
        _ method: Method,
        _ pattern: String,
        _ summary: String,
        answering handler: @escaping @Sendable (Request, Context) throws -> Response
    ) {
        self.init(method, pattern, summary) { request, context in
            .now(try handler(request, context))
        }
    }
}

extension Route {
    /// A handler that answers at once, on the loop's thread.
    package typealias Answer = @Sendable (Request, Context) throws -> Response

    /// A GET route, which answers HEAD as well.
    package static func get(_ pattern: String, _ summary: String, _ answer: @escaping Answer)
        -> Self
    {
        Route(.get, pattern, summary, answering: answer)
    }

    /// A GET route whose handler may answer later, such as after slow work.
    package static func get(
        _ pattern: String,
        _ summary: String,
        slow handler: @escaping Handler
    ) -> Self {
        Route(.get, pattern, summary, handler)
    }

    /// A POST route.
    package static func post(_ pattern: String, _ summary: String, _ answer: @escaping Answer)
        -> Self
    {
        Route(.post, pattern, summary, answering: answer)
    }

    /// A POST route whose handler may answer later, such as after slow work.
    package static func post(
        _ pattern: String,
        _ summary: String,
        slow handler: @escaping Handler
    ) -> Self {
        Route(.post, pattern, summary, handler)
    }

    /// A PUT route.
    package static func put(_ pattern: String, _ summary: String, _ answer: @escaping Answer)
        -> Self
    {
        Route(.put, pattern, summary, answering: answer)
    }

    /// A PUT route whose handler may answer later, such as after slow work.
    package static func put(
        _ pattern: String,
        _ summary: String,
        slow handler: @escaping Handler
    ) -> Self {
        Route(.put, pattern, summary, handler)
    }

    /// A PATCH route.
    package static func patch(_ pattern: String, _ summary: String, _ answer: @escaping Answer)
        -> Self
    {
        Route(.patch, pattern, summary, answering: answer)
    }

    /// A PATCH route whose handler may answer later, such as after slow work.
    package static func patch(
        _ pattern: String,
        _ summary: String,
        slow handler: @escaping Handler
    ) -> Self {
        Route(.patch, pattern, summary, handler)
    }

    /// A DELETE route.
    package static func delete(_ pattern: String, _ summary: String, _ answer: @escaping Answer)
        -> Self
    {
        Route(.delete, pattern, summary, answering: answer)
    }

    /// A DELETE route whose handler may answer later, such as after slow work.
    package static func delete(
        _ pattern: String,
        _ summary: String,
        slow handler: @escaping Handler
    ) -> Self {
        Route(.delete, pattern, summary, handler)
    }
}
