/// One client that is connected to the channels of a world, as faults and tests act on it.
///
/// What is sent passes the world's ``FrameTap`` like everything else. Belongs to the loop's thread.
package protocol ChannelConnection: AnyObject {
    /// The same value as long as the connection lives.
    var peer: ChannelPeer { get }
    /// When it was opened, in nanoseconds of the machine's monotonic clock.
    ///
    /// To be compared with `monotonicNanoseconds()`, not with the world's clock.
    var openedAt: UInt64 { get }
    /// The joined topics, in the order of joining.
    ///
    /// Empty before the first join.
    var topics: [String] { get }
    /// Whether the connection is open but dead: what comes is not handled, and nothing is sent, not
    /// even what the transport would answer by itself.
    var isSilent: Bool { get set }

    /// Answers a join with a refusal, in place of handling it.
    ///
    /// The reply is `error` with this reason; the frame is then not handled.
    func refuse(join frame: ChannelFrame, reason: String)
    /// Sends an event with JSON text as payload, if the client has joined its topic.
    ///
    /// As `Phoenix.Socket` does with `phx_error`.
    func push(_ event: String, on topic: String, payload: [UInt8])
    /// Ends the channel of a topic as after a crash; clients join it again.
    ///
    /// The client gets no close code and reconnects after a while.
    func failChannel(_ topic: String)
    /// Ends the connection without a close frame.
    ///
    /// Clients see the same as when a network has failed.
    func lose(_ loss: ConnectionLoss)
}

/// How a connection ends without a word.
package enum ConnectionLoss: String, Sendable, CaseIterable {
    /// By a TCP reset (RST).
    case reset
    /// By an orderly end of TCP (FIN).
    case close
}
