package import MockPostlyHTTP
package import MockPostlyHTTPClient

/// A request for a real server.
package struct UpstreamRequest {
    package var origin: HTTPOrigin
    /// Head and body as they are sent; the head alone of one whose body is `incoming`.
    package var bytes: [UInt8]
    /// The body that is sent on as it comes; nil when it is there.
    package var incoming: IncomingBody?
    package var isHead: Bool
    /// Whether it may be sent again when its connection has ended before an answer began (RFC 9110,
    /// section 9.2.2).
    package var isIdempotent: Bool
    /// Whether its answer may be a 101, after which both ends speak the protocol of WebSockets.
    package var asksForWebSocket: Bool
    /// The most bytes of a body that is collected before there is an answer.
    ///
    /// A longer one is streamed. Nil collects bodies of known length alone, and short ones.
    package var collected: Int?

    /// `request` with the head that `head` makes of it, for the server at `origin`.
    package init(
        _ request: Request,
        to origin: HTTPOrigin,
        _ head: ForwardedHead,
        collecting collected: Int? = nil
    ) {
        self.origin = origin
        bytes = head.bytes(for: request) + request.body
        incoming = request.incoming
        isHead = request.method == .head
        asksForWebSocket = request.asksForWebSocket
        isIdempotent = [.get, .head, .options, .trace, .put, .delete].contains(request.method)
        self.collected = collected
    }
}
