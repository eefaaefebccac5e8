package import MockPostlyDialect
internal import MockPostlyFaults
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyPatching
internal import MockPostlyRegex
internal import MockPostlyWorld

/// What becomes of messages.
extension SocketControl: FrameTap {
    package func pass(_ pending: PendingFrame) {
        let frame = pending.frame
        if let cause { return goOn(pending, cause) }
        // A rule whose time is over lets its dead connections live again.
        if faults.removeEnded() { followFaults() }
        if let silence = silent[frame.peer.socket] {
            running?.swallowed(frame, at: world.monotonicTime)
            return pending.note(silence.name)
        }
        if let running {
            running.arrived(pending, at: world.monotonicTime)
            if running.holds(frame) { return holdJoin(pending, running) }
        }
        guard faults.hasSocketRules, let applied = decide(pending) else {
            goOn(pending, nil)
            return releaseReordered(after: frame)
        }
        tell(frame.peer, "\(frame.event ?? "-") of \(frame.topic ?? "-"): \(applied.name)")
        apply(applied, to: pending)
    }

    /// One message can go to a thousand sockets, so all messages of a while share a budget.
    private var messageBudget: MatchBudget {
        let now = world.monotonicTime
        if let budget, now < budgetEnd { return budget }
        let fresh = MatchBudget(.rules)
        (budget, budgetEnd) = (fresh, now + 100_000_000)
        return fresh
    }

    private func decide(_ pending: PendingFrame) -> AppliedSocketFault? {
        let budget = messageBudget
        defer { tellOfExceeded(budget) }
        return faults.decide(
            pending.frame,
            topics: { pending.connection.topics },
            names: { [self] in names(of: pending.frame.peer, in: pending.dialect) },
            at: world.timeAndChance.now,
            budget
        )
    }

    /// Warns once of an expression that was not compared to its end; its fault was not met.
    private func tellOfExceeded(_ budget: MatchBudget) {
        guard let expression = budget.exceeded, warnedExpressions.add(expression) else { return }
        world.report(
            .warning(
                "the expression '\(expression.prefix(100))' takes too many steps for a message, so "
                    + "its fault does not match"
            )
        )
    }

    private func apply(_ applied: AppliedSocketFault, to pending: PendingFrame) {
        let (name, connection) = (applied.name, pending.connection)
        switch applied.fault.kind {
        case .drop, .ignoreHeartbeats: pending.note(name)
        case .duplicate:
            goOn(pending, name)
            goOn(pending, name, isRepeated: true)
            releaseReordered(after: pending.frame)
        case .patch:
            change(pending, by: applied)
            releaseReordered(after: pending.frame)
        case .delay: hold(pending, name, for: applied.delay)
        case .reorder: reorder(pending, name, within: applied.fault.within)
        case .refuseJoin: refuse(pending, name, reason: applied.fault.reason)
        case .phxError: fail(pending, name)
        case .halfOpen:
            pending.note(name)
            silence(connection, Silence(name: name, rule: applied.rule))
        case .reset:
            pending.note(name)
            connection.lose(.reset)
        case .close:
            pending.note(name)
            connection.lose(.close)
        }
    }

    /// Handles or sends a message, and keeps it in the journal.
    ///
    /// A client has sent a message once, even if it is handled twice.
    func goOn(_ pending: PendingFrame, _ fault: String?, isRepeated: Bool = false) {
        let isIncoming = pending.frame.direction == .incoming
        if !isRepeated || !isIncoming { pending.note(fault) }
        pending.goOn()
        if !isIncoming { running?.delivered(pending, at: world.monotonicTime) }
    }

    /// Lets a message go on with another payload.
    ///
    /// The journal has the message as it went on, and the paths that led to nothing.
    private func change(_ pending: PendingFrame, by applied: AppliedSocketFault) {
        guard let patch = applied.fault.patch,
            let payload = try? JSON(parsing: pending.frame.bytes).root.payload
        else { return goOn(pending, "\(applied.name): no payload") }
        let result = patch.applied(to: payload)
        let name =
            result.missed.isEmpty ? applied.name : "\(applied.name): \(result.words)"
        guard result.count > 0 else { return goOn(pending, name) }
        let (bytes, range) = (pending.frame.bytes, payload.range)
        let changed = bytes[..<range.lowerBound] + result.bytes + bytes[range.upperBound...]
        goOn(pending.with(bytes: Array(changed)), name)
    }

    /// Calls `body`, whose messages carry the name of a fault and get none of their own.
    func because(of name: String, _ body: () -> Void) {
        let outer = cause
        cause = name
        body()
        cause = outer
    }

    private func refuse(_ pending: PendingFrame, _ name: String, reason: String) {
        pending.note(name)
        because(of: name) { pending.connection.refuse(join: pending.frame, reason: reason) }
    }

    /// Ends the channel as after a crash while it handled the message.
    private func fail(_ pending: PendingFrame, _ name: String) {
        pending.note(name)
        guard let topic = pending.frame.topic else { return }
        because(of: name) {
            // As Phoenix answers when a channel crashes in its `join` (Phoenix.Channel.Server).
            if pending.frame.direction == .incoming, pending.frame.isJoin {
                pending.connection.refuse(join: pending.frame, reason: "join crashed")
            } else {
                pending.connection.failChannel(topic)
            }
        }
    }

    // MARK: Messages that wait

    /// Lets a message go on after `delay`; at once when there is no room for it.
    private func hold(_ pending: PendingFrame, _ name: String, for delay: Duration) {
        guard keep(pending, name, for: delay) != nil else {
            goOn(pending, nil)
            return releaseReordered(after: pending.frame)
        }
    }

    /// Lets a message go on after the next one of its lane, or after a while without one.
    private func reorder(_ pending: PendingFrame, _ name: String, within: Duration) {
        let lane = Lane(pending.frame)
        guard reordered[lane] == nil, let number = keep(pending, name, for: within) else {
            // It is the next one for a message that waits already.
            goOn(pending, reordered[lane] == nil ? nil : name)
            return releaseReordered(after: pending.frame)
        }
        reordered[lane] = number
    }

    /// Keeps a message for a while; returns the number of its alarm, or nil without room.
    private func keep(_ pending: PendingFrame, _ name: String, for time: Duration) -> Int? {
        let frame = pending.frame
        let size = HeldRoom.size(of: frame.bytes.count)
        guard room.take(size, of: world.budget) else {
            tellOfRoom()
            return nil
        }
        let isIncoming = frame.direction == .incoming
        // What a client has sent has come now; what is sent to it is in the journal when it is sent.
        if isIncoming { pending.note(name) }
        var number = 0
        number = alarms.set(after: time) { [reference] in
            reference.object?.release(number)
        }
        held[number] = HeldMessage(pending: pending, fault: name, bytes: size)
        heldBySocket[frame.peer.socket, default: []].insert(number)
        followNeed()
        return number
    }

    /// Says once in the log that there is no more room.
    func tellOfRoom() {
        guard !hasToldOfRoom else { return }
        hasToldOfRoom = true
        world.report(.notice("\(room.count) messages wait already, so others are not delayed"))
    }

    /// Lets a message go on.
    private func release(_ number: Int) {
        guard let message = held.removeValue(forKey: number) else { return }
        room.free(message.bytes)
        let pending = message.pending
        heldBySocket[pending.frame.peer.socket]?.remove(number)
        if held.isEmpty { heldBySocket = [:] }
        let lane = Lane(pending.frame)
        if reordered[lane] == number { reordered[lane] = nil }
        // A dead connection gets nothing, and neither does one that has ended.
        if silent[pending.frame.peer.socket] == nil {
            if pending.frame.direction == .incoming {
                pending.goOn()
            } else {
                goOn(pending, message.fault)
            }
        }
        followNeed()
    }

    private func releaseReordered(after frame: ChannelFrame) {
        guard !reordered.isEmpty, let number = reordered[Lane(frame)] else { return }
        alarms.cancel(number)
        release(number)
    }

    /// Forgets the messages of a connection.
    func forgetHeld(of socket: Int) {
        for number in heldBySocket.removeValue(forKey: socket) ?? [] {
            guard let message = held.removeValue(forKey: number) else { continue }
            alarms.cancel(number)
            room.free(message.bytes)
        }
        guard !reordered.isEmpty else { return }
        for isIncoming in [true, false] { reordered[Lane(socket, isIncoming: isIncoming)] = nil }
    }

    // MARK: Connections

    package func refusal(
        of account: String,
        over transport: ChannelPeer.Transport
    ) -> String? {
        running?.refusal(of: account, at: world.monotonicTime)
    }

    package func opened(_ connection: any ChannelConnection) {
        running?.opened(connection, at: world.monotonicTime)
    }

    package func ended(_ connection: any ChannelConnection) {
        let number = connection.peer.socket
        names[number] = nil
        silent[number] = nil
        forgetHeld(of: number)
        running?.ended(connection, at: world.monotonicTime)
        followNeed()
    }

    package func published(_ event: String, on topic: String, payload: [UInt8]) {
        running?.published(event, on: topic, payload: payload)
    }
}
