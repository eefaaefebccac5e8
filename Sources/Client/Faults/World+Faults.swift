internal import MockPostlyJSON
internal import MockPostlyWorld

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
    /// Adds a fault for some requests; the newest one that a request meets decides.
    ///
    /// ```swift
    /// try world.addFault(.status(503, retryAfter: 2), on: .get("/api/posts"), times: 1)
    /// try world.addFault(.reset(write: .saved), on: .post("/api/posts"), times: 1)
    /// try world.addFault(.offline, script: "up 5s, down 2s, up")
    /// ```
    ///
    /// - Parameters:
    ///   - fault: what goes wrong.
    ///   - match: which requests get it.
    ///   - name: how answers and the journal call it; nil for what it does.
    ///   - rate: the chance from 0, never, to 1, always.
    ///   - times: after how many requests it ends; nil for never.
    ///   - after: how many requests come through first.
    ///   - scope: by what `times` and `after` are counted.
    ///   - timeToLive: after how much time of the machine it ends; nil for never.
    ///   - script: when it is there, by the world's clock, such as `up 5s, down 2s, up`; nil for
    ///     always.
    /// - Returns: the fault as the world has it.
    /// - Throws: a ``MockServer/Failure`` that says what is wrong when there can be no such fault.
    @discardableResult
    public func addFault(
        _ fault: MockServer.Fault,
        on match: MockServer.RequestMatch = .any,
        named name: String? = nil,
        rate: Double = 1,
        times: Int? = nil,
        after: Int = 0,
        per scope: MockServer.FaultScope = .world,
        timeToLive: Duration? = nil,
        script: String? = nil
    ) throws -> MockServer.FaultRule {
        try addFault(
            fault.json,
            match.json,
            FaultTerms(name, rate, times, after, scope, timeToLive, script)
        )
    }

    func addFault(
        _ fault: MockServer.JSON,
        _ match: MockServer.JSON,
        _ terms: FaultTerms
    ) throws -> MockServer.FaultRule {
        MockServer.FaultRule(
            try control("POST", ["faults"]) { json in
                json.key("fault")
                json.value(fault)
                if match != [:] { json.match(match) }
                terms.write(&json)
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

/// How a fault is called, and how long, how often and when it is there.
struct FaultTerms {
    private let name: String?
    private let rate: Double
    private let times: Int?
    private let after: Int
    private let scope: MockServer.FaultScope
    private let timeToLive: Duration?
    private let script: String?

    init(
        _ name: String?,
        _ rate: Double,
        _ times: Int?,
        _ after: Int,
        _ scope: MockServer.FaultScope,
        _ timeToLive: Duration?,
        _ script: String?
    ) {
        (self.name, self.rate, self.times, self.after) = (name, rate, times, after)
        (self.scope, self.timeToLive, self.script) = (scope, timeToLive, script)
    }

    func write(_ json: inout JSONWriter) {
        if let name { json.field("name", name) }
        json.field("rate", rate)
        if let times { json.field("times", times) }
        json.field("after", after)
        json.field("per", scope.text)
        if let timeToLive { json.field("ttl", formatDuration(timeToLive)) }
        if let script { json.field("script", script) }
    }
}
