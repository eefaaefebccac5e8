internal import MockPostlyDialect
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyRegex

extension MessagePattern: MadeOfMembers {
    static let table: [Member<MessagePattern>] = head + bodyTable(of: "the message", \.body)

    private static let head: [Member<MessagePattern>] = [
        .condition("direction", .named("Direction"), "`in` from clients, `out` to them") {
            body,
            _,
            pattern throws(Problem) in
            let word = try body.suggestedChoice("direction", of: ["in", "out"])
            pattern.direction = word == "in" ? .incoming : .outgoing
        },
        .condition("topic", .anyWord { $0 }, "a condition on the topic, which may end in `*`") {
            body,
            _,
            pattern throws(Problem) in
            pattern.topic = try body.topicPattern("topic")
        }.option("TOPIC", "only messages of sockets on this topic, which may end in *"),
        .condition("event", .anyWord { $0 }, "a condition on the name of the event") {
            body,
            value,
            pattern throws(Problem) in
            pattern.event = try body.textPattern("event", value)
        }.option("EVENT", "only messages of sockets with this event"),
        .value("user", \.user, .text, "the id of the user whose token opened the connection"),
        .value("socket", \.socket, .count(from: 0), "the number of the connection"),
        .condition("transport", .named("SocketTransport"), "how the connection passes messages") {
            body,
            _,
            pattern throws(Problem) in
            pattern.transport = try body.transport("transport")
        },
        .condition(
            "payload",
            .any("object"),
            "a condition for each path to a value of the payload, such as `$.id`, as of `jsonPath`"
        ) { body, _, pattern throws(Problem) in
            pattern.payload = try body.pathPatterns("payload")
        },
    ]

    /// Reads the members of a pattern.
    ///
    /// Throws a ``Problem`` with status 400.
    init(_ body: ControlBody) throws(Problem) {
        self.init()
        try readMembers(body)
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
