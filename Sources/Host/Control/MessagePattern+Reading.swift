internal import MockPostlyDialect
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyRegex

extension MessagePattern {
    /// The members of a pattern of messages.
    static let members = [
        "direction", "topic", "event", "user", "socket", "transport", "payload", "body", "json",
        "jsonPath",
    ]

    /// Reads the members of a pattern.
    ///
    /// Throws a ``Problem`` with status 400.
    init(_ body: ControlBody) throws(Problem) {
        self.init()
        direction = try body.suggestedChoice("direction", of: ["in", "out"]).map {
            $0 == "in" ? .incoming : .outgoing
        }
        topic = try body.topicPattern("topic")
        event = try body.value("event").map { value throws(Problem) in
            try body.textPattern("event", value)
        }
        user = try body.text("user")
        socket = try body.int("socket", in: 0...Int64(Int32.max)).map { Int($0) }
        transport = try body.transport("transport")
        self.body = try body.bodyPatterns()
        payload = try body.pathPatterns("payload")
    }
}

extension ControlBody {
    /// The member `name`, a pattern of messages; that which all meet when it is absent.
    func messagePattern(_ name: String) throws(Problem) -> MessagePattern {
        guard let match = try object(name, members: MessagePattern.members) else {
            return MessagePattern()
        }
        return try MessagePattern(match)
    }

    func transport(_ name: String) throws(Problem) -> ChannelPeer.Transport? {
        try suggestedChoice(name, of: ["websocket", "longpoll"]).flatMap {
            ChannelPeer.Transport(rawValue: $0)
        }
    }

    /// A condition on a topic; a text may end in `*`, as in the routes of Phoenix.
    func topicPattern(_ name: String) throws(Problem) -> TextPattern? {
        guard let value = value(name) else { return nil }
        guard let text = value.string, text.utf8.last == UInt8(ascii: "*") else {
            return try textPattern(name, value)
        }
        let beginning = text.dropLast()
        guard !beginning.utf8.contains(UInt8(ascii: "*")) else {
            throw badValue(name, value, hint: "A '*' stands at the end only, as in 'feed:*'.")
        }
        do throws(RegularExpression.Fault) {
            return .matches(try RegularExpression(escaped(String(beginning)) + ".*"))
        } catch {
            throw badValue(name, value, hint: "Send a topic, such as 'feed:*'.")
        }
    }
}

/// `text` as an expression that matches it alone.
private func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
        let isPlain =
            !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        if !isPlain { escaped += "\\" }
        escaped.unicodeScalars.append(scalar)
    }
    return escaped
}
