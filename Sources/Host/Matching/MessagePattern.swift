package import MockPostlyDialect
internal import MockPostlyJSON

/// A condition on messages of channels.
package struct MessagePattern: Sendable {
    package var direction: ChannelFrame.Direction?
    package var topic: TextPattern?
    package var event: TextPattern?
    /// The account whose token opened the connection.
    package var user: String?
    /// The number of the connection in its world.
    package var socket: Int?
    package var transport: ChannelPeer.Transport?
    /// Conditions on the whole message as it was sent.
    package var body: [BodyPattern] = []
    /// Conditions on the payload, whatever the format of the message around it.
    package var payload: [BodyPattern] = []

    /// The condition that all messages meet.
    package init() {}

    /// Whether a message meets the condition.
    ///
    /// `names` are the names by which its user may be called; without them it is the account alone.
    package func accepts(_ frame: ChannelFrame, names: () -> [String]? = { nil }) -> Bool {
        if let direction, direction != frame.direction { return false }
        if let topic, !topic.accepts(frame.topic) { return false }
        if let event, !event.accepts(frame.event) { return false }
        if let socket, socket != frame.peer.socket { return false }
        if let transport, transport != frame.peer.transport { return false }
        if user != nil, !acceptsUser(of: frame, names()) { return false }
        if !body.isEmpty {
            let content = MatchedBody(frame.bytes)
            guard body.allSatisfy({ $0.difference(in: content) == nil }) else { return false }
        }
        if !payload.isEmpty {
            let content = MatchedBody(frame.payload)
            guard payload.allSatisfy({ $0.difference(in: content) == nil }) else { return false }
        }
        return true
    }

    private func acceptsUser(of frame: ChannelFrame, _ names: [String]?) -> Bool {
        guard let user else { return true }
        return (names ?? [frame.peer.account]).contains { $0.utf8.elementsEqual(user.utf8) }
    }

    /// The parts of a message that do not meet the condition; empty when all do.
    package func differences(in frame: ChannelFrame) -> [Difference] {
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
        if let user, !acceptsUser(of: frame, nil) {
            differences.append(
                Difference("user", wanted: "'\(user)'", found: frame.peer.account)
            )
        }
        if let socket, socket != frame.peer.socket {
            differences.append(
                Difference("socket", wanted: "\(socket)", found: "\(frame.peer.socket)")
            )
        }
        if let transport, transport != frame.peer.transport {
            let (wanted, found) = (transport.rawValue, frame.peer.transport.rawValue)
            differences.append(Difference("transport", wanted: "'\(wanted)'", found: found))
        }
        let content = MatchedBody(frame.bytes)
        differences += body.compactMap { $0.difference(in: content) }
        guard !payload.isEmpty else { return differences }
        let part = MatchedBody(frame.payload)
        return differences
            + payload.compactMap { pattern in
                pattern.difference(in: part).map {
                    // A condition on a body begins with that word.
                    let path = $0.part.dropFirst("body".utf8.count)
                    return Difference("payload" + path, wanted: $0.wanted, found: $0.found)
                }
            }
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

extension ChannelFrame {
    /// The JSON text of the payload; empty when there is none, as in a binary message.
    package var payload: [UInt8] {
        guard !isBinary, let root = try? JSON(parsing: bytes).root else { return [] }
        switch root.kind {
        // The formats of Phoenix: a list of five, or an object.
        case .array: return root.elements.last.map { Array($0.rawText) } ?? []
        case .object: return root["payload"].map { Array($0.rawText) } ?? []
        default: return []
        }
    }
}
