internal import MockPostlyNouns
internal import MockPostlyPhoenix
internal import MockPostlyWebSocket

/// Who follows the channels of one world, whatever the transport.
///
/// Belongs to the loop's thread.
package final class ChannelHub {
    /// One client's end of the channels.
    protocol Follower: AnyObject {
        var account: SocketAccount { get }
        /// Where it stands in ``ChannelHub/followers``; kept by the hub, -1 for nowhere.
        var place: Int { get set }

        /// Sends an event of a topic that it has joined.
        func push(_ broadcast: Broadcast)
        /// Ends the channel of a topic.
        func closeChannel(_ topic: String)
        /// Ends the connection, because its token holds no more.
        func disconnect()
    }

    /// All that are connected, in no order.
    private(set) var followers: [any Follower] = []

    /// The number of the client that came last.
    private var lastNumber = 0

    package init() {}

    /// A number for a client that comes.
    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// How many clients are connected.
    package var count: Int { followers.count }

    func add(_ follower: any Follower) {
        follower.place = followers.count
        followers.append(follower)
    }

    func remove(_ follower: any Follower) {
        let place = follower.place
        guard place >= 0 else { return }
        follower.place = -1
        let last = followers.removeLast()
        guard last !== follower else { return }
        followers[place] = last
        last.place = place
    }

    /// Sends an event to all who have joined `topic`.
    ///
    /// Its payload is JSON. It is encoded once for all who get the same bytes.
    func publish(_ event: String, on topic: String, payload: [UInt8]) {
        guard !followers.isEmpty else { return }
        let broadcast = Broadcast(event, SharedEvent(event, on: topic, payload: payload))
        // Backwards: a client that is dropped for not reading puts the last one in its place.
        for place in followers.indices.reversed() where place < followers.count {
            followers[place].push(broadcast)
        }
    }

    /// Ends the channels that a person has joined on `topic`.
    func closeChannels(of user: Member.ID, on topic: String) {
        for follower in followers where follower.account.user == user {
            follower.closeChannel(topic)
        }
    }

    /// Ends all connections.
    func disconnectAll() {
        for follower in followers { follower.disconnect() }
    }

    /// Ends the connections that a token has opened.
    func disconnect(tokenHash: String) {
        for follower in followers
        where follower.account.tokenHash.utf8.elementsEqual(tokenHash.utf8) {
            follower.disconnect()
        }
    }
}

/// An event on its way to many: its text for each serializer and join_ref, made once.
final class Broadcast {
    let topic: String
    /// The event's name.
    let name: String
    private let event: SharedEvent
    private var messages: [Key: SharedMessage] = [:]

    private struct Key: Hashable {
        var serializer: Serializer
        var joinRef: String
    }

    init(_ name: String, _ event: SharedEvent) {
        self.name = name
        self.event = event
        topic = event.topic
    }

    /// The message for a client of `serializer` whose join has `joinRef`.
    func message(_ serializer: Serializer, _ joinRef: Ref) -> SharedMessage {
        let key = Key(serializer: serializer, joinRef: serializer == .v1 ? "" : joinRef.text)
        if let known = messages[key] { return known }
        let text = event.text(for: serializer, joinRef: joinRef)
        let message = SharedMessage(WebSocketMessage(.text, text))
        messages[key] = message
        return message
    }

    /// The text for a client of `serializer` whose join has `joinRef`.
    func text(_ serializer: Serializer, _ joinRef: Ref) -> [UInt8] {
        message(serializer, joinRef).message.bytes
    }
}
