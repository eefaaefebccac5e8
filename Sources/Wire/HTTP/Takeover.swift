/// A protocol that is spoken on a connection after `101 Switching Protocols`.
///
/// Belongs to the loop's thread.
package protocol Takeover: AnyObject {
    /// The connection belongs to this object from here on; called once, before everything else.
    ///
    /// Nothing may be sent before; the 101 response is out, or queued before all that is sent here.
    func begin(_ stream: any ByteStream)

    /// Handles `bytes` from the client, valid only during the call; returns how many are used up.
    ///
    /// The others are given again, together with later ones, in this connection's next turn. Bytes
    /// may be left only after ``ByteStream/endsTurn()`` has returned true.
    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Int

    /// Bytes buffered of the client's messages, including the state needed to decode them.
    ///
    /// In addition to what ``ByteStream/unsentCount`` has.
    var bufferedBytes: Int { get }

    /// The server's buffers are full: frees what is held and tells the client.
    ///
    /// - Parameter isTooLarge: whether it alone exceeds the limit of the whole server.
    ///
    /// The connection may still be used, such as for a close frame.
    func runOutOfRoom(isTooLarge: Bool)

    /// The time set by ``ByteStream/expire(after:)`` has passed.
    ///
    /// No other time is set then; ``ByteStream/expire(after:)`` sets one again.
    func timeOut()

    /// The server is stopping: sends its last messages now.
    ///
    /// It need not end the connection: the server closes it after its own time.
    func stop()

    /// The connection has ended; the last call.
    ///
    /// No bytes can be sent any more.
    func end()
}

/// A connection from the view of its ``Takeover``.
///
/// Belongs to the loop's thread. After the connection has ended, calls have no effect.
package protocol ByteStream: AnyObject {
    /// Bytes that were sent but that the client has not taken yet.
    var unsentCount: Int { get }

    /// Counts one handled message; returns whether the turn of this connection is over.
    ///
    /// To be called after each message while there are more bytes.
    func endsTurn() -> Bool

    /// Sends bytes, at the latest at the end of this tick of the loop.
    ///
    /// Never blocks and never refuses; compare ``unsentCount`` with a limit of your own.
    func write(_ bytes: [UInt8])

    /// Sends queued bytes at once, as far as the socket takes them.
    ///
    /// The rest leaves when the socket takes more.
    func sendNow()

    /// Closes the connection after all queued bytes are sent.
    ///
    /// The client has the write timeout of the server to take them.
    func conclude()

    /// Closes the connection at once and discards queued bytes.
    ///
    /// By an orderly end of TCP (FIN), if the client has nothing unread to send.
    func drop()

    /// As ``drop()``, with a TCP reset.
    ///
    /// The client sees `ECONNRESET`; a Unix socket is closed in order.
    func reset()

    /// Calls ``Takeover/timeOut()`` once after `time`; replaces the time set before.
    ///
    /// By the monotonic clock; never earlier, and some milliseconds later.
    func expire(after time: Duration)
}
