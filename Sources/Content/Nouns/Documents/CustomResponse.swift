package import MockPostlyWorld

/// A response that a client has defined; DummyJSON serves it at a URL of its own.
package struct CustomResponse: Sendable, Equatable {
    /// The HTTP method of the requests that get this response.
    ///
    /// `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
    package var method: String
    /// The JSON text, in UTF-8.
    package var body: [UInt8]
    /// When the client defined it, by the clock of the world.
    package var createdAt: Instant

    /// Copies `body`; that it is JSON is the caller's to check.
    package init(method: String, body: [UInt8], createdAt: Instant) {
        self.method = method
        self.body = body
        self.createdAt = createdAt
    }
}

/// How many custom responses a world stores at most.
package struct CustomResponseLimits: Sendable, Equatable {
    /// The limit for the number of responses.
    ///
    /// Counted in the world, not per client.
    package var count = 1000
    /// The limit for the bodies of all responses together, in bytes.
    package var bytes = 32 * 1024 * 1024

    /// 1,000 responses of 32 MiB together.
    package init() {}
}

/// One more custom response would exceed a limit of ``CustomResponseLimits``.
///
/// Nothing was stored. DummyJSON has no such limit; it keeps a world from growing without end.
package struct TooManyCustomResponses: Error {}
