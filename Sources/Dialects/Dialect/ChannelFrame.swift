/// One client's end of the channels of a world.
package struct ChannelPeer: Sendable, Equatable {
    /// How its frames come and go.
    package enum Transport: String, Sendable {
        case webSocket = "websocket"
        case longPoll = "longpoll"
    }

    /// The name of the world.
    package let world: String
    /// Its number, which no other in the world has had since it began, whatever the transport.
    package let socket: Int
    package let transport: Transport
    /// The id of the person whose token has opened it, in the spelling of the dialect.
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
/// What belongs to the transport alone is none: pings, close frames, the polls themselves.
package struct ChannelFrame: Sendable, Equatable {
    package enum Direction: Sendable {
        /// From the client.
        case incoming
        /// To the client.
        case outgoing
    }

    package let direction: Direction
    package let peer: ChannelPeer
    /// Nil when the frame cannot be read; the client's connection ends then.
    package let topic: String?
    /// Nil when the frame cannot be read.
    package let event: String?
    /// The message as it stands on the wire, without compression.
    package let bytes: [UInt8]
    /// Whether ``bytes`` are those of a binary message; else they are text.
    package let isBinary: Bool

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

/// What all channel frames of a world pass.
///
/// Belongs to the loop's thread.
package protocol FrameTap: AnyObject {
    /// Sees a frame, before it is carried out or sent.
    ///
    /// Calling `goOn` carries it out or sends it: at once, later on the loop's thread, or never.
    /// Frames that go on later lose their place to those that do not wait. When the client has gone
    /// meanwhile, nothing happens.
    func pass(_ frame: ChannelFrame, goOn: @escaping () -> Void)
}
