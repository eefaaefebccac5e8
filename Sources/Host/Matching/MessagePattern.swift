internal import MockPostlyBodies
package import MockPostlyDialect
package import MockPostlyJSON
package import MockPostlyRegex

/// A condition on messages of channels.
package struct MessagePattern: Sendable {
    /// Nil for both.
    package var direction: ChannelFrame.Direction?
    package var topic: TextPattern?
    package var event: TextPattern?
    /// The account whose token opened the connection.
    ///
    /// Its id, e-mail address or username.
    package var user: String?
    /// The number of the connection in its world.
    ///
    /// As ``ChannelPeer/socket``.
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
    ///
    /// - Parameters:
    ///   - frame: whole.
    ///   - budget: for all expressions together.
    ///   - names: asked only when ``user`` is set.
    /// - Returns: false also when `budget` has not enough.
    package func accepts(
        _ frame: ChannelFrame,
        _ budget: MatchBudget,
        names: () -> [String]? = { nil }
    ) -> Bool {
        if let direction, direction != frame.direction { return false }
        if let topic, !topic.accepts(frame.topic, budget) { return false }
        if let event, !event.accepts(frame.event, budget) { return false }
        if let socket, socket != frame.peer.socket { return false }
        if let transport, transport != frame.peer.transport { return false }
        if user != nil, !acceptsUser(of: frame, names()) { return false }
        guard !body.isEmpty || !payload.isEmpty else { return true }
        var comparison = Comparison()
        compareContent(of: frame, byteCount: frame.bytes.count, budget, &comparison)
        return comparison.isMet
    }

    private func acceptsUser(of frame: ChannelFrame, _ names: [String]?) -> Bool {
        guard let user else { return true }
        return (names ?? [frame.peer.account]).contains { $0.utf8.elementsEqual(user.utf8) }
    }

    /// How a message compares with the condition; `byteCount` is the length of the whole message,
    /// of which `frame` may have the beginning.
    ///
    /// Messages that cannot be parsed have neither topic nor event.
    package func comparison(
        with frame: ChannelFrame,
        byteCount: Int,
        _ budget: MatchBudget
    ) -> Comparison {
        var comparison = Comparison()
        comparison.differences = headDifferences(in: frame, budget)
        compareContent(of: frame, byteCount: byteCount, budget, &comparison)
        return comparison
    }

    private func headDifferences(in frame: ChannelFrame, _ budget: MatchBudget) -> [Difference] {
        var differences: [Difference] = []
        if let direction, direction != frame.direction {
            let (wanted, found) = (direction.word, frame.direction.word)
            differences.append(Difference("direction", wanted: "'\(wanted)'", found: found))
        }
        for (part, pattern, found) in [
            ("topic", topic, frame.topic), ("event", event, frame.event),
        ] {
            guard let pattern, !pattern.accepts(found, budget) else { continue }
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
        return differences
    }

    private func compareContent(
        of frame: ChannelFrame,
        byteCount: Int,
        _ budget: MatchBudget,
        _ result: inout Comparison
    ) {
        guard !body.isEmpty || !payload.isEmpty else { return }
        let content = MatchedBody(DecodedBody(frame.bytes, of: byteCount))
        for pattern in body { result.add(pattern.verdict(on: content, budget)) }
        guard !payload.isEmpty else { return }
        // The payload of a message that was cut off cannot be found.
        if !frame.isBinary, content.isOpenJSON {
            result.isOpen = true
            return
        }
        let part = MatchedBody(DecodedBody(plain: frame.payload))
        for pattern in payload {
            var verdict = pattern.verdict(on: part, budget)
            if case .differs(var difference) = verdict {
                // A condition on a body begins with that word.
                difference.part = "payload" + difference.part.dropFirst("body".utf8.count)
                verdict = .differs(difference)
            }
            result.add(verdict)
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
        return root.payload.map { Array($0.rawText) } ?? []
    }
}

extension JSONValue {
    /// The payload of the message that this is, in one of the formats of Phoenix: a list of five, or
    /// an object.
    package var payload: JSONValue? {
        switch kind {
        case .array: elements.last
        case .object: self["payload"]
        default: nil
        }
    }
}
