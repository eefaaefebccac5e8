/// Why the server ends a connection, and with which close code.
package enum ConnectionEnd: Sendable, Equatable, CaseIterable {
    /// A frame that the serializer cannot read.
    case undecodableMessage
    /// Nothing came in for ``ConnectionLimits/idleTimeout``, not even a ping.
    case idle
    /// A frame against RFC 6455, such as one without a mask.
    case protocolViolation
    /// A text frame that is not UTF-8.
    case textNotUTF8
    /// More than ``ConnectionLimits/messageBytes``.
    case messageTooBig
    /// The server holds as much for all clients as it may.
    case noRoom
    /// The socket's token was revoked, or the control plane asked for it.
    case disconnected
    case shutdown
    /// The client does not read and its queue is full.
    case slowReader
    /// A lost connection, on purpose: clients reconnect after it.
    case dropped

    /// The code of the close frame; nil where the TCP connection ends without one.
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

/// What a connection may take.
package struct ConnectionLimits: Sendable, Equatable {
    /// How long nothing at all may come in.
    package var idleTimeout = Duration.seconds(60)
    /// How long polls wait, and their sessions last.
    package var poll = LongPollSession.Times()
    /// The size of one message, its fragments together.
    package var messageBytes = 8 << 20
    /// What may wait for a client that does not read, whichever is reached first.
    package var queuedBytes = 1 << 20
    package var queuedMessages = 1000

    package init() {}
}
