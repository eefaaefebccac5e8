internal import MockPostlyWorld

/// What is to be said of a scenario.
extension SocketScenario {
    /// Whether all clients did what they should; nil as long as that may change.
    ///
    /// A scenario without clients has not passed.
    package var passed: Bool? {
        guard hasEnded else { return nil }
        return ending == .done && !clients.isEmpty && clients.allSatisfy { fault(of: $0) == nil }
    }

    /// Whether all clients are back.
    var isComplete: Bool { !holdsJoins && !clients.isEmpty && clients.allSatisfy(\.isBack) }

    /// Why it passed, failed or goes on, as a sentence.
    package var reason: String {
        let faults = clients.compactMap { client in
            fault(of: client).map {
                "that of user \(client.account) on socket \(client.socket) \($0)"
            }
        }
        if ending == .abandoned { return "It was ended before the verdict." }
        if clients.isEmpty {
            return hasEnded ? "No client has joined a topic." : "No client has connected yet."
        }
        guard faults.isEmpty else {
            let most = 3
            let rest = faults.count > most ? ["and \(faults.count - most) more"] : []
            let listed = (faults.prefix(most) + rest).joined(separator: "; ")
            let state = hasEnded ? "failed" : "are not back yet"
            return "\(faults.count) of \(counted) \(state): \(listed)."
        }
        guard hasEnded else { return "All of \(counted) are back, and may still send something." }
        return clients.count == 1
            ? "The client is back: it is connected and has joined its topics."
            : "All \(counted) are back: they are connected and have joined their topics."
    }

    private var counted: String { clients.count == 1 ? "1 client" : "\(clients.count) clients" }

    /// What a client did wrong, or has not done yet, as the end of a sentence; nil for nothing.
    package func fault(of client: Client) -> String? {
        guard client.current != nil else { return faultOfConnection(client) }
        let absent = client.topics.filter { $0.joinedAt == nil }.map { "'\($0.name)'" }
        guard absent.isEmpty else {
            return "has not joined \(absent.joined(separator: ", ")) again"
        }
        guard order.kind == .queuedJoins,
            let push = client.pushes.first(where: { !$0.isResent })
        else { return nil }
        return "has sent '\(push.event)' before its join was answered, and not again"
    }

    private func faultOfConnection(_ client: Client) -> String {
        let tries = client.attempts == 1 ? "once" : "\(client.attempts) times"
        if client.attempts > 0 {
            return "has tried to connect \(tries), and is not connected"
        }
        guard order.kind == .deadHeartbeat, client.noticedAt == nil else {
            return "has not tried to connect again"
        }
        let beats = client.heartbeats == 1 ? "1 heartbeat" : "\(client.heartbeats) heartbeats"
        return "has not noticed that its connection is dead, after \(beats) without a reply"
    }
}
