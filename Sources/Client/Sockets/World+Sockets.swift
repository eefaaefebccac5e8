internal import MockPostlyJSON
internal import MockPostlyWorld

extension MockServer {
    /// A client that is connected to the channels of a world.
    public struct Socket: Sendable, Hashable {
        /// Its number in the world.
        public var number: Int
        /// How it is connected: `websocket` or `longpoll`.
        public var transport: String
        /// The id of its user.
        public var user: String
        /// The topics that it has joined.
        public var topics: [String]
        /// The fault because of which its connection is dead; nil when it lives.
        public var fault: String?

        init(_ socket: ControlDocument) {
            number = socket.int("socket") ?? 0
            transport = socket.text("transport") ?? ""
            user = socket.text("user") ?? ""
            topics = socket.texts("topics")
            fault = socket.text("fault")
        }
    }

    /// Which clients of channels are meant; with no conditions all of them.
    public struct SocketMatch: Sendable, Hashable {
        /// The id, e-mail address or username of the user.
        public var user: String?
        /// The number of the socket.
        public var socket: Int?
        /// A topic that it has joined, which may end in `*`.
        public var topic: String?

        /// Clients that meet these conditions.
        public init(user: String? = nil, socket: Int? = nil, topic: String? = nil) {
            (self.user, self.socket, self.topic) = (user, socket, topic)
        }

        /// All clients.
        public static let all = SocketMatch()

        func write(_ json: inout JSONWriter) {
            json.key("match")
            json.beginObject()
            if let user { json.field("user", user) }
            if let socket { json.field("socket", socket) }
            if let topic { json.field("topic", topic) }
            json.endObject()
        }
    }

    /// How a connection ends.
    public enum Disconnection: String, Sendable, Hashable {
        /// By a TCP reset.
        case reset
        /// In order, but without a close frame.
        case close
        /// It stays open, but nothing is handled, answered or sent any more.
        case halfOpen = "half-open"
    }
}

extension MockServer.World {
    /// The clients that are connected to the channels, in the order in which they connected.
    public var sockets: [MockServer.Socket] {
        get throws {
            try control("GET", ["sockets"]).parts("sockets").map { MockServer.Socket($0) }
        }
    }

    /// Ends connections without a word, or lets them die.
    ///
    /// ```swift
    /// try world.disconnectSockets(of: .init(user: "mira.sol@example.com"), by: .halfOpen)
    /// ```
    ///
    /// Returns the numbers of the clients that had one.
    @discardableResult
    public func disconnectSockets(
        of clients: MockServer.SocketMatch = .all,
        by how: MockServer.Disconnection = .reset
    ) throws -> [Int] {
        try control("POST", ["sockets", "disconnect"]) { json in
            clients.write(&json)
            json.field("how", how.rawValue)
        }
        .ints("sockets")
    }

    /// Sends an event to the clients that have joined a topic.
    ///
    /// ```swift
    /// try world.sendEvent("post_deleted", to: "room:lobby", ["id": 1])
    /// try world.sendEvent("reminder", to: "room:lobby", in: .seconds(3600))
    /// ```
    ///
    /// - Parameters:
    ///   - event: its name.
    ///   - topic: the topic.
    ///   - payload: its payload.
    ///   - clients: which of the clients get it.
    ///   - time: after how much time of the world's clock, which may run or be set; nil for now.
    /// - Returns: the numbers of the clients that got it; empty for a later one.
    /// - Throws: a ``MockServer/Failure`` when too many events wait.
    @discardableResult
    public func sendEvent(
        _ event: String,
        to topic: String,
        _ payload: MockServer.JSON = [:],
        of clients: MockServer.SocketMatch = .all,
        in time: Duration? = nil
    ) throws -> [Int] {
        try control("POST", ["sockets", "events"]) { json in
            json.field("topic", topic)
            json.field("event", event)
            json.key("payload")
            json.value(payload)
            clients.write(&json)
            if let time { json.field("in", formatDuration(time)) }
        }
        .ints("sockets")
    }
}
