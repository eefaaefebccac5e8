/// A client that is connected to the channels of a world.
package struct ChannelPeer: Sendable, Equatable {
    /// How the client sends and receives frames; the raw values stand in the control plane's JSON.
    package enum Transport: String, Sendable, BitwiseCopyable {
        case webSocket = "websocket"
        case longPoll = "longpoll"
    }

    /// The name of the world.
    package let world: String
    /// The connection's number, unique in the world since it began, over both transports.
    package let socket: Int
    /// Decides which frames a fault can name: `phx_join` over long polls comes in the body of a
    /// POST.
    package let transport: Transport
    /// The id of the user whose token opened the connection, as the dialect writes it.
    ///
    /// One writes 24 hexadecimal digits, another a number.
    package let account: String

    package init(world: String, socket: Int, transport: Transport, account: String) {
        self.world = world
        self.socket = socket
        self.transport = transport
        self.account = account
    }
}

/// One message of a channel, on its way from a client or to one.
///
/// Pings, close frames and the poll requests themselves belong to the transport and are no channel
/// frames.
package struct ChannelFrame: Sendable, Equatable {
    /// Seen from the server.
    package enum Direction: Sendable, BitwiseCopyable {
        /// From the client.
        case incoming
        /// To the client.
        case outgoing
    }

    package let direction: Direction
    package let peer: ChannelPeer
    /// Nil when the frame cannot be parsed; the server then ends the client's connection.
    package let topic: String?
    /// Nil when the frame cannot be parsed.
    ///
    /// Such as `phx_join`, `heartbeat` or `post:created`.
    package let event: String?
    /// The message as sent on the wire, but uncompressed.
    ///
    /// Never cut: the journal decides what it keeps.
    package let bytes: [UInt8]
    /// Whether ``bytes`` are a binary message; otherwise they are text.
    package let isBinary: Bool

    /// - Parameters:
    ///   - direction: seen from the server.
    ///   - peer: the client's connection.
    ///   - topic: nil for a frame that cannot be parsed.
    ///   - event: nil for a frame that cannot be parsed.
    ///   - bytes: as on the wire.
    ///   - isBinary: whether they are a binary message.
    package init(
        _ direction: Direction,
        _ peer: ChannelPeer,
        topic: String?,
        event: String?,
        bytes: [UInt8],
        isBinary: Bool = false
    ) {
        self.direction = direction
        self.peer = peer
        self.topic = topic
        self.event = event
        self.bytes = bytes
        self.isBinary = isBinary
    }
}
