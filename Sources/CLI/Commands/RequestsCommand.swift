internal import MockPostlyControl
internal import MockPostlyControlClient
internal import MockPostlyHTTPClient
internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlyWorld

extension Commands {
    static let requests = Command(
        name: "requests",
        summary: "show, await and verify what an app has sent",
        description: """
            Prints a line for each request in the journal of a world, the newest last. PATTERN is \
            a path, or a method and a path, in which * is a segment and ** any number of them. \
            With --follow, requests and messages are printed as they come; without -w or a \
            variable for a world those of all worlds.
            """,
        operands: patternOperand,
        groups: [
            .init(title: "Which requests", options: RequestOptions.matching),
            .init(
                title: "Options",
                options: [RequestOptions.follow, RequestOptions.limit, ClientOptions.json]
            ),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(line: "mockpostly requests", purpose: "the newest 20"),
            .init(line: "mockpostly requests --follow", purpose: "a live view"),
            .init(line: "mockpostly requests 'POST /api/**' --status 4xx", purpose: "what failed"),
        ],
        subcommands: [
            requestsShow, requestsCurl, requestsArchive, requestsVerify, requestsWait,
            requestsClear,
        ],
        body: { call throws(Failure) in
            try call.settings.client.requests.follows ? followRequests(call) : listRequests(call)
        }
    )

    private static let patternOperand = Command.Operands(placeholder: "PATTERN", count: 0...1)
    private static let numberOperand = Command.Operands(placeholder: "NUMBER", count: 1...1)

    private static let requestsShow = Command(
        name: "requests show",
        summary: "show a request with its answer",
        description: """
            Prints what the journal has of one request, in JSON: its fields and body, its answer, \
            and the rows that it wrote. Passwords, tokens and cookies are hidden.
            """,
        operands: numberOperand,
        groups: [ClientOptions.serverAndWorld],
        examples: [.init(line: "mockpostly requests show 12", purpose: "number 12")],
        body: { call throws(Failure) in
            let answer = try call.controlClient().get(["requests", call.operands[0]])
            let text = JSONWriter.pretty(Array(answer.root.rawText))
            try call.console.write(text + [UInt8(ascii: "\n")])
            return .success
        }
    )

    private static let requestsCurl = Command(
        name: "requests curl",
        summary: "print a request as a command of curl",
        description: """
            Prints a command line that sends the request again. Passwords, tokens and cookies are \
            hidden.
            """,
        operands: numberOperand,
        groups: [ClientOptions.serverAndWorld],
        examples: [.init(line: "mockpostly requests curl 12", purpose: "number 12")],
        body: { call throws(Failure) in
            try printText(call, ["requests", call.operands[0], "curl"])
        }
    )

    private static let requestsArchive = Command(
        name: "requests har",
        summary: "print all requests as an HTTP archive",
        description: "Prints a HAR file, which the network panels of browsers can open.",
        groups: [ClientOptions.serverAndWorld],
        examples: [.init(line: "mockpostly requests har >app.har", purpose: "into a file")],
        body: { call throws(Failure) in try printText(call, ["requests", "har"]) }
    )

    private static let requestsVerify = Command(
        name: "requests verify",
        summary: "fail unless certain requests have come",
        description: """
            Succeeds when the journal has as many requests as wanted, else fails and says what \
            came nearest and where it differs. It fails as well when evidence was dropped.
            """,
        operands: patternOperand,
        groups: [
            .init(title: "Which requests", options: RequestOptions.matching),
            .init(title: "How many", options: RequestOptions.counting),
            .init(title: "Options", options: [ClientOptions.json]),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(
                line: "mockpostly requests verify 'POST /api/posts' --count 1",
                purpose: "the app has sent one new post"
            )
        ],
        body: { call throws(Failure) in
            let settings = call.settings.client.requests
            let pattern = try call.settings.client.given.pattern(call.operands.first)
            let client = try call.controlClient()
            let answer = try client.send("POST", ["requests", "verify"]) { json in
                json.match(pattern)
                call.settings.client.given.write(ControlOrders.verification.without("match"), &json)
                if settings.isNever { json.field("never", true) }
            }
            return try call.show(answer, found)
        }
    )

    private static let requestsWait = Command(
        name: "requests wait",
        summary: "wait until certain requests have come",
        description: """
            Ends as soon as the journal has the requests; fails when they have not come in time, \
            and says what came nearest. Requests that came earlier count as well: clear the \
            journal first to wait for new ones.
            """,
        operands: patternOperand,
        groups: [
            .init(title: "Which requests", options: RequestOptions.matching),
            .init(title: "How many", options: RequestOptions.awaited),
            .init(title: "Options", options: [ClientOptions.json]),
            .init(
                title: ClientOptions.serverAndWorld.title,
                options: ClientOptions.serverAndWorld.options.filter { $0.name != "timeout" }
            ),
        ],
        examples: [
            .init(
                line: "mockpostly requests wait 'POST /api/posts' --within 10s",
                purpose: "until the app has sent a post"
            )
        ],
        body: { call throws(Failure) in
            let settings = call.settings.client.requests
            let pattern = try call.settings.client.given.pattern(call.operands.first)
            var client = try call.controlClient()
            client.timeout += settings.within
            let answer = try client.send("POST", ["requests", "wait"]) { json in
                json.match(pattern)
                call.settings.client.given.write(ControlOrders.wait.without("match"), &json)
                json.field("within", "\(settings.within.wholeNanoseconds / 1_000_000)ms")
            }
            return try call.show(answer, found)
        }
    )

    private static let requestsClear = Command(
        name: "requests clear",
        summary: "clear the journal of a world",
        description: "Removes all requests and messages; numbers go on.",
        groups: [ClientOptions.serverAndWorld],
        examples: [.init(line: "mockpostly requests clear", purpose: "before a test")],
        body: { call throws(Failure) in
            let client = try call.controlClient(for: .changing)
            let world = try client.nameOfWorld()
            try client.answer("DELETE", ["requests"], [("world", world)])
            try call.console.write("\(world): the journal is empty\n")
            return .success
        }
    )

    private static func printText(
        _ call: Command.Call,
        _ segments: [String]
    ) throws(Failure) -> ExitCode {
        try call.console.write(try call.controlClient().answer("GET", segments).body)
        return .success
    }

    @Sendable private static func found(_ answer: JSONValue) -> String {
        let numbers = (answer["numbers"]?.elements ?? []).compactMap(\.int)
        let count = counted(numbers.count, "request")
        guard let first = numbers.first, let last = numbers.last else { return "\(count)\n" }
        return first == last
            ? "\(count): number \(first)\n" : "\(count): numbers \(first) to \(last)\n"
    }
}

// MARK: Lists

extension Commands {
    private static func listRequests(_ call: Command.Call) throws(Failure) -> ExitCode {
        let settings = call.settings.client.requests
        let pattern = try call.settings.client.given.pattern(call.operands.first)
        let answer = try call.controlClient().send("POST", ["requests", "find"]) { json in
            json.match(pattern)
            json.field("limit", settings.limit)
        }
        return try call.showList(answer, "requests", "requests") { entries in
            let dropped = answer.root["dropped"]?.int ?? 0
            let note = dropped > 0 ? "dropped before these: \(dropped)\n" : ""
            return note + entries.reversed().map { JournalLine($0).text + "\n" }.joined()
        }
    }

    /// Prints what comes until the server ends the stream, or a signal the process.
    private static func followRequests(_ call: Command.Call) throws(Failure) -> ExitCode {
        let settings = call.settings.client
        let client = try call.controlClient()
        let filter = try settings.given.pattern(call.operands.first)
        let query = try filterQuery(filter) + [("world", client.world)]
        var events = EventReader()
        var refusal: Failure?
        var isOfWorld = false
        try client.stream(["events"], query) { bytes in
            for event in events.read(bytes) {
                isOfWorld = event.name == "ended"
                let line =
                    settings.format == .json
                    ? event.data + [UInt8(ascii: "\n")]
                    : JournalLine(of: event, namesWorld: client.world == nil).map {
                        Array("\($0.text)\n".utf8)
                    }
                do throws(Failure) {
                    try call.console.write(line ?? [])
                } catch {
                    refusal = error
                    return false
                }
            }
            return true
        }
        if let refusal { throw refusal }
        // That the world has ended was its last line.
        if !isOfWorld { call.console.tell("the server has ended\n") }
        return .success
    }

    /// The conditions of `match` as parameters of a query, which can be texts alone.
    private static func filterQuery(
        _ pattern: [UInt8]?
    ) throws(Failure) -> ControlCall.Query {
        guard let pattern, let document = try? JSON(parsing: pattern) else { return [] }
        var query: ControlCall.Query = []
        for (name, value) in document.root.members {
            guard let text = value.string else {
                throw .usage(
                    "--follow takes texts in --match, and \(quoted(name)) is none",
                    hint: "use method, path, system, route, user, status, fault or stub"
                )
            }
            query.append((name, text))
        }
        return query
    }
}

extension JSONWriter {
    /// The member `match`, if there are conditions.
    mutating func match(_ pattern: [UInt8]?) {
        guard let pattern, let document = try? JSON(parsing: pattern) else { return }
        key("match")
        raw(document.root)
    }
}
