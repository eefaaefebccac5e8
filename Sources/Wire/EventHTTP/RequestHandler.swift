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

    /// The answer to a request whose head is exactly `bytes`, such as one that came before; nil when
    /// the request must be parsed.
    ///
    /// - Parameters:
    ///   - bytes: all that was received while the connection was idle; maybe not one whole request.
    ///   - label: that of the listener, as in ``Exchange/label``.
    ///   - isSecure: whether they came over TLS.
    /// - Returns: the answer, which is sent at once; nil to have the request parsed.
    ///
    /// The connection is idle, so nothing is unsent before the answer. Nothing may be changed here
    /// that parsing the request would change too: the parser gets the same bytes after nil.
    func preparedAnswer(
        to bytes: UnsafeBufferPointer<UInt8>,
        label: Int,
        isSecure: Bool
    ) -> PreparedAnswer?

    /// The prepared answer returned last was sent to the client at `peer`, as ``Request/peer`` has
    /// it.
    func notePreparedAnswer(from peer: String)

    /// The answer to a request that is refused before it is handled.
    ///
    /// The request is given only when its body was too large; nil otherwise.
    func refuse(_ rejection: Rejection, _ request: Request?) -> Response

    /// Something for the log: the system refuses something to this server, such as a connection.
    ///
    /// One line, without a line end.
    func note(_ failure: String)

    /// A TLS handshake with the client at this address has failed.
    func note(_ failure: TLSFailure, of peer: String)
}

extension RequestHandler {
    package func preparedAnswer(
        to bytes: UnsafeBufferPointer<UInt8>,
        label: Int,
        isSecure: Bool
    ) -> PreparedAnswer? { nil }

    package func notePreparedAnswer(from peer: String) {}
    package func refuse(_ rejection: Rejection, _ request: Request?) -> Response {
        rejection.response
    }
    package func note(_ failure: String) {}
    package func note(_ failure: TLSFailure, of peer: String) {}
}

extension Connection {
    /// Answers a request that came before with the same bytes; returns false, and does nothing,
    /// when `bytes` are anything else.
    ///
    /// The connection must be idle: nothing is unanswered, unsent or half received.
    func answerAtOnce(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard intake == .open, takeover == nil, !server.isStopping,
            let answer = server.handler.preparedAnswer(
                to: bytes,
                label: label,
                isSecure: tls != nil
            )
        else { return false }
        nextRequest += 1
        nextAnswer += 1
        answer.withBytes(date: server.currentDate) { emit($0) }
        server.handler.notePreparedAnswer(from: peer)
        return true
    }
}
