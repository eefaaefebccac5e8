/// The body of an answer that is produced over time, such as a stream of events.
///
/// To HTTP/1.1 it is sent in the chunked coding (RFC 9112 §7.1), one chunk per
/// ``BodyStream/write(_:)``; to HTTP/1.0 without framing, and closing the connection ends the body
/// (§6.3). For an answer without a body, such as one to HEAD, the source is never begun.
///
/// Belongs to the loop's thread.
package protocol BodySource: AnyObject {
    /// The answer's turn has come and bytes may be sent; called once, before everything else.
    func begin(_ stream: any BodyStream)

    /// There is room again after bytes were refused.
    func drain()

    /// The server is stopping: sends its last bytes now.
    ///
    /// Without a call of ``BodyStream/finish()`` here the connection is closed with the body
    /// incomplete.
    func stop()

    /// The body has ended; the last call, made once if ``begin(_:)`` was called.
    ///
    /// - Parameter isComplete: whether the whole body was given to the client's connection. If not,
    ///   the client has closed or does not read, the server's buffers are full, or the answer's
    ///   delivery ends earlier. A client that shuts down its sending side counts as closed.
    func end(isComplete: Bool)
}

/// The stream to which a ``BodySource`` sends its bytes.
///
/// Belongs to the loop's thread. After the body has ended, calls have no effect.
package protocol BodyStream: AnyObject {
    /// Bytes that were sent but that the client has not taken yet, framing included.
    var unsentCount: Int { get }

    /// Sends bytes, at the latest at the end of this tick of the loop; returns whether they are
    /// accepted.
    ///
    /// All of them are refused when more bytes would be unsent than the server allows for a source,
    /// and after the end; the source decides whether to keep them. They are always accepted while
    /// nothing is unsent. After a refusal ``BodySource/drain()`` is called when half of the room is
    /// free.
    @discardableResult func write(_ bytes: [UInt8]) -> Bool

    /// Ends the body after the bytes that were sent.
    func finish()

    /// Closes the connection at once, with the body incomplete.
    func drop()
}
