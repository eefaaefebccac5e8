/// One line of a dialect's route table.
package struct Route<Context>: Sendable {
    package typealias Handler = @Sendable (Request, Context) throws -> Reply

    package let method: Method
    /// A path whose segments are fixed words or `{name}` placeholders for one non-empty segment.
    package let pattern: String
    package let summary: String
    package let handler: Handler

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
    package typealias Answer = @Sendable (Request, Context) throws -> Response

    /// A GET route; it answers HEAD as well.
    package static func get(_ pattern: String, _ summary: String, _ answer: @escaping Answer)
        -> Self
    {
        Route(.get, pattern, summary, answering: answer)
    }

    /// A GET route with slow work in it.
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

    /// A POST route with slow work in it.
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

    /// A PUT route with slow work in it.
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

    /// A DELETE route.
    package static func delete(_ pattern: String, _ summary: String, _ answer: @escaping Answer)
        -> Self
    {
        Route(.delete, pattern, summary, answering: answer)
    }

    /// A DELETE route with slow work in it.
    package static func delete(
        _ pattern: String,
        _ summary: String,
        slow handler: @escaping Handler
    ) -> Self {
        Route(.delete, pattern, summary, handler)
    }
}
