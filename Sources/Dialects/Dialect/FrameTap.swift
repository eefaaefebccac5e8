/// Sees every channel frame of a world, and decides what becomes of it.
///
/// Belongs to the loop's thread.
package protocol FrameTap: AnyObject {
    /// Receives a frame before the server handles it (incoming) or sends it (outgoing).
    ///
    /// Must call ``PendingFrame/goOn`` for the frame to have any effect.
    func pass(_ pending: PendingFrame)

    /// The name of the fault because of which a client cannot connect now; nil when it can.
    ///
    /// Asked once for each attempt with a valid token.
    ///
    /// By default nil: everybody may connect.
    func refusal(of account: String, over transport: ChannelPeer.Transport) -> String?
    /// A client has connected.
    ///
    /// Called before the first frame of the connection.
    func opened(_ connection: any ChannelConnection)
    /// A connection has ended.
    ///
    /// Called once, after the last frame.
    func ended(_ connection: any ChannelConnection)
    /// An event is sent to all clients that have joined its topic, possibly none.
    ///
    /// Called before the frames for the single clients.
    func published(_ event: String, on topic: String, payload: [UInt8])
}

extension FrameTap {
    package func refusal(of account: String, over transport: ChannelPeer.Transport) -> String? {
        nil
    }
    package func opened(_ connection: any ChannelConnection) {}
    package func ended(_ connection: any ChannelConnection) {}
    package func published(_ event: String, on topic: String, payload: [UInt8]) {}
}

/// A frame on its way through a ``FrameTap``.
///
/// Belongs to the loop's thread.
package struct PendingFrame {
    package let frame: ChannelFrame
    package let connection: any ChannelConnection
    /// The name of the dialect whose channel it is.
    package let dialect: String
    private let noteFrame: (_ frame: ChannelFrame, _ fault: String?) -> Void
    private let handle: (_ changed: [UInt8]?) -> Void
    /// The bytes of a frame that was changed on its way; nil for most.
    private var changed: [UInt8]?

    /// - Parameters:
    ///   - frame: as it came, or as it was to be sent.
    ///   - connection: that it passes.
    ///   - dialect: the name of the dialect.
    ///   - note: keeps a frame in the journal, with the name of what was done to it.
    ///   - goOn: handles or sends the frame, with other bytes if it was changed.
    package init(
        _ frame: ChannelFrame,
        of connection: any ChannelConnection,
        in dialect: String,
        note: @escaping (_ frame: ChannelFrame, _ fault: String?) -> Void,
        goOn: @escaping (_ changed: [UInt8]?) -> Void
    ) {
        self.frame = frame
        self.connection = connection
        self.dialect = dialect
        (noteFrame, handle) = (note, goOn)
    }

    /// The same frame with other bytes, a message of the same topic and event.
    package func with(bytes: [UInt8]) -> PendingFrame {
        let changed = ChannelFrame(
            frame.direction,
            frame.peer,
            topic: frame.topic,
            event: frame.event,
            bytes: bytes,
            isBinary: frame.isBinary
        )
        var pending = PendingFrame(
            changed,
            of: connection,
            in: dialect,
            note: noteFrame,
            goOn: handle
        )
        pending.changed = bytes
        return pending
    }

    /// Keeps the frame in the world's journal, with the name of what was done to it.
    ///
    /// To be called at most once; `fault` is nil for a frame that passes unchanged.
    package func note(_ fault: String?) { noteFrame(frame, fault) }

    /// Handles or sends the frame, at once or later on the loop's thread.
    ///
    /// When it is never called, the frame is dropped. A delayed frame is overtaken by frames that
    /// are not delayed. If the client has disconnected meanwhile, the call does nothing.
    package func goOn() { handle(changed) }
}
