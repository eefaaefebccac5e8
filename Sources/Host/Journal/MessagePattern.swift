package import MockPostlyDialect
internal import MockPostlyJSON
package import MockPostlyMatching

/// A condition on entries of a journal that are messages of channels.
package struct MessagePattern: Sendable {
    package var direction: ChannelFrame.Direction?
    package var topic: TextPattern?
    package var event: TextPattern?
    /// The account whose token opened the connection.
    package var user: String?
    /// The number of the connection in its world.
    package var socket: Int?
    /// Conditions on the whole message as it was sent.
    package var body: [BodyPattern] = []

    /// The condition that all messages meet.
    package init() {}

    /// The parts of a message that do not meet the condition; empty when all do.
    package func differences(in message: RecordedMessage) -> [Difference] {
        let frame = message.frame
        var differences: [Difference] = []
        if let direction, direction != frame.direction {
            let (wanted, found) = (direction.word, frame.direction.word)
            differences.append(Difference("direction", wanted: "'\(wanted)'", found: found))
        }
        for (part, pattern, found) in [
            ("topic", topic, frame.topic), ("event", event, frame.event),
        ] {
            guard let pattern, !pattern.accepts(found) else { continue }
            differences.append(Difference(part, wanted: pattern.words, found: found))
        }
        if let user, !user.utf8.elementsEqual(frame.peer.account.utf8) {
            differences.append(
                Difference("user", wanted: "'\(user)'", found: frame.peer.account)
            )
        }
        if let socket, socket != frame.peer.socket {
            differences.append(
                Difference("socket", wanted: "\(socket)", found: "\(frame.peer.socket)")
            )
        }
        let content = MatchedBody(frame.bytes)
        differences += body.compactMap { $0.difference(in: content) }
        return differences
    }
}

extension ChannelFrame.Direction {
    /// As clients write it: `in` from the client, `out` to it.
    package var word: String {
        switch self {
        case .incoming: "in"
        case .outgoing: "out"
        }
    }
}
