internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyStubs
internal import MockPostlyWorld

extension Stub: MadeOfMembers {
    static let table: [Member<Stub>] = [
        .value(
            "id",
            \.id,
            MemberKind.name(notOfDigits: "Numbers are given by the server; send a name.").orNull
                .schema(("anyOf", "[\(MemberType.reference("Name")), {\"type\": \"null\"}]")),
            "name for the stub; default: its number"
        ).option("NAME"),
        .part("match", .requests("StubMatch"), "the requests that it is for; default: all")
            .option(
                "REQUESTS",
                "method and path of the requests",
                details: """
                    Such as 'GET /api/posts': a method, which can be left out, and a path, in which * is \
                    part of a segment and ** any number of segments. Or further conditions in JSON, as \
                    the control plane takes them.
                    """
            ),
        .part("response", .named("StubResponse"), "the answer"),
        .part("sequence", .named("StubSequence"), "answers that are given in this order"),
        .value("repeat", \.repetition, .choice, "what follows the last response of a sequence")
            .named("StubRepetition").details(
                """
                The next stub or the real behaviour, the last response for ever, or the sequence \
                again.
                """
            ),
        .value("times", \.times, .int(1...mostTimes), "how many requests to answer; default: all")
            .named("StubTimes").option("COUNT"),
        .value("after", \.after, .count(from: 0), "let so many requests through first")
            .option("COUNT"),
        .value(
            "priority",
            \.priority,
            .int(1...1_000_000),
            "the lowest number goes first; default: 5"
        )
        .named("StubPriority").details("Of equals the newest stub."),
        .value(
            "ttl",
            \.timeToLive,
            MemberKind.lifetime.orNull,
            "delete it after this time; default: never"
        ).named("StubLifetime").details("By the machine's clock; null for as long as its world.")
            .option("TIME"),
        .part("state", .named("StubStep"), "the step of a scenario that it takes part in"),
    ]

    /// The most requests that a number of times can mean.
    static let mostTimes = 1_000_000_000
    /// The most responses of a sequence.
    static let longestSequence = 1000

    /// Reads an order, whose text is `text`.
    ///
    /// Throws a ``Problem`` with status 400 that names the member at fault.
    init(_ body: ControlBody, _ text: [UInt8], dialects: [String]) throws(Problem) {
        self.init(
            try body.requestPattern(dialects: dialects),
            try Self.responses(body),
            definition: Definition(.own, text)
        )
        try pattern.requireServedPath("stub can answer")
        if body.has("repeat"), !body.has("sequence") {
            throw .badValue(
                "There is \(body.place("repeat")), but no sequence.",
                "A single response is given again and again, or as often as 'times' says."
            )
        }
        try readMembers(body)
        step = try Self.step(body)
    }

    private static func responses(_ body: ControlBody) throws(Problem) -> [StubResponse] {
        switch (body.has("response"), body.has("sequence")) {
        case (true, true):
            throw .conflict("response", "sequence", hint: "A sequence has all the responses.")
        case (false, false):
            throw body.missing("response", "Send such as {\"status\": 503, \"json\": {}}.")
        case (true, false):
            guard let order = try body.object("response", members: StubResponse.members) else {
                return []
            }
            return [try StubResponse(order)]
        case (false, true): break
        }
        let members = StubResponse.members + ["times"]
        let orders = try body.objects("sequence", members: members, atMost: longestSequence)
        var responses: [StubResponse] = []
        for order in orders {
            var response = try StubResponse(order)
            response.times = Int(try order.int("times", in: 1...Int64(mostTimes)) ?? 1)
            responses.append(response)
        }
        return responses
    }

    private static func step(_ body: ControlBody) throws(Problem) -> ScenarioStep? {
        guard let state = try body.object("state", members: ScenarioStep.members) else {
            return nil
        }
        var step = ScenarioStep(scenario: "", requires: nil, becomes: nil)
        try step.readMembers(state)
        guard state.has("scenario") else {
            throw state.missing("scenario", "Give the scenario a name, such as 'cart'.")
        }
        guard step.requires != nil || step.becomes != nil else {
            throw state.missing(
                "requires",
                "Send a state that it requires, one that it becomes, or both; the first is"
                    + " '\(ScenarioStep.start)'."
            )
        }
        return step
    }
}

extension Stub.ScenarioStep: MadeOfMembers {
    static let table: [Member<Self>] = [
        .value("scenario", \.scenario, .shortText, "the name of the scenario").required,
        .value("requires", \.requires, .shortText, "the state in which the stub answers"),
        .value("becomes", \.becomes, .shortText, "the state after it has answered"),
    ]
}
