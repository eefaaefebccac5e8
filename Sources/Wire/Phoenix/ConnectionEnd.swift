/// The reason why the server ends a connection, with its close code.
package enum ConnectionEnd: Sendable, Equatable, CaseIterable {
    /// A frame that the serializer cannot read.
    case undecodableMessage
    /// Nothing was received for ``ConnectionLimits/idleTimeout``, not even a ping.
    case idle
    /// A frame that violates RFC 6455, such as one without a mask.
    case protocolViolation
    /// A text frame that is not UTF-8.
    case textNotUTF8
    /// A message larger than ``ConnectionLimits/messageBytes``.
    case messageTooBig
    /// The buffers for all clients together are full.
    case noRoom
    /// The socket's token was revoked, or the control plane disconnected it.
    case disconnected
    /// The server is stopping; clients reconnect after it.
    case shutdown
    /// The client does not read and its queue is full.
    case slowReader
    /// A connection lost on purpose, as a fault; clients reconnect after it.
    case dropped

    /// The code of the close frame (RFC 6455, 7.4.1); nil where TCP ends without one.
    ///
    /// phoenix.js reconnects after every code but 1000.
    package var closeCode: UInt16? {
        switch self {
        case .undecodableMessage: 1011
        case .idle, .protocolViolation: 1002
        case .textNotUTF8: 1007
        case .messageTooBig: 1009
        case .noRoom: 1013
        case .disconnected: 1001
        case .shutdown: 1012
        case .slowReader, .dropped: nil
        }
    }
}

/// The limits of one socket or long-poll session.
package struct ConnectionLimits: Sendable, Equatable {
    /// The longest time without any input from the client.
    package var idleTimeout = Duration.seconds(60)
    /// How long a poll waits and a session lasts.
    ///
    /// By default polls wait 10 seconds and sessions last 15.
    package var poll = LongPollSession.Times()
    /// The largest size of one message in bytes, all its fragments together.
    package var messageBytes = 8 << 20
    /// The most that may be queued for a client that does not read, in bytes and in messages.
    package var queuedBytes = 1 << 20
    package var queuedMessages = 1000

    /// The default limits.
    package init() {}
}
