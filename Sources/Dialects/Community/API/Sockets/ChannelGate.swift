internal import MockPostlyDialect
internal import MockPostlyPhoenix

/// The point that all frames of one client pass, in both directions and over both transports.
///
/// Belongs to the loop's thread.
struct ChannelGate {
    private let context: DialectContext
    let peer: ChannelPeer

    init(_ peer: ChannelPeer, _ context: DialectContext) {
        self.peer = peer
        self.context = context
    }

    /// Whether anybody observes the frames; if not, no ``ChannelFrame`` has to be made.
    var isWatched: Bool { context.frameTap != nil || context.keepsFrames }

    /// Calls `body`, which handles a frame of the client, when the tap lets the frame pass.
    ///
    /// It gets the frame, which the tap may have changed.
    func receive(
        _ frame: Frame,
        _ serializer: Serializer,
        of connection: any ChannelConnection,
        _ body: @escaping (Frame) -> Void
    ) {
        guard isWatched else { return body(frame) }
        let (bytes, isBinary) =
            switch frame {
            case .text(let bytes): (bytes, false)
            case .binary(let bytes): (bytes, true)
            }
        // The tap sees malformed frames too; `body` then refuses them.
        let message = try? serializer.decode(frame)
        let seen = ChannelFrame(
            .incoming,
            peer,
            topic: message?.topic,
            event: message?.event,
            bytes: bytes,
            isBinary: isBinary
        )
        pass(seen, of: connection) { changed in
            body(changed.map { isBinary ? .binary($0) : .text($0) } ?? frame)
        }
    }

    private func pass(
        _ frame: ChannelFrame,
        of connection: any ChannelConnection,
        _ body: @escaping (_ changed: [UInt8]?) -> Void
    ) {
        let note: (ChannelFrame, String?) -> Void = { [context] frame, fault in
            context.keep(frame, of: Community.self, fault: fault)
        }
        guard let tap = context.frameTap else {
            note(frame, nil)
            return body(nil)
        }
        tap.pass(PendingFrame(frame, of: connection, in: Community.name, note: note, goOn: body))
    }

    /// Calls `body`, which sends a message to the client, when the tap lets the message pass.
    ///
    /// It gets other bytes to send when the tap has changed the message.
    func letOut(
        _ topic: String,
        event: String,
        bytes: [UInt8],
        of connection: any ChannelConnection,
        _ body: @escaping (_ changed: [UInt8]?) -> Void
    ) {
        guard isWatched else { return body(nil) }
        let frame = ChannelFrame(.outgoing, peer, topic: topic, event: event, bytes: bytes)
        pass(frame, of: connection, body)
    }

    /// Tells the tap that the client has connected.
    func opened(_ connection: any ChannelConnection) {
        context.frameTap?.opened(connection)
    }

    /// Tells the tap that the connection has ended.
    func ended(_ connection: any ChannelConnection) {
        context.frameTap?.ended(connection)
    }

    /// Logs why a frame was not handled.
    func report(_ error: any Error) {
        let words = "\(peer.transport.rawValue) \(peer.socket) of account \(peer.account)"
        switch error {
        case let error as Undecodable:
            context.report(.detail("\(words): a frame cannot be read: \(error)"))
        default: context.report(.failure("\(words): a frame was not carried out: \(error)"))
        }
    }
}
