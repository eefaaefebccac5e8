package import MockPostlyHTTP

/// The caps and deadlines of connections.
package struct ServerLimits: Sendable, Equatable {
    package var request = RequestLimits()
    /// Open connections; one more is answered 503 and closed.
    package var connections = 10_000
    /// Connections over that cap that are told so at a time; those beyond are closed without a word.
    package var refusals = 256
    /// From the first byte of a request to the end of its head.
    package var headTimeout = Duration.seconds(10)
    /// Without a byte of an awaited body.
    package var bodyTimeout = Duration.seconds(30)
    /// Between requests, and before the first.
    package var idleTimeout = Duration.seconds(75)
    /// Without a byte of the answer taken by the client.
    package var writeTimeout = Duration.seconds(30)
    /// Bytes of answers not sent yet, beyond which no further request of the connection is read.
    package var pipelinedOutput = 1024 * 1024
    /// Bytes of a ``BodySource`` not sent yet, beyond which it is refused more.
    package var sourceOutput = 256 * 1024
    /// Bytes that are kept of what a client sends while an answer is delivered that takes its time.
    package var inputBehindDelivery = 64 * 1024
    /// Bytes held for all clients together: requests that arrive or wait, and answers on their way.
    package var buffered = 256 * 1024 * 1024

    package init() {}
}
