/// What speaks on a connection after `101 Switching Protocols`.
///
/// Belongs to the loop's thread.
package protocol Takeover: AnyObject {
    /// The connection is its own from here on; called once, before all else.
    func begin(_ stream: any ByteStream)

    /// The client has sent `bytes`, which are gone after this call; returns how many are used up.
    ///
    /// The others are given again, with what has come behind them, when it is this connection's
    /// turn. Only ``ByteStream/endsTurn()`` is a reason to leave some.
    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Int

    /// Bytes that it holds of what the client has sent, together with what that takes to be read.
    var heldBytes: Int { get }

    /// The server has no room for what it holds: lets go of it and tells the client.
    ///
    /// - Parameter isTooLarge: whether there is no room for so much even when nobody else has any.
    func runOutOfRoom(isTooLarge: Bool)

    /// The time set by ``ByteStream/expire(after:)`` has passed.
    func timeOut()

    /// The server is stopping: what is to be said before the end is to be said now.
    func stop()

    /// The connection has ended; the last call.
    func end()
}

/// A connection as a ``Takeover`` has it.
///
/// Belongs to the loop's thread. After the end, nothing that is done to it has an effect.
package protocol ByteStream: AnyObject {
    /// Bytes that were sent and that the client has not taken yet.
    var unsentCount: Int { get }

    /// Counts a message that was handled; returns whether others have their turn now.
    ///
    /// To be asked after each while there are more bytes.
    func endsTurn() -> Bool

    /// Sends bytes, at the latest when this tick of the loop ends.
    func send(_ bytes: [UInt8])

    /// Sends at once what the client takes of what was sent.
    func sendNow()

    /// Ends the connection when all that was sent is out.
    func conclude()

    /// Ends the connection at once, without another byte.
    func drop()

    /// Calls ``Takeover/timeOut()`` in so many milliseconds from now, instead of what was set.
    func expire(after milliseconds: Int64)
}
