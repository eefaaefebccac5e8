/// The body of an answer that comes by and by, such as a stream of events.
///
/// To HTTP/1.1 it is sent in the chunked coding (RFC 9112 §7.1), a chunk for each
/// ``BodyStream/send(_:)``; to HTTP/1.0 as it is, and the connection ends behind it (§6.3). An answer
/// that has no body, such as one to HEAD, does not begin its source.
///
/// Belongs to the loop's thread.
package protocol BodySource: AnyObject {
    /// The answer's turn has come, and bytes may be sent; called once, before all else.
    func begin(_ stream: any BodyStream)

    /// There is room again, after bytes were refused.
    func drain()

    /// The server is stopping: what is to be said before the end is to be said now.
    ///
    /// Who does not ``BodyStream/finish()`` here has the connection ended without an end of the
    /// body.
    func stop()

    /// The body has ended; the last call, once, if ``begin(_:)`` was.
    ///
    /// - Parameter isComplete: whether all that was sent, to the end, was given to the client's
    ///   connection. Else the client has left or takes nothing, the server has no room, or the
    ///   delivery of the answer ends before. A client that ends its sending side has left.
    func end(isComplete: Bool)
}

/// The way for the bytes of a ``BodySource``.
///
/// Belongs to the loop's thread. After the end, nothing that is done to it has an effect.
package protocol BodyStream: AnyObject {
    /// Bytes that were sent and that the client has not taken yet, with their framing.
    var unsentCount: Int { get }

    /// Sends bytes, at the latest when this tick of the loop ends; returns whether they are taken.
    ///
    /// They are refused, all of them, when more would wait for the client than its server keeps of
    /// such a body, and after the end; what becomes of them is for the source to decide. Bytes for
    /// which nothing waits are always taken. After a refusal ``BodySource/drain()`` is called when
    /// half of the room is free.
    @discardableResult func send(_ bytes: [UInt8]) -> Bool

    /// Ends the body behind what was sent.
    func finish()

    /// Ends the connection at once, without an end of the body.
    func drop()
}
