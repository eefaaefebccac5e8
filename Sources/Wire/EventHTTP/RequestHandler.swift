package import MockPostlyHTTP
package import MockPostlyTLS

/// What becomes of the requests that an ``HTTPServer`` has read, and of its troubles.
///
/// It owns the server. Belongs to the loop's thread.
package protocol RequestHandler: AnyObject {
    /// Called once per request; the answer goes to the exchange, during the call or later.
    ///
    /// In the order of arrival on each connection.
    func handle(_ request: Request, _ exchange: Exchange)

    /// Answers a request whose head is exactly `bytes`, such as one that came before; returns false
    /// when it must be parsed.
    ///
    /// The connection is idle, so nothing is unsent before the answer. When false is returned,
    /// nothing may be changed that parsing the same bytes changes too.
    ///
    /// - Parameters:
    ///   - bytes: all that was received while the connection was idle; maybe not one whole request.
    ///   - label: that of the listener, as in ``Exchange/label``.
    ///   - isSecure: whether they came over TLS.
    ///   - peer: the client's address, as ``Request/peer`` has it.
    ///   - send: sends the answer; called once, before true is returned.
    /// - Returns: whether it was answered.
    func answer(
        _ bytes: UnsafeBufferPointer<UInt8>,
        label: Int,
        isSecure: Bool,
        from peer: String,
        _ send: (PreparedAnswer) -> Void
    ) -> Bool

    /// The answer to a request that is refused before it is handled.
    ///
    /// The request is given only when its body was too large; nil otherwise.
    func refuse(_ rejection: Rejection, _ request: Request?) -> Response

    /// The bytes per second at which the body of a request is to be read; nil for as fast as it comes.
    ///
    /// Asked once for a request whose head is there and whose body is not whole.
    func uploadBandwidth(of request: Request, label: Int) -> Int?

    /// How many bytes of the beginning of a body are to be kept that is handed on as it comes; nil for
    /// one that is received first.
    ///
    /// Asked once for a request whose head is there, and whose body is long or chunked and not whole;
    /// ``handle(_:_:)`` then gets it with ``Request/incoming``. Such a body has no limit.
    func keptOfStream(of request: Request, label: Int) -> Int?

    /// Whether the TLS handshake that a client begins at a listener with `label` is to fail.
    func breaksHandshake(label: Int) -> Bool

    /// Something for the log: the system refuses something to this server, such as a connection.
    ///
    /// One line, without a line end.
    func note(_ failure: String)

    /// A TLS handshake with the client at this address has failed.
    func note(_ failure: TLSFailure, of peer: String)
}

extension RequestHandler {
    package func answer(
        _ bytes: UnsafeBufferPointer<UInt8>,
        label: Int,
        isSecure: Bool,
        from peer: String,
        _ send: (PreparedAnswer) -> Void
    ) -> Bool { false }

    package func refuse(_ rejection: Rejection, _ request: Request?) -> Response {
        rejection.response
    }
    package func uploadBandwidth(of request: Request, label: Int) -> Int? { nil }
    package func keptOfStream(of request: Request, label: Int) -> Int? { nil }
    package func breaksHandshake(label: Int) -> Bool { false }
    package func note(_ failure: String) {}
    package func note(_ failure: TLSFailure, of peer: String) {}
}

extension ServerConnection {
    /// Answers a request that came before with the same bytes; returns false, and does nothing,
    /// when `bytes` are anything else.
    ///
    /// The connection must be idle: nothing is unanswered, unsent or half received.
    func answerAtOnce(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard intake == .open, takeover == nil, !server.isStopping else { return false }
        return server.handler.answer(bytes, label: label, isSecure: tls != nil, from: peer) {
            answer in
            nextRequest += 1
            nextAnswer += 1
            answer.withBytes(date: server.currentDate) { emit($0) }
        }
    }
}
