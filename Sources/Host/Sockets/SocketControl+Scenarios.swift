internal import MockPostlyDialect
internal import MockPostlyWorld

/// Scenarios.
extension SocketControl {
    /// Why a scenario cannot begin.
    package enum ScenarioRefusal: Error, Sendable, Equatable {
        /// Another one runs.
        ///
        /// `number` is that of the one that runs.
        case busy(number: Int)
        /// There is nobody to whom something could happen.
        case noSockets
    }

    /// The most scenarios of a world that are kept.
    private static let mostScenarios = 20

    /// Begins a scenario.
    ///
    /// - Parameter order: what happens to whom.
    /// - Returns: the scenario, which goes on by itself.
    /// - Throws: ``ScenarioRefusal``; nothing has happened then.
    package func begin(
        _ order: SocketScenario.Order
    ) throws(ScenarioRefusal) -> SocketScenario {
        if let running { throw .busy(number: running.number) }
        let affected = connections(order.match).filter { !$0.connection.isSilent }
        guard !affected.isEmpty || order.kind == .queuedJoins else { throw .noSockets }
        lastScenario += 1
        let now = world.monotonicTime
        let scenario = SocketScenario(lastScenario, order, startedAt: now)
        scenarios.append(scenario)
        if scenarios.count > Self.mostScenarios { scenarios.removeFirst() }
        running = scenario
        followNeed()
        let isConnected = order.kind == .queuedJoins
        scenario.clients = affected.map { one in
            let peer = one.connection.peer
            return SocketScenario.Client(
                peer,
                topics: one.connection.topics,
                current: isConnected ? peer.socket : nil,
                lostAt: now
            )
        }
        scenario.onProgress = { [reference, number = scenario.number] in
            guard let desk = reference.object, let scenario = desk.scenario(number) else { return }
            desk.follow(scenario)
        }
        let name = order.kind.rawValue
        for one in affected {
            tell(one.connection.peer, name)
            switch order.kind {
            case .downTwice: one.connection.lose(.reset)
            case .deadHeartbeat: silence(one.connection, Silence(name: name))
            case .queuedJoins:
                because(of: name) {
                    for topic in one.connection.topics { one.connection.failChannel(topic) }
                }
            }
        }
        var end = order.timeout
        if order.kind == .queuedJoins {
            end += order.hold
            scenario.release = { [reference] pending in reference.object?.goOnAfterJoin(pending) }
            after(order.hold, scenario) { _, scenario in scenario.releaseJoins() }
        }
        after(end, scenario) { desk, scenario in desk.end(scenario, .timeOut) }
        return scenario
    }

    /// The scenario with a number; nil when there is none.
    ///
    /// Only the last few that have ended are still known.
    package func scenario(_ number: Int) -> SocketScenario? {
        scenarios.first { $0.number == number }
    }

    /// Lets the joins go on that wait.
    ///
    /// Does nothing for a scenario that holds no joins.
    package func release(_ scenario: SocketScenario) {
        scenario.releaseJoins()
    }

    /// Ends a scenario, if it still runs, and forgets it.
    package func remove(_ scenario: SocketScenario) {
        end(scenario, .abandoned)
        scenarios.removeAll { $0 === scenario }
    }

    /// Keeps a join until it is released; it goes on at once when there is no room for it.
    func holdJoin(_ pending: PendingFrame, _ scenario: SocketScenario) {
        guard room.take(HeldRoom.size(of: pending.frame.bytes.count), of: world.budget) else {
            tellOfRoom()
            return goOn(pending, nil)
        }
        pending.note(scenario.order.kind.rawValue)
        scenario.hold(pending)
    }

    /// Handles a join that has waited; its journal entry was made when it came.
    private func goOnAfterJoin(_ pending: PendingFrame) {
        room.free(HeldRoom.size(of: pending.frame.bytes.count))
        guard silent[pending.frame.peer.socket] == nil else { return }
        pending.goOn()
    }

    /// Ends a scenario whose clients are all back.
    private func follow(_ scenario: SocketScenario) {
        guard scenario.isComplete, !scenario.hasEnded else { return }
        guard scenario.order.kind == .queuedJoins else { return end(scenario, .done) }
        // Clients send what they have queued after they have joined.
        after(scenario.order.settle, scenario) { desk, scenario in
            if scenario.isComplete { desk.end(scenario, .done) }
        }
    }

    /// Calls `body` after a time, if the scenario is there then.
    private func after(
        _ time: Duration,
        _ scenario: SocketScenario,
        _ body: @escaping (SocketControl, SocketScenario) -> Void
    ) {
        alarms.set(after: time) { [reference, number = scenario.number] in
            guard let desk = reference.object, let scenario = desk.scenario(number) else { return }
            body(desk, scenario)
        }
    }

    private func end(_ scenario: SocketScenario, _ ending: SocketScenario.Ending) {
        guard !scenario.hasEnded else { return }
        // Joins that still wait are not lost with it.
        scenario.releaseJoins()
        scenario.finish(ending, at: world.monotonicTime)
        if running === scenario { running = nil }
        for (number, silence) in silent where silence.name == scenario.order.kind.rawValue {
            if silence.rule == nil { awaken(number) }
        }
        followNeed()
    }
}
