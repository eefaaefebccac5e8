internal import CommunityContent
internal import MockPostlyDialect
internal import MockPostlyPhoenix
internal import MockPostlyWebSocket

/// The clients that are connected to the channels of one world, over both transports.
///
/// Belongs to the loop's thread.
package final class ChannelHub {
    /// A connected client: a WebSocket or a long-poll session.
    protocol ConnectedClient: ChannelConnection {
        var account: SocketAccount { get }
        /// Its index in ``ChannelHub/clients``, set by the hub; -1 when it is not in the list.
        var place: Int { get set }

        /// Sends the event if the client has joined its topic.
        func push(_ broadcast: Broadcast)
        /// Ends the client's channel of a topic.
        func closeChannel(_ topic: String)
        /// Ends the connection, for example because its token was revoked.
        func disconnect()
    }

    /// All connected clients, in no particular order.
    private(set) var clients: [any ConnectedClient] = []

    /// The number that was given last.
    private var lastNumber = 0

    package init() {}

    /// A new number for a client; no number is given twice.
    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// How many clients are connected.
    ///
    /// Sessions that have stopped polling count until they are swept.
    package var count: Int { clients.count }

    func add(_ client: any ConnectedClient) {
        client.place = clients.count
        clients.append(client)
    }

    func remove(_ client: any ConnectedClient) {
        let place = client.place
        guard place >= 0 else { return }
        client.place = -1
        let last = clients.removeLast()
        guard last !== client else { return }
        clients[place] = last
        last.place = place
    }

    /// Sends an event to all clients that have joined `topic`.
    ///
    /// `payload` is JSON. The message is encoded once for all clients that get the same bytes.
    func publish(_ event: String, on topic: String, payload: [UInt8]) {
        guard !clients.isEmpty else { return }
        let broadcast = Broadcast(event, SharedEvent(event, on: topic, payload: payload))
        // Backwards, because dropping a slow client moves the last client to its index.
        for place in clients.indices.reversed() where place < clients.count {
            clients[place].push(broadcast)
        }
    }

    /// Ends the channels of a user on `topic`.
    func closeChannels(of user: CommunityMember.ID, on topic: String) {
        for client in clients where client.account.user == user {
            client.closeChannel(topic)
        }
    }

    /// Ends all connections.
    func disconnectAll() {
        for client in clients { client.disconnect() }
    }

    /// Ends the connections that were opened with a token.
    func disconnect(tokenHash: String) {
        for client in clients
        where client.account.tokenHash.utf8.elementsEqual(tokenHash.utf8) {
            client.disconnect()
        }
    }
}

/// An event for many clients: its message is made once for each serializer and `join_ref`.
final class Broadcast {
    let topic: String
    /// The event's name.
    let name: String
    private let event: SharedEvent
    private var messages: [Key: SharedMessage] = [:]

    private struct Key: Hashable {
        var serializer: Serializer
        var joinRef: String
        /// Where links lead; nil for addresses as they are stored.
        var links: PictureLinks?
    }

    init(_ name: String, _ event: SharedEvent) {
        self.name = name
        self.event = event
        topic = event.topic
    }

    /// The message for a client of `serializer` whose join has `joinRef`, with `links` of its own.
    func message(
        _ serializer: Serializer,
        _ joinRef: Ref,
        _ links: PictureLinks?
    ) -> SharedMessage {
        let reference = serializer == .v1 ? "" : joinRef.text
        let key = Key(serializer: serializer, joinRef: reference, links: links)
        if let known = messages[key] { return known }
        var text = event.text(for: serializer, joinRef: joinRef)
        if let links { text = links.localized(text, Pictures.members) }
        let message = SharedMessage(WebSocketMessage(.text, text))
        messages[key] = message
        return message
    }

    /// The text for a client of `serializer` whose join has `joinRef`.
    func text(_ serializer: Serializer, _ joinRef: Ref, _ links: PictureLinks?) -> [UInt8] {
        message(serializer, joinRef, links).message.bytes
    }
}
