internal import MockPostlyJSON

extension MockServer {
    /// A fault of a world, and what it has done.
    public struct FaultRule: Sendable, Hashable {
        /// Its number in the world.
        public var id: Int
        /// Its name; nil when it was given none.
        public var name: String?
        /// What answers, the log and the journal call it.
        public var shows: String
        /// What goes wrong.
        public var fault: JSON
        /// The conditions on requests.
        public var match: JSON
        /// Whether requests can get it now.
        public var isActive: Bool
        /// How many requests have met its conditions.
        public var matched: Int
        /// How many requests have got it.
        public var applied: Int
        /// How many more requests can get it; nil for any number.
        public var left: Int?

        init(_ rule: ControlDocument) {
            id = rule.int("id") ?? 0
            name = rule.text("name")
            shows = rule.text("shows") ?? ""
            fault = rule.json("fault") ?? .null
            match = rule.json("match") ?? .null
            isActive = rule.flag("active")
            matched = rule.int("matched") ?? 0
            applied = rule.int("applied") ?? 0
            left = rule.int("left")
        }
    }

    /// By what requests are counted for `times` and `after` of a fault.
    public enum FaultScope: Sendable, Hashable {
        /// All together.
        case world
        /// Those of each user.
        case user
        /// Those with each value of a header; not of messages.
        case header(String)
        /// Those of each socket; of messages only.
        case socket

        var text: String {
            switch self {
            case .world: "world"
            case .user: "user"
            case .socket: "socket"
            case .header(let name): "header:\(name)"
            }
        }
    }
}

extension MockServer.World {
    func addFault(
        _ fault: MockServer.JSON,
        _ match: MockServer.JSON,
        _ terms: [(String, MockServer.JSON?)]
    ) throws -> MockServer.FaultRule {
        MockServer.FaultRule(
            try control("POST", ["faults"]) { json in
                json.key("fault")
                json.value(fault)
                if match != [:] { json.match(match) }
                json.given(terms)
            }
        )
    }

    /// The faults of this world, the newest first.
    public var faults: [MockServer.FaultRule] {
        get throws {
            try control("GET", ["faults"]).parts("faults").map { MockServer.FaultRule($0) }
        }
    }

    /// Deletes a fault.
    ///
    /// Throws a ``MockServer/Failure`` when it has ended already.
    public func deleteFault(_ fault: MockServer.FaultRule) throws {
        try control("DELETE", ["faults", "\(fault.id)"])
    }

    /// Deletes a fault by the name that it was given.
    ///
    /// Throws a ``MockServer/Failure`` when there is none.
    public func deleteFault(named name: String) throws {
        try control("DELETE", ["faults", name])
    }

    /// Deletes all faults of this world.
    public func clearFaults() throws {
        try control("DELETE", ["faults"])
    }
}

extension JSONWriter {
    /// The members that have a value.
    mutating func given(_ members: [(String, MockServer.JSON?)]) {
        for case (let name, let value?) in members {
            key(name)
            self.value(value)
        }
    }
}
