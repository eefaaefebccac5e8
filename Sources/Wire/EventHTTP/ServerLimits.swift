package import MockPostlyHTTP

/// The limits and timeouts of an HTTP server.
///
/// Sizes are in bytes. They hold for each connection, except ``connections``, ``refusals`` and
/// ``buffered``, which are for the whole server.
package struct ServerLimits: Sendable, Equatable {
    /// The limits of a single request, such as the sizes of its head and body.
    package var request = RequestLimits()
    /// Open connections; further ones are answered 503 and closed.
    package var connections = 10_000
    /// Connections over that limit that are answered at a time; still more are closed without an
    /// answer.
    package var refusals = 256
    /// Longest time from the first byte of a request to the end of its head.
    ///
    /// Bytes do not start it anew. After it the client is answered 408. A TLS handshake has the
    /// same time.
    package var headTimeout = Duration.seconds(10)
    /// Longest time without a byte of a body that has begun.
    ///
    /// Each byte starts it anew. After it the client is answered 408.
    package var bodyTimeout = Duration.seconds(30)
    /// Longest time between requests, and before the first.
    ///
    /// The connection is then closed without an answer.
    package var idleTimeout = Duration.seconds(75)
    /// Longest time in which the client takes no byte of the answer.
    ///
    /// The connection is then closed, and the rest of the answer is lost.
    package var writeTimeout = Duration.seconds(30)
    /// Unsent bytes of answers at which no further request of the connection is read.
    package var pipelinedOutput = 1024 * 1024
    /// Unsent bytes of a ``BodySource`` at which it is refused more.
    package var sourceOutput = 256 * 1024
    /// Bytes buffered of what a client sends while its answer is sent in pieces.
    package var inputBehindDelivery = 64 * 1024
    /// Bytes buffered for all clients together: requests that arrive or wait, and unsent answers.
    ///
    /// Beyond it a request of more than 16 KiB is answered 503, or 413 if it alone exceeds the
    /// limit.
    package var buffered = 256 * 1024 * 1024

    /// The default limits.
    package init() {}
}
