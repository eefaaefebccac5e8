internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyStubs
internal import MockPostlyWorld

extension Stub {
    /// The members of an order for a stub.
    static let members = [
        "id", "match", "response", "sequence", "repeat", "times", "priority", "state",
    ]
    /// The most requests that a number of times can mean.
    static let mostTimes: Int64 = 1_000_000_000
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
        id = try Self.id(body)
        if body.has("sequence") {
            let choices = Repetition.allCases.map(\.rawValue)
            let choice = try body.suggestedChoice("repeat", of: choices)
            repetition = choice.flatMap { Repetition(rawValue: $0) } ?? .none
        } else if body.has("repeat") {
            throw .badValue(
                "There is \(body.place("repeat")), but no sequence.",
                "A single response is given again and again, or as often as 'times' says."
            )
        }
        times = try body.int("times", in: 1...Self.mostTimes).map(Int.init)
        if let number = try body.int("priority", in: 1...1_000_000) { priority = Int(number) }
        step = try Self.step(body)
    }

    private static func id(_ body: ControlBody) throws(Problem) -> String? {
        guard let value = body.value("id"), !value.isNull else { return nil }
        guard let id = try body.name("id") else { return nil }
        guard id.utf8.contains(where: { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }) else {
            throw body.badValue("id", value, hint: "Numbers are given by the server; send a name.")
        }
        return id
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
            response.times = Int(try order.int("times", in: 1...mostTimes) ?? 1)
            responses.append(response)
        }
        return responses
    }

    private static func step(_ body: ControlBody) throws(Problem) -> ScenarioStep? {
        let members = ["scenario", "requires", "becomes"]
        guard let state = try body.object("state", members: members) else { return nil }
        guard let scenario = try state.shortText("scenario") else {
            throw state.missing("scenario", "Give the scenario a name, such as 'cart'.")
        }
        let step = ScenarioStep(
            scenario: scenario,
            requires: try state.shortText("requires"),
            becomes: try state.shortText("becomes")
        )
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

extension ControlBody {
    /// A text of 1 to 200 bytes.
    fileprivate func shortText(_ name: String) throws(Problem) -> String? {
        guard let text = try text(name), let value = value(name) else { return nil }
        guard 1...200 ~= text.utf8.count else {
            throw badValue(name, value, hint: "Send 1 to 200 bytes.")
        }
        return text
    }
}
