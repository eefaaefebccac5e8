internal import MockPostlyDialect
internal import MockPostlyPhoenix

/// What all frames of one client pass, in and out, whatever its transport.
///
/// Belongs to the loop's thread.
struct ChannelGate {
    private let context: DialectContext
    private let peer: ChannelPeer

    init(_ peer: ChannelPeer, _ context: DialectContext) {
        self.peer = peer
        self.context = context
    }

    /// Whether somebody wants to see the frames; else nothing is to be made for that.
    var isWatched: Bool { context.frameTap != nil }

    /// Has a frame of the client carried out by `body`, once it may be.
    func letIn(_ frame: Frame, _ serializer: Serializer, _ body: @escaping () -> Void) {
        guard let tap = context.frameTap else { return body() }
        let (bytes, isBinary) =
            switch frame {
            case .text(let bytes): (bytes, false)
            case .binary(let bytes): (bytes, true)
            }
        // A frame that cannot be read is seen as well; `body` finds out what is wrong with it.
        let message = try? serializer.decode(frame)
        let seen = ChannelFrame(
            .incoming,
            peer,
            topic: message?.topic,
            event: message?.event,
            bytes: bytes,
            isBinary: isBinary
        )
        tap.pass(seen, goOn: body)
    }

    /// Has a message for the client sent by `body`, once it may be.
    func letOut(_ topic: String, _ event: String, _ bytes: [UInt8], _ body: @escaping () -> Void) {
        guard let tap = context.frameTap else { return body() }
        let seen = ChannelFrame(.outgoing, peer, topic: topic, event: event, bytes: bytes)
        tap.pass(seen, goOn: body)
    }

    /// Has it in the log why a frame was not carried out.
    func report(_ error: any Error) {
        let words = "\(peer.transport.rawValue) \(peer.socket) of account \(peer.account)"
        switch error {
        case let error as Undecodable:
            context.report(.detail("\(words): a frame cannot be read: \(error)"))
        default: context.report(.failure("\(words): a frame was not carried out: \(error)"))
        }
    }
}
