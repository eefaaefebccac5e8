internal import MockPostlyControl
internal import MockPostlyControlClient
internal import MockPostlyFaults
internal import MockPostlyJSON
internal import MockPostlyOptions

extension Commands {
    static let fault = Command(
        name: "fault",
        summary: "let requests go wrong on purpose",
        description: """
            A fault damages the answers to some requests of a world: they come late, slowly, \
            with an error, or not at all. Of several faults the newest decides. Answers name \
            their fault in the field X-Mockpostly-Fault, and so does the log.
            """,
        examples: faultAdd.examples + faultClear.examples,
        subcommands: [faultList, faultAdd, faultShow, faultDelete, faultClear, faultPresets]
    )

    private static let faultGroups = [
        ServerOptions.Group(title: "Options", options: [ClientOptions.json]),
        ClientOptions.serverAndWorld,
    ]

    private static let faultList = Command(
        name: "fault list",
        summary: "list the faults",
        description: "Prints a line for each fault of a world, the newest first.",
        groups: faultGroups,
        examples: [.init(line: "mockpostly fault list", purpose: "with how often each applied")],
        body: { call throws(Failure) in
            let head = ["ID", "SHOWS", "STATE", "APPLIED", "LEFT", "ENDS IN", "MATCH"]
            let answer = try call.controlClient().get(["faults"])
            return try call.showTable(answer, "faults", head, faultRow)
        }
    )

    private static let faultAdd = Command(
        name: "fault add",
        summary: "add a fault for some requests",
        description: """
            FAULT is a name that `mockpostly fault presets` lists, status-NNN, delay-TIME, or a \
            JSON object such as {"connection": "reset", "write": "saved"}. Without further \
            options every request to the world gets it; those that begin with socket- are for the \
            messages of sockets. With --patch and --remove it can be left out: the real answer is \
            given, with these changes.
            """,
        operands: .init(
            placeholder: "FAULT",
            count: 0...1,
            completion: .words(Fault.names + Fault.doors.map(\.name) + SocketFault.names)
        ),
        groups: [
            .init(title: "What is changed", options: FaultOptions.changing),
            .init(title: "Which requests", options: FaultOptions.matching),
            .init(title: "How often", options: FaultOptions.counting),
            .init(title: "Options", options: FaultOptions.name + [ClientOptions.json]),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(line: "mockpostly fault add slow-3g --ttl 10m", purpose: "all, for 10 minutes"),
            .init(
                line: "mockpostly fault add reset --method POST --path /api/posts --times 1",
                purpose: "the next new post"
            ),
            .init(
                line: "mockpostly fault add offline --script 'up 5s, down 2s, up'",
                purpose: "an outage of two seconds"
            ),
            .init(
                line: "mockpostly fault add socket-drop --event new_post --times 1",
                purpose: "the next new post is not told to a socket"
            ),
            .init(
                line:
                    "mockpostly fault add --path /api/posts --patch '{\"$.posts[1].author\": null}'",
                purpose: "the real feed, but for one author"
            ),
        ],
        body: { call throws(Failure) in
            let given = call.settings.client.given
            let fault = try faultMember(call.operands.first, given)
            let match = try given.match(FaultOptions.matched)
            let answer = try call.controlClient(for: .changing).send("POST", ["faults"]) { json in
                json.key("fault")
                json.raw(fault)
                json.match(match)
                given.write(ControlOrders.fault.without("match"), &json)
            }
            return try call.show(answer, inRow: faultRow)
        }
    )

    /// The member `fault`: a name, or an object with the changes that options give.
    ///
    /// What is wrong is refused by the server.
    private static func faultMember(
        _ operand: String?,
        _ given: GivenMembers
    ) throws(Failure) -> [UInt8] {
        let changes = ControlOrders.faultEffect.filter { given["fault.\($0.name)"] != nil }
        let object = operand.flatMap { MemberType.object.json($0) }
        guard !changes.isEmpty else {
            guard let operand else {
                throw .usage(
                    "expected a FAULT, or --patch or --remove",
                    hint: "`mockpostly fault presets` lists the names of faults"
                )
            }
            return object ?? Array(quotedJSON(operand).utf8)
        }
        if let operand, object == nil {
            throw .usage(
                "the fault \(quoted(operand)) and --\(changes[0].name) do not go together",
                hint: "leave it out, or give an object such as {\"delay\": \"1s\"}"
            )
        }
        return ControlCall.object { json in
            for (name, value) in (try? JSON(parsing: object ?? []))?.root.members ?? [] {
                json.key(name)
                json.raw(value)
            }
            given.write(changes, at: "fault.", &json)
        }
    }

    private static let faultShow = Command(
        name: "fault show",
        summary: "show a fault",
        description: "Prints the line of `mockpostly fault list` for one fault.",
        operands: .init(placeholder: "ID", count: 1...1),
        groups: faultGroups,
        examples: [.init(line: "mockpostly fault show 1 --json", purpose: "as JSON")],
        body: { call throws(Failure) in
            let answer = try call.controlClient().get(["faults", call.operands[0]])
            return try call.show(answer, inRow: faultRow)
        }
    )

    private static let faultDelete = Command(
        name: "fault delete",
        summary: "delete faults",
        description: "Deletes faults by their numbers or names.",
        operands: .init(placeholder: "ID…", count: 1...100),
        groups: [ClientOptions.serverAndWorld],
        examples: [.init(line: "mockpostly fault delete 1", purpose: "one")],
        body: { call throws(Failure) in
            try call.deleteEach { client, id in client.call("DELETE", ["faults", id]) }
        }
    )

    private static let faultClear = Command(
        name: "fault clear",
        summary: "delete all faults of a world",
        description: "Deletes all faults of a world. Requests are answered as usual again.",
        groups: faultGroups,
        examples: [.init(line: "mockpostly fault clear", purpose: "everything works again")],
        body: { call throws(Failure) in
            let answer = try call.controlClient(for: .changing).json("DELETE", ["faults"])
            return try call.show(answer) { answer in
                let count = Int(answer["deleted"]?.int ?? 0)
                return "\(answer["world"]?.string ?? ""): \(counted(count, "fault")) deleted\n"
            }
        }
    )

    private static let faultPresets = Command(
        name: "fault presets",
        summary: "list the faults that have names",
        description: """
            Prints the names that `mockpostly fault add` knows. They also stand in the header \
            X-Mockpostly-Fault, in the query __fault= and in a base URL such as /f/slow-3g/api, \
            except those of sockets.
            """,
        examples: [.init(line: "mockpostly fault presets", purpose: "without a server")],
        body: { call throws(Failure) in
            let rows = (Fault.presets + Fault.kinds + Fault.doors).map { [$0.name, $0.summary] }
            let sockets = SocketFault.named.map { [$0.name, $0.summary] }
            let others = [
                ["status-NNN", "an error with this status, in the system's own words"],
                ["delay-TIME", "the request is handled so much later, such as delay-2s"],
            ]
            try call.console.write(table(rows + others + sockets, width: call.console.columns))
            return .success
        }
    )
}

@Sendable private func faultRow(_ fault: JSONValue) -> [String] {
    let match = fault["match"].map { String(decoding: $0.rawText, as: UTF8.self) } ?? ""
    return [
        fault["id"]?.int.map { "\($0)" } ?? "",
        fault["shows"]?.string ?? "",
        fault["active"]?.bool == true ? "active" : "idle",
        "\(fault["applied"]?.int ?? 0) of \(fault["matched"]?.int ?? 0)",
        fault["left"]?.int.map { "\($0)" } ?? "",
        fault["endsIn"]?.string ?? "",
        match == "{}" ? (isOfSockets(fault) ? "all messages" : "all requests") : printable(match),
    ]
}

/// Whether a fault is for messages of sockets.
private func isOfSockets(_ fault: JSONValue) -> Bool {
    fault["fault"]?["socket"] != nil
        || fault["fault"]?.string.flatMap { SocketFault(named: $0) } != nil
}
