internal import MockPostlyControlClient
internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlySockets

extension Commands {
    static let socket = Command(
        name: "socket",
        summary: "see, drop and try the sockets of an app",
        description: """
            The sockets of a world are the clients of its channels, by WebSocket or long poll. \
            Faults of single messages are ordered with `mockpostly fault add socket-…`.
            """,
        examples: socketDrop.examples + socketScenario.examples,
        subcommands: [socketList, socketDrop, socketSend, socketScenario]
    )

    private static let jsonAlone = ServerOptions.Group(
        title: "Options",
        options: [ClientOptions.json]
    )

    private static let socketList = Command(
        name: "socket list",
        summary: "list the connected clients",
        description: "Prints a line for each client, in the order in which they connected.",
        groups: [jsonAlone, ClientOptions.serverAndWorld],
        examples: [.init(line: "mockpostly socket list", purpose: "with the topics they joined")],
        body: { call throws(Failure) in
            let head = ["SOCKET", "TRANSPORT", "USER", "STATE", "TOPICS"]
            let answer = try call.controlClient().get(["sockets"])
            return try call.showTable(answer, "sockets", head, socketRow, noun: "connected clients")
        }
    )

    private static let socketDrop = Command(
        name: "socket drop",
        summary: "end connections without a word",
        description: """
            Ends the connections of all clients of a world, or of those that the options name, as a \
            lost network does.
            """,
        groups: [
            .init(title: "Which clients", options: [SocketOptions.topic] + SocketOptions.matching),
            .init(title: "Options", options: [SocketOptions.how, ClientOptions.json]),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(line: "mockpostly socket drop", purpose: "all, by a TCP reset"),
            .init(
                line: "mockpostly socket drop --how half-open --user mira.sol@example.com",
                purpose: "let those of one user die"
            ),
        ],
        body: { call throws(Failure) in
            let settings = call.settings.client.socket
            let client = try call.controlClient(for: .changing)
            let answer = try client.send("POST", ["sockets", "disconnect"]) {
                settings.writeMatch(&$0)
                if let how = settings.how { $0.field("how", how) }
            }
            return try call.show(answer) { answer in
                let count = answer["sockets"]?.count ?? 0
                return "\(answer["world"]?.string ?? ""): \(counted(count, "socket")) dropped\n"
            }
        }
    )

    private static let socketSend = Command(
        name: "socket send",
        summary: "send an event to the clients of a topic",
        description: """
            Sends EVENT with the JSON of PAYLOAD, or {}, to the clients that have joined TOPIC: now, \
            or when the clock of the world shows a time.
            """,
        operands: .init(placeholder: "TOPIC EVENT [PAYLOAD]", count: 2...3),
        groups: [
            .init(title: "When", options: SocketOptions.sendingTime),
            .init(title: "Which clients", options: SocketOptions.matching),
            jsonAlone,
            ClientOptions.serverAndWorld,
        ],
        examples: Command.Example.ofDialects("socket send"),
        body: { call throws(Failure) in
            let settings = call.settings.client.socket
            let payload = try socketPayload(call.operands)
            let client = try call.controlClient(for: .changing)
            let answer = try client.send("POST", ["sockets", "events"]) { json in
                json.field("topic", call.operands[0])
                json.field("event", call.operands[1])
                if let payload {
                    json.key("payload")
                    json.raw(payload.root)
                }
                settings.writeMatch(&json)
                if let date = settings.date { json.field("at", date) }
                if let delay = settings.delay { json.field("in", delay) }
            }
            return try call.show(answer) { answer in
                if let number = answer["id"]?.int {
                    return "event \(number) is sent at \(answer["at"]?.string ?? "")\n"
                }
                let count = answer["sockets"]?.count ?? 0
                return "\(answer["world"]?.string ?? ""): sent to \(counted(count, "socket"))\n"
            }
        }
    )

    private static func socketPayload(_ operands: [String]) throws(Failure) -> JSON? {
        guard operands.count > 2 else { return nil }
        guard let payload = try? JSON(parsing: Array(operands[2].utf8)) else {
            throw .usage("the payload is not JSON", hint: "such as '{\"id\": 1}'")
        }
        return payload
    }

    private static let socketScenario = Command(
        name: "socket scenario",
        summary: "try how clients get over a trouble",
        description: """
            Lets the trouble happen to the connected clients, waits until all of them are back or \
            their time is over, and prints what each of them did. The exit code is 1 if one did \
            not come back.

            \(SocketScenario.Kind.allCases.map { "\($0.rawValue): \($0.summary)." }
                .joined(separator: " "))
            """,
        operands: .init(
            placeholder: "NAME",
            count: 1...1,
            completion: .words(SocketScenario.Kind.allCases.map(\.rawValue))
        ),
        groups: [
            .init(title: "Which clients", options: [SocketOptions.topic] + SocketOptions.matching),
            .init(title: "Options", options: SocketOptions.scenario + [ClientOptions.json]),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(
                line: "mockpostly socket scenario down-twice --within 20s",
                purpose: "does the app reconnect?"
            )
        ],
        body: { call throws(Failure) in
            let settings = call.settings.client.socket
            var call = call
            // It answers when the scenario has ended.
            call.settings.client.timeout = .seconds(1260)
            let client = try call.controlClient(for: .changing)
            let begun = try client.send("POST", ["socket-scenarios"]) {
                $0.field("name", call.operands[0])
                settings.writeMatch(&$0)
                if let within = settings.within { $0.field("within", within) }
                if let hold = settings.hold { $0.field("hold", hold) }
            }
            let world = begun.root["world"]?.string
            let path = ["socket-scenarios", "\(begun.root["id"]?.int ?? 0)"]
            let query = [("world", world)]
            // A verdict that is not good is a refusal here, and is shown below.
            let body = Array(#"{"within":"10m"}"#.utf8)
            _ = try? client.answer("POST", path + ["wait"], query, body: .json(body))
            let verdict = try client.get(path, query)
            try call.show(verdict) { verdict in
                let head = ["SOCKET", "USER", "BACK", "AFTER", "ATTEMPTS", "MISSED"]
                let rows = (verdict["clients"]?.elements ?? []).map(clientRow)
                return table([head] + rows, width: call.console.columns, hasHead: true)
                    + printable(verdict["reason"]?.string ?? "") + "\n"
            }
            return verdict.root["passed"]?.bool == true ? .success : .failed
        }
    )
}

@Sendable private func socketRow(_ socket: JSONValue) -> [String] {
    let topics = (socket["topics"]?.elements ?? []).compactMap(\.string)
    return [
        "\(socket["socket"]?.int ?? 0)",
        socket["transport"]?.string ?? "",
        printable(socket["user"]?.string ?? ""),
        socket["fault"]?.string.map(printable) ?? "open",
        printable(topics.joined(separator: ", ")),
    ]
}

@Sendable private func clientRow(_ client: JSONValue) -> [String] {
    let time = client["milliseconds"]?["joined"]?.double
    return [
        "\(client["socket"]?.int ?? 0)",
        printable(client["user"]?.string ?? ""),
        client["back"]?.bool == true ? "yes" : "no",
        time.map { "\(Int($0)) ms" } ?? "",
        "\(client["attempts"]?.int ?? 0)",
        "\(client["missed"]?.int ?? 0)",
    ]
}
