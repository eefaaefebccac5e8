/// One client that is connected to the channels of a world, as faults and tests act on it.
///
/// What is sent passes the world's ``FrameTap`` like everything else. Belongs to the loop's thread.
package protocol ChannelConnection: AnyObject {
    var peer: ChannelPeer { get }
    /// When it was opened, in nanoseconds of the machine's monotonic clock.
    var openedAt: UInt64 { get }
    /// The joined topics, in the order of joining.
    var topics: [String] { get }
    /// Whether the connection is open but dead: what comes is not handled, and nothing is sent, not
    /// even what the transport would answer by itself.
    var isSilent: Bool { get set }

    /// Answers a join with a refusal, in place of handling it.
    func refuse(join frame: ChannelFrame, reason: String)
    /// Sends an event with JSON text as payload, if the client has joined its topic.
    func push(_ event: String, on topic: String, payload: [UInt8])
    /// Ends the channel of a topic as after a crash; clients join it again.
    func failChannel(_ topic: String)
    /// Ends the connection without a close frame.
    func lose(_ loss: ConnectionLoss)
}

/// How a connection ends without a word.
package enum ConnectionLoss: String, Sendable, CaseIterable {
    /// By a TCP reset (RST).
    case reset
    /// By an orderly end of TCP (FIN).
    case close
}
