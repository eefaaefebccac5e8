internal import MockPostlyJSON

extension MockServer {
    /// A stub of a world, and what it has done.
    public struct Stub: Sendable, Hashable {
        /// Its number in the world.
        public var number: Int
        /// Its id; nil when it was given none.
        public var id: String?
        /// The lowest goes first.
        public var priority: Int
        /// How many requests it has answered.
        public var used: Int
        /// How many more it will answer; nil for any number.
        public var left: Int?

        init(_ stub: ControlDocument) {
            number = stub.int("number") ?? 0
            id = stub.text("id")
            priority = stub.int("priority") ?? 0
            used = stub.int("used") ?? 0
            left = stub.int("left")
        }
    }

    /// What follows the last response of a sequence.
    public enum StubRepetition: String, Sendable, Hashable {
        /// The stub is used up.
        case none
        /// The last response, for ever.
        case last
        /// The sequence from its beginning.
        case all
    }

    /// A step of a scenario: a stub answers in one state only, and leads to another.
    public struct StubStep: Sendable, Hashable {
        /// The name of the scenario.
        public var scenario: String
        /// The state in which the stub answers, at first `Started`; nil for any.
        public var requires: String?
        /// The state of the scenario after the stub has answered; nil for the same.
        public var becomes: String?

        /// A step of a scenario.
        public init(_ scenario: String, requires: String? = nil, becomes: String? = nil) {
            (self.scenario, self.requires, self.becomes) = (scenario, requires, becomes)
        }

        var json: JSON {
            let states = [("requires", requires), ("becomes", becomes)].compactMap { name, state in
                state.map { JSON.Member(name, .string($0)) }
            }
            return .object([JSON.Member("scenario", .string(scenario))] + states)
        }
    }

    /// A scenario of stubs, and its state.
    public struct StubScenario: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// The state it is in.
        public var state: String
        /// The states that stubs name.
        public var states: [String]
    }
}

extension MockServer.World {
    /// Adds a stub with one response, or with several that `repetition` follows.
    func addStub(
        _ match: MockServer.RequestMatch,
        _ responses: [MockServer.StubResponse],
        _ repetition: MockServer.StubRepetition?,
        _ terms: [(String, MockServer.JSON?)]
    ) throws -> MockServer.Stub {
        let stub = try control("POST", ["stubs"]) { json in
            if match != .any { json.match(match.json) }
            if let repetition {
                json.key("sequence")
                json.beginArray()
                for response in responses { response.write(&json) }
                json.endArray()
                if repetition != .none { json.field("repeat", repetition.rawValue) }
            } else {
                json.key("response")
                for response in responses { response.write(&json) }
            }
            json.given(terms)
        }
        return MockServer.Stub(stub)
    }

    /// The stubs of this world, in the order in which requests try them.
    public var stubs: [MockServer.Stub] {
        get throws { try control("GET", ["stubs"]).parts("stubs").map { MockServer.Stub($0) } }
    }

    /// Deletes a stub: the real behaviour is back.
    ///
    /// Throws a ``MockServer/Failure`` when it was deleted already.
    public func deleteStub(_ stub: MockServer.Stub) throws {
        try control("DELETE", ["stubs", "\(stub.number)"])
    }

    /// Deletes all stubs of this world.
    public func clearStubs() throws {
        try control("DELETE", ["stubs"])
    }

    // MARK: Scenarios

    /// The scenarios of the stubs of this world.
    public var stubScenarios: [MockServer.StubScenario] {
        get throws {
            try control("GET", ["stub-states"]).parts("scenarios").map { scenario in
                MockServer.StubScenario(
                    name: scenario.text("scenario") ?? "",
                    state: scenario.text("state") ?? "",
                    states: scenario.texts("states")
                )
            }
        }
    }

    /// Sets the state of a scenario to one that its stubs name.
    ///
    /// Throws a ``MockServer/Failure`` when there is no such scenario or state.
    public func setStubState(of scenario: String, to state: String) throws {
        try control("PUT", ["stub-states"]) { json in
            json.field("scenario", scenario)
            json.field("state", state)
        }
    }

    /// Sets all scenarios back to their first state.
    public func resetStubStates() throws {
        try control("DELETE", ["stub-states"])
    }
}
