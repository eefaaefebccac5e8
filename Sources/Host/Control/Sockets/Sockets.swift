internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlySockets
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// `sockets`: the clients that are connected to channels, by WebSocket or long poll.
enum Sockets {
    static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let world = try call.world(query)
        let control = try call.worlds.sockets(of: world)
        let now = monotonicNanoseconds()
        return .object { json in
            json.field("world", world)
            json.list("sockets", control.connections) { one, json in
                let (connection, peer) = (one.connection, one.connection.peer)
                json.beginObject()
                json.field("socket", peer.socket)
                json.field("system", one.dialect)
                json.field("dialect", one.dialect)
                json.field("transport", peer.transport.rawValue)
                json.field("user", peer.account)
                json.list("topics", connection.topics)
                json.field("fault", control.silence(of: peer.socket))
                let time = now > connection.openedAt ? now - connection.openedAt : 0
                json.field("milliseconds", time.inMilliseconds)
                json.endObject()
            }
        }
    }

    static func disconnect(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: ["world", "match", "how"])
        let match = try ConnectionPattern(body)
        let way = try body.suggested("how", Disconnection.self) ?? .reset
        let world = try call.world(query, body)
        let budget = MatchBudget(.rules)
        let numbers = try call.worlds.sockets(of: world).disconnect(match, way, budget)
        if let expression = budget.exceeded { throw TooManySteps(expression: expression) }
        return .object { json in
            json.field("world", world)
            json.field("how", way.rawValue)
            json.list("sockets", numbers) { $1.int($0) }
        }
    }
}

extension ConnectionPattern {
    private static let members = ["user", "socket", "transport", "topic"]

    /// Reads the member `match`.
    ///
    /// Throws a ``Problem`` with status 400.
    init(_ order: ControlBody) throws(Problem) {
        self.init()
        guard let body = try order.object("match", members: Self.members) else { return }
        user = try body.text("user")
        socket = try body.int("socket", in: 0...Int64(Int32.max)).map { Int($0) }
        transport = try body.transport("transport")
        topic = try body.topicPattern("topic")
    }
}

extension UInt64 {
    /// Nanoseconds as milliseconds, exact to a microsecond.
    var inMilliseconds: Double { Double(self / 1000) / 1000 }
}
