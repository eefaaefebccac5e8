internal import MockPostlyDialect
internal import MockPostlyJSON
internal import MockPostlyMatching

/// What a scenario sees of the clients.
extension SocketScenario {
    /// The client whose present connection has a number.
    func client(with socket: Int) -> Client? { clients.first { $0.current == socket } }

    /// The most clients that are watched.
    private static let mostClients = 10_000

    /// The client of an account that has no connection now, the one that tried least first.
    private func absentClient(of account: String) -> Client? {
        clients.filter { $0.current == nil && $0.account.utf8.elementsEqual(account.utf8) }
            .min { $0.attempts < $1.attempts }
    }

    /// A message has come on a living connection.
    func arrived(_ pending: PendingFrame, at time: UInt64) {
        let frame = pending.frame
        guard frame.direction == .incoming, let client = client(with: frame.peer.socket),
            let topic = frame.topic
        else { return }
        if frame.isChannelJoin {
            client.joins += 1
            if order.kind == .queuedJoins, holdsJoins, client.index(of: topic) == nil {
                client.topics.append(Client.Topic(name: topic))
            }
        } else if frame.isPush {
            let payload = frame.payload
            if pending.connection.topics.contains(where: { $0.utf8.elementsEqual(topic.utf8) }) {
                client.noteHandled(frame, payload: payload)
            } else {
                client.noteLost(frame, payload: payload)
            }
        }
    }

    /// A message to or from a dead connection was lost.
    func swallowed(_ frame: ChannelFrame, at time: UInt64) {
        guard frame.direction == .incoming,
            let client = clients.first(where: { $0.socket == frame.peer.socket })
        else { return }
        if frame.isHeartbeat {
            client.heartbeats += 1
        } else if frame.isPush {
            client.noteLost(frame, payload: frame.payload)
        }
    }

    /// A client tries to connect; returns the name of the fault by which that fails, or nil.
    func refusal(of account: String, at time: UInt64) -> String? {
        guard let client = absentClient(of: account) else { return nil }
        client.attempts += 1
        client.noticedAt = client.noticedAt ?? time
        return order.kind == .downTwice && client.attempts == 1 ? order.kind.rawValue : nil
    }

    func opened(_ connection: any ChannelConnection, at time: UInt64) {
        let peer = connection.peer
        if let client = absentClient(of: peer.account) {
            client.current = peer.socket
            client.reconnectedAt = time
        } else if holdsJoins, clients.count < Self.mostClients {
            // Who connects while joins wait is a client too.
            let client = Client(peer, topics: [], current: peer.socket, lostAt: time)
            client.reconnectedAt = time
            clients.append(client)
        }
        onProgress()
    }

    func ended(_ connection: any ChannelConnection, at time: UInt64) {
        let socket = connection.peer.socket
        for client in clients {
            if client.socket == socket { client.noticedAt = client.noticedAt ?? time }
            guard client.current == socket else { continue }
            client.current = nil
            client.reconnectedAt = nil
            for index in client.topics.indices { client.topics[index].joinedAt = nil }
        }
    }

    /// A message was sent to a client.
    func delivered(_ pending: PendingFrame, at time: UInt64) {
        let frame = pending.frame
        guard frame.event?.utf8.elementsEqual("phx_reply".utf8) == true, let topic = frame.topic,
            let client = client(with: frame.peer.socket), let index = client.index(of: topic),
            client.topics[index].joinedAt == nil,
            pending.connection.topics.contains(where: { $0.utf8.elementsEqual(topic.utf8) })
        else { return }
        client.topics[index].joinedAt = time
        onProgress()
    }

    /// An event was sent to all who have joined its topic.
    func published(_ event: String, on topic: String, payload: [UInt8]) {
        guard clients.contains(where: { !$0.isBack }) else { return }
        let id = (try? JSON(parsing: payload))?.root["id"]
        let missed = Client.Missed(
            topic: topic,
            event: event,
            id: id.map { String(decoding: $0.rawText, as: UTF8.self) }
        )
        for client in clients { client.note(missed) }
    }
}
