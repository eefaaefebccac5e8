internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlySockets

/// What `mockpostly socket` is told beside its operands.
struct SocketSettings: Sendable {
    var user: String?
    var topic: String?
    var socket: UInt64?
    var transport: String?
    var how: String?
    var date: String?
    var delay: String?
    var within: String?
    var hold: String?

    /// Writes the member `match`, if anything is to be matched.
    func writeMatch(_ json: inout JSONWriter) {
        guard user != nil || topic != nil || socket != nil || transport != nil else { return }
        json.key("match")
        json.beginObject()
        if let user { json.field("user", user) }
        if let topic { json.field("topic", topic) }
        if let socket { json.field("socket", Int64(clamping: socket)) }
        if let transport { json.field("transport", transport) }
        json.endObject()
    }
}

/// The options of `mockpostly socket`.
enum SocketOptions {
    static let topic = ClientOptions.single(
        "topic",
        "TOPIC",
        \.client.socket.topic,
        "only clients that have joined it; it may end in *"
    )

    /// Which clients are meant, beside ``topic``.
    static let matching = [
        ClientOptions.single(
            "user",
            "USER",
            \.client.socket.user,
            "only clients with a token of this user: id, e-mail or username"
        ),
        Option.value(
            "socket",
            "NUMBER",
            \.client.socket.socket,
            ValueType.seedNumber.optional,
            "only this one; `mockpostly socket list` has the numbers"
        ).with { $0.reach = .commandLine },
        Option.value(
            "transport",
            "WHICH",
            \.client.socket.transport,
            ValueType.word(of: ["websocket", "longpoll"]).optional,
            "only these: websocket or longpoll"
        ).with { $0.reach = .commandLine },
    ]

    static let how = Option.value(
        "how",
        "WAY",
        \.client.socket.how,
        ValueType.word(of: Disconnection.allCases.map(\.rawValue)).optional,
        "reset, close or half-open; default: reset"
    ).with {
        $0.reach = .commandLine
        $0.details = """
            reset ends TCP with a reset, close in order but without a close frame; half-open keeps \
            the connection, on which nothing passes any more.
            """
    }

    static let sendingTime = [
        ClientOptions.single(
            "at",
            "DATE",
            \.client.socket.date,
            "send it when the world's clock shows this date"
        ),
        ClientOptions.single(
            "in",
            "TIME",
            \.client.socket.delay,
            "send it after this time of the world's clock"
        ),
    ]

    static let scenario = [
        ClientOptions.single(
            "within",
            "TIME",
            \.client.socket.within,
            "how long clients have; default: 30s, or 90s for dead-heartbeat"
        ),
        ClientOptions.single(
            "hold",
            "TIME",
            \.client.socket.hold,
            "how long joins wait in queued-joins; default: 5s"
        ),
    ]
}
