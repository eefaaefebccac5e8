internal import MockPostlyFaults
internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlyWorld

/// What `mockpostly fault add` is told beside the fault.
struct FaultSettings: Sendable {
    var name: String?
    var method: String?
    var path: String?
    var user: String?
    var topic: String?
    var event: String?
    var match: String?
    var rate: Double?
    var times: Int?
    var after: Int?
    var per: String?
    var timeToLive: String?
    var script: String?

    /// Writes the members of the order; `fault` is a name or a JSON object.
    ///
    /// What is wrong is refused by the server.
    func write(_ json: inout JSONWriter, fault: String) {
        json.key("fault")
        if fault.utf8.first == UInt8(ascii: "{"), let object = try? JSON(parsing: Array(fault.utf8))
        {
            json.raw(object.root)
        } else {
            json.string(fault)
        }
        writeMatch(&json)
        if let name { json.field("name", name) }
        if let rate { json.field("rate", rate) }
        if let times { json.field("times", times) }
        if let after { json.field("after", after) }
        if let per { json.field("per", per) }
        if let script { json.field("script", script) }
        if let timeToLive, timeToLive != "never" { json.field("ttl", timeToLive) }
    }

    private func writeMatch(_ json: inout JSONWriter) {
        let document = match.flatMap { try? JSON(parsing: Array($0.utf8)) }
        let given = document?.root.members ?? []
        let texts = [method, path, user, topic, event]
        guard match != nil || texts.contains(where: { $0 != nil }) else { return }
        json.key("match")
        json.beginObject()
        for (name, value) in given {
            json.key(name)
            json.raw(value)
        }
        if let method { json.field("method", method.uppercased()) }
        if let path { json.field("path", path) }
        if let user { json.field("user", user) }
        if let topic { json.field("topic", topic) }
        if let event { json.field("event", event) }
        json.endObject()
    }
}

/// The options of `mockpostly fault add`.
enum FaultOptions {
    static let name = ClientOptions.single(
        "name",
        "NAME",
        \.client.fault.name,
        "what answers and the log call it"
    )

    static let matching = [
        ClientOptions.single("method", "METHOD", \.client.fault.method, "only this method"),
        ClientOptions.single(
            "path",
            "PATTERN",
            \.client.fault.path,
            "only these paths, such as '/api/posts/*' or '/api/**'"
        ),
        ClientOptions.single(
            "user",
            "USER",
            \.client.fault.user,
            "only requests with a token of this user: id, e-mail or username"
        ),
        ClientOptions.single(
            "topic",
            "TOPIC",
            \.client.fault.topic,
            "only messages of sockets on this topic, which may end in *"
        ),
        ClientOptions.single(
            "event",
            "EVENT",
            \.client.fault.event,
            "only messages of sockets with this event"
        ),
        Option.value(
            "match",
            "JSON",
            \.client.fault.match,
            ValueType.jsonObject.optional,
            "further conditions, as the control plane takes them"
        ).with { $0.reach = .commandLine },
    ]

    static let counting = [
        Option.value(
            "rate",
            "RATE",
            \.client.fault.rate,
            ValueType.chance.optional,
            "the chance of each request, from 0 to 1"
        ).with { $0.reach = .commandLine },
        Option.value(
            "times",
            "COUNT",
            \.client.fault.times,
            ValueType.count(1...RequestOptions.most).optional,
            "only so many requests"
        ).with { $0.reach = .commandLine },
        Option.value(
            "after",
            "COUNT",
            \.client.fault.after,
            ValueType.count(0...RequestOptions.most).optional,
            "let so many requests through first"
        ).with { $0.reach = .commandLine },
        ClientOptions.single(
            "per",
            "WHAT",
            \.client.fault.per,
            "count them by world, user, header:NAME or socket; default: world"
        ).completing(["world", "user", "header:", "socket"]),
        ClientOptions.single(
            "script",
            "STEPS",
            \.client.fault.script,
            "only when these steps say down: 'up 5s, down 2s, up'"
        ).with {
            $0.details = """
                The steps follow the world's clock. The last one lasts if it has no time; after \
                the word repeat they begin again.
                """
        },
        Option.value(
            "ttl",
            "TIME",
            \.client.fault.timeToLive,
            ValueType.timeToLive.optional,
            "delete it after this time; default: never"
        ).with { $0.reach = .commandLine },
    ]
}

extension ValueType where Value == Double {
    static let chance = ValueType(
        expected: "a number from 0 to 1",
        read: { text in Double(text).flatMap { $0 >= 0 && $0 <= 1 ? $0 : nil } },
        show: { .text("\($0)") }
    )
}

extension ValueType where Value == String {
    static let jsonObject = ValueType(
        expected: "a JSON object",
        read: { text in
            let document = try? JSON(parsing: Array(text.utf8))
            return document?.root.kind == .object ? text : nil
        },
        show: { .text($0) }
    )
}

extension ValueType where Value == Fault {
    /// A fault by its name.
    static let faultName = ValueType(
        expected: Fault.names.joined(separator: ", "),
        read: { Fault(named: $0) },
        show: { .text($0.name) },
        completion: .words(Fault.names)
    )
}
