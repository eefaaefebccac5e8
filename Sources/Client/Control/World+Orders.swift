// Made by scripts/schemas of openapi-control.yaml; changes are lost.

internal import MockPostlyWorld

extension MockServer.Fault {
    /// Bytes per second of the answer.
    public static func bandwidth(_ value: Int) -> MockServer.Fault {
        part("bandwidth", .integer(Int64(value)))
    }

    /// Bytes per second at which the body of the request is read.
    ///
    /// It is decided when the head is there: a condition on the body is not met.
    public static func uploadBandwidth(_ value: Int) -> MockServer.Fault {
        part("uploadBandwidth", .integer(Int64(value)))
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
    ///   - name: what answers and the log call it. Without it, the name of `fault`. Not of digits
    ///     alone.
    ///   - rate: the chance of each request, from 0 to 1. It repeats with the world's random
    ///     seed.
    ///   - times: only so many requests.
    ///   - after: let so many requests through first.
    ///   - scope: what `times` and `after` count by. The first 1,000 users or values are counted
    ///     alone, all others together. `header` is for requests, `socket` for messages of sockets.
    ///   - timeToLive: delete it after this time; default: never. By the machine's clock; null
    ///     for as long as its world.
    ///   - script: only when these steps say down: 'up 5s, down 2s, up'. By the world's clock
    ///     from now on. The last step lasts if it has no time; with `repeat` as the last word the
    ///     steps begin again. Without `fault` it is `offline`.
    /// - Returns: the fault as the world has it.
    /// - Throws: a ``MockServer/Failure`` that says what is wrong when there can be none.
    @discardableResult
    public func addFault(
        _ fault: MockServer.Fault,
        on match: MockServer.RequestMatch = .any,
        named name: String? = nil,
        rate: Double? = nil,
        times: Int? = nil,
        after: Int? = nil,
        per scope: MockServer.FaultScope? = nil,
        timeToLive: Duration? = nil,
        script: String? = nil
    ) throws -> MockServer.FaultRule {
        try addFault(
            fault.json,
            match.json,
            [
                ("name", name.map { .string($0) }),
                ("rate", rate.map { .number($0) }),
                ("times", times.map { .integer(Int64($0)) }),
                ("after", after.map { .integer(Int64($0)) }),
                ("per", scope.map { .string($0.text) }),
                ("ttl", timeToLive.map { .string(formatDuration($0)) }),
                ("script", script.map { .string($0) }),
            ]
        )
    }

    /// Adds a fault for messages of channels; the newest one that a message meets decides.
    ///
    /// - Parameters:
    ///   - fault: what goes wrong.
    ///   - match: which messages get it.
    ///   - name: what answers and the log call it. Without it, the name of `fault`. Not of digits
    ///     alone.
    ///   - rate: the chance of each request, from 0 to 1. It repeats with the world's random
    ///     seed.
    ///   - times: only so many requests.
    ///   - after: let so many requests through first.
    ///   - scope: what `times` and `after` count by. The first 1,000 users or values are counted
    ///     alone, all others together. `header` is for requests, `socket` for messages of sockets.
    ///   - timeToLive: delete it after this time; default: never. By the machine's clock; null
    ///     for as long as its world.
    ///   - script: only when these steps say down: 'up 5s, down 2s, up'. By the world's clock
    ///     from now on. The last step lasts if it has no time; with `repeat` as the last word the
    ///     steps begin again. Without `fault` it is `offline`.
    /// - Returns: the fault as the world has it.
    /// - Throws: a ``MockServer/Failure`` that says what is wrong when there can be none.
    @discardableResult
    public func addFault(
        _ fault: MockServer.SocketFault,
        onMessages match: MockServer.MessageMatch,
        named name: String? = nil,
        rate: Double? = nil,
        times: Int? = nil,
        after: Int? = nil,
        per scope: MockServer.FaultScope? = nil,
        timeToLive: Duration? = nil,
        script: String? = nil
    ) throws -> MockServer.FaultRule {
        try addFault(
            fault.json,
            match.json,
            [
                ("name", name.map { .string($0) }),
                ("rate", rate.map { .number($0) }),
                ("times", times.map { .integer(Int64($0)) }),
                ("after", after.map { .integer(Int64($0)) }),
                ("per", scope.map { .string($0.text) }),
                ("ttl", timeToLive.map { .string(formatDuration($0)) }),
                ("script", script.map { .string($0) }),
            ]
        )
    }

    /// Adds a stub, which answers some requests in place of the real behaviour.
    ///
    /// ```swift
    /// try world.addStub(on: .post("/api/posts"), .json(status: 500, ["error": "no room"]), times: 1)
    /// ```
    ///
    /// - Parameters:
    ///   - match: which requests it answers.
    ///   - response: the answer.
    ///   - id: name for the stub; default: its number.
    ///   - times: how many requests to answer; default: all.
    ///   - timeToLive: delete it after this time; default: never. By the machine's clock; null
    ///     for as long as its world.
    ///   - priority: the lowest number goes first; default: 5. Of equals the newest stub.
    ///   - step: the step of a scenario that it takes part in.
    ///   - after: let so many requests through first.
    /// - Returns: the stub as the world has it.
    /// - Throws: a ``MockServer/Failure`` that says what is wrong when there can be none.
    @discardableResult
    public func addStub(
        on match: MockServer.RequestMatch,
        _ response: MockServer.StubResponse,
        id: String? = nil,
        times: Int? = nil,
        timeToLive: Duration? = nil,
        priority: Int? = nil,
        state step: MockServer.StubStep? = nil,
        after: Int? = nil
    ) throws -> MockServer.Stub {
        try addStub(
            match,
            [response],
            nil,
            [
                ("id", id.map { .string($0) }),
                ("times", times.map { .integer(Int64($0)) }),
                ("ttl", timeToLive.map { .string(formatDuration($0)) }),
                ("priority", priority.map { .integer(Int64($0)) }),
                ("state", step.map { $0.json }),
                ("after", after.map { .integer(Int64($0)) }),
            ]
        )
    }

    /// Adds a stub that gives several responses one after the other.
    ///
    /// ```swift
    /// try world.addStub(
    ///     on: .get("/api/posts"),
    ///     sequence: [.status(503).times(2), .json(["posts": []])],
    ///     repeating: .last
    /// )
    /// ```
    ///
    /// However many clients ask at once, each response is given exactly as often as ordered.
    ///
    /// - Parameters:
    ///   - match: which requests it answers.
    ///   - responses: the answers; each is given once, or as often as its `times` says.
    ///   - repetition: what follows the last one.
    ///   - id: name for the stub; default: its number.
    ///   - times: how many requests to answer; default: all.
    ///   - timeToLive: delete it after this time; default: never. By the machine's clock; null
    ///     for as long as its world.
    ///   - priority: the lowest number goes first; default: 5. Of equals the newest stub.
    ///   - step: the step of a scenario that it takes part in.
    ///   - after: let so many requests through first.
    /// - Returns: the stub as the world has it.
    /// - Throws: a ``MockServer/Failure`` that says what is wrong when there can be none.
    @discardableResult
    public func addStub(
        on match: MockServer.RequestMatch,
        sequence responses: [MockServer.StubResponse],
        repeating repetition: MockServer.StubRepetition = .none,
        id: String? = nil,
        times: Int? = nil,
        timeToLive: Duration? = nil,
        priority: Int? = nil,
        state step: MockServer.StubStep? = nil,
        after: Int? = nil
    ) throws -> MockServer.Stub {
        try addStub(
            match,
            responses,
            repetition,
            [
                ("id", id.map { .string($0) }),
                ("times", times.map { .integer(Int64($0)) }),
                ("ttl", timeToLive.map { .string(formatDuration($0)) }),
                ("priority", priority.map { .integer(Int64($0)) }),
                ("state", step.map { $0.json }),
                ("after", after.map { .integer(Int64($0)) }),
            ]
        )
    }
}
