internal import MockPostlyControlClient
internal import MockPostlyJSON
internal import MockPostlyWorld

extension MockServer {
    /// A trouble that happens to the clients of channels, from which they have to recover.
    public enum SocketScenario: Sendable, Hashable {
        /// All sockets are reset, the next attempt to connect fails too, the one after it succeeds.
        case downTwice
        /// All channels end with `phx_error`, and joins are answered only after `hold`.
        case queuedJoins(hold: Duration? = nil)
        /// All sockets stay open, but dead.
        case deadHeartbeat

        /// Its name in the control plane.
        var name: String {
            switch self {
            case .downTwice: "down-twice"
            case .queuedJoins: "queued-joins"
            case .deadHeartbeat: "dead-heartbeat"
            }
        }
    }

    /// What a client did in a ``SocketScenario``.
    public struct SocketRecovery: Sendable, Hashable {
        /// The id of its user.
        public var user: String
        /// The number of its first connection.
        public var socket: Int
        /// Whether it is connected and has joined all its topics.
        public var isBack: Bool
        /// What it has not done, in a sentence; nil when it has done all.
        public var fault: String?
        /// Until it ended the dead connection or tried to connect; nil when it did neither.
        public var noticedAfter: Duration?
        /// Until it had joined all its topics; nil when it has not.
        public var joinedAfter: Duration?
        /// How often it tried to connect.
        public var attempts: Int
        /// How often it tried to join.
        public var joins: Int
        /// How many events were sent to its topics meanwhile.
        public var missed: Int
        /// How many of its messages were not handled.
        public var lostPushes: Int
        /// How many of these it sent again.
        public var resentPushes: Int

        init(_ client: ControlDocument) {
            func time(_ name: StaticString) -> Duration? {
                client.part("milliseconds")?.double(name).map {
                    .microseconds(Int64($0 * 1000))
                }
            }
            user = client.text("user") ?? ""
            socket = client.int("socket") ?? 0
            isBack = client.flag("back")
            fault = client.text("fault")
            noticedAfter = time("noticed")
            joinedAfter = time("joined")
            attempts = client.int("attempts") ?? 0
            joins = client.int("joins") ?? 0
            missed = client.int("missed") ?? 0
            lostPushes = client.int("lostPushes") ?? 0
            resentPushes = client.int("resentPushes") ?? 0
        }
    }
}

extension MockServer.World {
    /// Lets a trouble happen to the connected clients of channels, and waits until they are back.
    ///
    /// ```swift
    /// let clients = try await world.expectRecovery(from: .downTwice, within: .seconds(20))
    /// #expect(clients.allSatisfy { $0.missed == 0 })
    /// ```
    ///
    /// - Parameters:
    ///   - scenario: what happens.
    ///   - clients: to which clients.
    ///   - timeout: how long they have; nil for 30 seconds, and for 90 with
    ///     ``MockServer/SocketScenario/deadHeartbeat``.
    ///   - settling: how long they have after their joins to send what they have queued; nil for a
    ///     second.
    ///   - fileID: where the call is.
    ///   - filePath: where the call is.
    ///   - line: where the call is.
    ///   - column: where the call is.
    /// - Returns: what each client did.
    /// - Throws: an error that says which client did not come back and why.
    @discardableResult
    public func expectRecovery(
        from scenario: MockServer.SocketScenario,
        of clients: MockServer.SocketMatch = .all,
        within timeout: Duration? = nil,
        settling: Duration? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async throws -> [MockServer.SocketRecovery] {
        let begun = try control("POST", ["socket-scenarios"]) { json in
            json.field("name", scenario.name)
            clients.write(&json)
            if let timeout { json.field("within", formatDuration(timeout)) }
            if case .queuedJoins(let hold?) = scenario { json.field("hold", formatDuration(hold)) }
            if let settling { json.field("settle", formatDuration(settling)) }
        }
        let place = CodePlace(fileID, filePath, line, column)
        let segments = ["socket-scenarios", "\(begun.int("id") ?? 0)", "wait"]
        // The scenario ends by itself; this is how long a wait for it may take.
        let longest = Duration.seconds(600)
        let body = ControlCall.object { $0.field("within", formatDuration(longest)) }
        let words = "all clients to come back from '\(scenario.name)'"
        let ended = try await waited(words, segments, body, longest, place)
        return ended.parts("clients").map { MockServer.SocketRecovery($0) }
    }
}
