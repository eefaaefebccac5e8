import MockPostlyDialect
import MockPostlyFaults
import MockPostlyHTTP
import MockPostlyWorld

@testable import MockPostlySockets

/// A client whose channels have one line of code.
final class FakeConnection: ChannelConnection {
    let peer: ChannelPeer
    let openedAt: UInt64 = 0
    var topics: [String]
    var isSilent = false
    var done: [String] = []
    private unowned let place: FakePlace

    init(_ number: Int, _ topics: [String] = ["feed"], account: String = "7", in place: FakePlace) {
        peer = ChannelPeer(
            world: "default",
            socket: number,
            transport: .webSocket,
            account: account
        )
        self.topics = topics
        self.place = place
    }

    func refuse(join frame: ChannelFrame, reason: String) {
        place.send("phx_reply", to: self, payload: #"{"reason":"\#(reason)"}"#)
    }

    func push(_ event: String, on topic: String, payload: [UInt8]) {
        place.send(event, on: topic, to: self, payload: String(decoding: payload, as: UTF8.self))
    }

    func failChannel(_ topic: String) {
        topics.removeAll { $0 == topic }
        place.send("phx_error", on: topic, to: self)
    }

    func lose(_ loss: ConnectionLoss) {
        done.append("\(loss)")
        place.close(self)
    }
}

/// A world with sockets, without a server.
final class FakePlace {
    var now: UInt64 {
        get { ground.now }
        set { ground.now = newValue }
    }
    let world: TimeAndChance
    let faults = FaultTable(seed: 5)
    let alarms: Alarms
    let control: SocketControl
    var connections: [FakeConnection] {
        get { ground.fakes }
        set { ground.fakes = newValue }
    }
    /// What passed, as `out 1 new_post`.
    var passed: [String] = []
    /// What the journal has, as `out 1 new_post socket-drop`.
    var journal: [String] = []
    var tap: (any FrameTap)? { ground.tap }
    var reports: [String] { ground.reports }
    private let ground: Ground

    /// What the desk works with.
    private final class Ground: SocketWorld {
        var now: UInt64 = 0
        var fakes: [FakeConnection] = []
        var tap: (any FrameTap)?
        var reports: [String] = []
        let timeAndChance: TimeAndChance
        let budget = BufferBudget(limit: .max)

        init(_ timeAndChance: TimeAndChance) { self.timeAndChance = timeAndChance }

        var connections: [SocketConnection] { fakes.map { SocketConnection("community", $0) } }
        var monotonicTime: UInt64 { now }

        func names(ofAccount account: String, in _: String) -> [String]? {
            [account, "user\(account)@example.com"]
        }

        func setTap(_ tap: (any FrameTap)?) { self.tap = tap }
        func report(_ report: LogMessage) { reports.append("\(report)") }
    }

    init() {
        let clock = Clock.frozen(at: Instant(seconds: 1_000_000))
        world = TimeAndChance(name: "default", clock: clock, randomSeed: 1)
        let ground = Ground(world)
        self.ground = ground
        alarms = Alarms { ground.now }
        control = SocketControl(of: ground, alarms, faults)
    }

    // As a world that ends: what waits would keep the place.
    deinit { control.close() }

    func connect(_ number: Int, _ topics: [String] = ["feed"], account: String = "7")
        -> FakeConnection
    {
        let connection = FakeConnection(number, topics, account: account, in: self)
        connections.append(connection)
        tap?.opened(connection)
        return connection
    }

    /// A client that connects as clients do; nil when it is refused.
    func reconnect(_ number: Int, account: String = "7") -> FakeConnection? {
        if tap?.refusal(of: account, over: .webSocket) != nil { return nil }
        return connect(number, [], account: account)
    }

    func close(_ connection: FakeConnection) {
        guard connections.contains(where: { $0 === connection }) else { return }
        connections.removeAll { $0 === connection }
        tap?.ended(connection)
    }

    func send(
        _ event: String,
        on topic: String = "feed",
        to connection: FakeConnection,
        payload: String = "{}"
    ) {
        pass(.outgoing, event, topic, connection, payload) {}
    }

    func receive(
        _ event: String,
        on topic: String = "feed",
        from connection: FakeConnection,
        payload: String = "{}"
    ) {
        pass(.incoming, event, topic, connection, payload) { [unowned self, unowned connection] in
            guard event == "phx_join" else { return }
            connection.topics.append(topic)
            send("phx_reply", on: topic, to: connection)
        }
    }

    private func pass(
        _ direction: ChannelFrame.Direction,
        _ event: String,
        _ topic: String,
        _ connection: FakeConnection,
        _ payload: String,
        _ body: @escaping () -> Void
    ) {
        let frame = ChannelFrame(
            direction,
            connection.peer,
            topic: topic,
            event: event,
            bytes: Array(#"[null,null,"\#(topic)","\#(event)",\#(payload)]"#.utf8)
        )
        let line = "\(direction == .incoming ? "in" : "out") \(connection.peer.socket) \(event)"
        let goOn: ([UInt8]?) -> Void = { [unowned self] changed in
            passed.append(line + (changed.map { " \(String(decoding: $0, as: UTF8.self))" } ?? ""))
            body()
        }
        guard let tap else {
            journal.append(line)
            return goOn(nil)
        }
        let note: (ChannelFrame, String?) -> Void = { [unowned self] _, fault in
            journal.append(line + (fault.map { " \($0)" } ?? ""))
        }
        tap.pass(PendingFrame(frame, of: connection, in: "community", note: note, goOn: goOn))
    }

    /// Lets machine time pass.
    func pass(_ time: Duration) {
        let target =
            now + UInt64(time.components.seconds) * 1_000_000_000
            + UInt64(time.components.attoseconds / 1_000_000_000)
        while let next = alarms.next, next <= target {
            now = max(now, next)
            alarms.fire()
        }
        now = target
    }

    func order(_ name: String, _ change: (inout FaultRule) -> Void = { _ in }) {
        guard let fault = SocketFault(named: name) else { preconditionFailure(name) }
        order(fault, change)
    }

    func order(_ fault: SocketFault, _ change: (inout FaultRule) -> Void = { _ in }) {
        var rule = FaultRule(fault)
        change(&rule)
        _ = faults.add(rule, at: world.now)
        control.followFaults()
    }

    func removeFaults() {
        _ = faults.removeAll()
        control.followFaults()
    }
}
