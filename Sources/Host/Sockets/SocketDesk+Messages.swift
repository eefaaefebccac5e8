package import MockPostlyDialect
internal import MockPostlyFaults
internal import MockPostlyWorld

/// What becomes of messages.
extension SocketDesk: FrameTap {
    package func pass(_ passage: FramePassage) {
        let frame = passage.frame
        if let cause { return goOn(passage, cause) }
        // A rule whose time is over lets its dead connections live again.
        faults.removeEnded()
        if let silence = silent[frame.peer.socket] {
            running?.swallowed(frame, at: around.time())
            return passage.note(silence.name)
        }
        if let running {
            running.arrived(passage, at: around.time())
            if running.holds(frame) { return holdJoin(passage, running) }
        }
        guard faults.hasSocketRules, let applied = decide(passage) else {
            goOn(passage, nil)
            return releaseReordered(after: frame)
        }
        tell(frame.peer, "\(frame.event ?? "-") of \(frame.topic ?? "-"): \(applied.name)")
        apply(applied, to: passage)
    }

    private func decide(_ passage: FramePassage) -> AppliedSocketFault? {
        faults.decide(
            passage.frame,
            topics: { passage.connection.topics },
            names: { [self] in names(of: passage.frame.peer, in: passage.dialect) },
            at: around.world.now
        )
    }

    private func apply(_ applied: AppliedSocketFault, to passage: FramePassage) {
        let (name, connection) = (applied.name, passage.connection)
        switch applied.fault.kind {
        case .drop, .ignoreHeartbeats: passage.note(name)
        case .duplicate:
            goOn(passage, name)
            goOn(passage, name, isRepeated: true)
            releaseReordered(after: passage.frame)
        case .delay: hold(passage, name, for: applied.delay)
        case .reorder: reorder(passage, name, within: applied.fault.within)
        case .refuseJoin: refuse(passage, name, reason: applied.fault.reason)
        case .phxError: fail(passage, name)
        case .halfOpen:
            passage.note(name)
            silence(connection, Silence(name: name, rule: applied.rule))
        case .reset:
            passage.note(name)
            connection.lose(.reset)
        case .close:
            passage.note(name)
            connection.lose(.close)
        }
    }

    /// Handles or sends a message, and keeps it in the journal.
    ///
    /// A client has sent a message once, even if it is handled twice.
    func goOn(_ passage: FramePassage, _ fault: String?, isRepeated: Bool = false) {
        let isIncoming = passage.frame.direction == .incoming
        if !isRepeated || !isIncoming { passage.note(fault) }
        passage.goOn()
        if !isIncoming { running?.delivered(passage, at: around.time()) }
    }

    /// Calls `body`, whose messages carry the name of a fault and get none of their own.
    func because(of name: String, _ body: () -> Void) {
        let outer = cause
        cause = name
        body()
        cause = outer
    }

    private func refuse(_ passage: FramePassage, _ name: String, reason: String) {
        passage.note(name)
        because(of: name) { passage.connection.refuse(join: passage.frame, reason: reason) }
    }

    /// Ends the channel as after a crash while it handled the message.
    private func fail(_ passage: FramePassage, _ name: String) {
        passage.note(name)
        guard let topic = passage.frame.topic else { return }
        because(of: name) {
            // As Phoenix answers when a channel crashes in its `join` (Phoenix.Channel.Server).
            if passage.frame.direction == .incoming, passage.frame.isJoin {
                passage.connection.refuse(join: passage.frame, reason: "join crashed")
            } else {
                passage.connection.failChannel(topic)
            }
        }
    }

    // MARK: Messages that wait

    /// Lets a message go on after `delay`; at once when there is no room for it.
    private func hold(_ passage: FramePassage, _ name: String, for delay: Duration) {
        guard keep(passage, name, for: delay) != nil else {
            goOn(passage, nil)
            return releaseReordered(after: passage.frame)
        }
    }

    /// Lets a message go on after the next one of its lane, or after a while without one.
    private func reorder(_ passage: FramePassage, _ name: String, within: Duration) {
        let lane = Lane(passage.frame)
        guard reordered[lane] == nil, let number = keep(passage, name, for: within) else {
            // It is the next one for a message that waits already.
            goOn(passage, reordered[lane] == nil ? nil : name)
            return releaseReordered(after: passage.frame)
        }
        reordered[lane] = number
    }

    /// Keeps a message for a while; returns the number of its alarm, or nil without room.
    private func keep(_ passage: FramePassage, _ name: String, for time: Duration) -> Int? {
        let frame = passage.frame
        let size = HeldRoom.size(of: frame.bytes.count)
        guard room.take(size) else {
            tellOfRoom()
            return nil
        }
        let isIncoming = frame.direction == .incoming
        // What a client has sent has come now; what is sent to it is in the journal when it is sent.
        if isIncoming { passage.note(name) }
        var number = 0
        number = around.alarms.set(after: time) { [reference] in
            reference.object?.release(number)
        }
        held[number] = HeldMessage(passage: passage, fault: name, bytes: size)
        heldBySocket[frame.peer.socket, default: []].insert(number)
        followNeed()
        return number
    }

    /// Says once in the log that there is no more room.
    func tellOfRoom() {
        guard !hasToldOfRoom else { return }
        hasToldOfRoom = true
        around.report(.notice("\(room.count) messages wait already, so others are not delayed"))
    }

    /// Lets a message go on.
    private func release(_ number: Int) {
        guard let message = held.removeValue(forKey: number) else { return }
        room.free(message.bytes)
        let passage = message.passage
        heldBySocket[passage.frame.peer.socket]?.remove(number)
        if held.isEmpty { heldBySocket = [:] }
        let lane = Lane(passage.frame)
        if reordered[lane] == number { reordered[lane] = nil }
        // A dead connection gets nothing, and neither does one that has ended.
        if silent[passage.frame.peer.socket] == nil {
            if passage.frame.direction == .incoming {
                passage.goOn()
            } else {
                goOn(passage, message.fault)
            }
        }
        followNeed()
    }

    private func releaseReordered(after frame: ChannelFrame) {
        guard !reordered.isEmpty, let number = reordered[Lane(frame)] else { return }
        around.alarms.cancel(number)
        release(number)
    }

    /// Forgets the messages of a connection.
    func forgetHeld(of socket: Int) {
        for number in heldBySocket.removeValue(forKey: socket) ?? [] {
            guard let message = held.removeValue(forKey: number) else { continue }
            around.alarms.cancel(number)
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
        running?.refusal(of: account, at: around.time())
    }

    package func opened(_ connection: any ChannelConnection) {
        running?.opened(connection, at: around.time())
    }

    package func ended(_ connection: any ChannelConnection) {
        let number = connection.peer.socket
        names[number] = nil
        silent[number] = nil
        forgetHeld(of: number)
        running?.ended(connection, at: around.time())
        followNeed()
    }

    package func published(_ event: String, on topic: String, payload: [UInt8]) {
        running?.published(event, on: topic, payload: payload)
    }
}
