internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// `requests/wait`, `messages/wait` and `state/wait`: answers that come when something happens.
enum Waiting: MadeOfMembers {
    static let table: [Member<Waiting>] = [
        .part("world", .named("Name"), "its world"),
        .part("match", .requests("EntryPattern"), "what has to come"),
        .part("count", .int(1...Int(Int32.max)), "wait for so many; default: 1").standard("1")
            .option("COUNT"),
        .part("after", .placeInJournal, "only entries with larger numbers; `now`: only later ones"),
        .part("within", .named("Duration"), "how long to wait, at most 10m; default: 5s")
            .formerly("timeout"),
    ]
    /// The longest time to wait, and the usual one.
    private static let longest = Duration.seconds(600)
    private static let usual = Duration.seconds(5)

    static func requests(_ request: Request, _ call: Control.Call) throws -> Reply {
        try wait(request, call, RequestMatcher.self)
    }

    static func messages(_ request: Request, _ call: Control.Call) throws -> Reply {
        try wait(request, call, MessageMatcher.self)
    }

    private static func wait<Matcher: EntryMatcher>(
        _ request: Request,
        _ call: Control.Call,
        _: Matcher.Type
    ) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: members, formerNames: formerNames)
        let reader = try call.worlds.journal(of: try call.world(query, body))
        let matcher = try Matcher(body.match(Matcher.self), call, reader)
        let wanted = try body.int("count", in: 1...Int64(Int32.max)).map { Int($0) } ?? 1
        let after = try body.placeInJournal("after", reader) ?? 0
        let timeout = try timeout(body)
        let waiter = EntryWaiter(matcher, call.control, after, wanted, timeout)
        return waiter.reply()
    }

    /// Waits until the answer to a GET request meets a condition.
    static func state(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(
            request,
            members: ["world", "get", "headers", "status", "path", "value", "within"],
            formerNames: formerNames
        )
        let world = try call.world(query, body)
        let reader = try call.worlds.journal(of: world)
        let condition = try StateCondition(body)
        let timeout = try timeout(body)
        let worlds = call.worlds
        var found: JSONValue?
        let waiter = StateWaiter(call.control) {
            if let failure = reader.failureOfUnknown(after: 0) { return failure }
            guard case .now(let response)? = try? worlds.peek(condition.request, in: world) else {
                return nil
            }
            found = condition.value(in: response)
            let budget = MatchBudget(.rules)
            let isMet = condition.accepts(response, found, budget)
            if let expression = budget.exceeded {
                return TooManySteps(expression: expression).failure(reader)
            }
            guard isMet else { return nil }
            return .object { json in
                json.field("met", true)
                json.field("status", response.status)
                // Absent and null differ: only a value that is there is written.
                guard let found else { return }
                json.key("value")
                json.value(found)
            }
        }
        return waiter.reply(within: timeout) {
            let value = found.map { shortened($0.asJSON) } ?? "absent"
            return CheckFailure(
                "Not in time",
                "The value is \(value) after \(formatDuration(timeout)), wanted "
                    + "\(condition.words).",
                reader,
                hint: "Ask for the path yourself to see the whole answer."
            ).response
        }
    }

    private static func timeout(_ body: ControlBody) throws(Problem) -> Duration {
        let timeout = try body.duration("within") ?? usual
        guard timeout <= longest else {
            throw .badValue(
                "\(body.capitalPlace("within")) is \(formatDuration(timeout)).",
                "The longest is \(formatDuration(longest))."
            )
        }
        return timeout
    }
}
