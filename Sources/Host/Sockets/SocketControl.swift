package import MockPostlyDialect
package import MockPostlyFaults
package import MockPostlyHTTP
package import MockPostlyMatching
package import MockPostlyRegex
package import MockPostlyWorld

/// What a ``SocketControl`` needs of its world, which owns it.
package protocol SocketWorld: AnyObject {
    var timeAndChance: TimeAndChance { get }
    /// The clients of all channels, in the order in which they connected.
    var connections: [SocketConnection] { get }
    /// The memory limit for what waits for clients.
    var budget: BufferBudget { get }
    /// The machine's monotonic clock, in nanoseconds.
    var monotonicTime: UInt64 { get }

    /// The names by which a test may call an account of a dialect; nil when that cannot be said now.
    ///
    /// Asked only for patterns with a user.
    func names(ofAccount account: String, in dialect: String) -> [String]?
    /// Makes all frames pass a tap; nil when they need not.
    func setTap(_ tap: (any FrameTap)?)
    func report(_ report: LogMessage)
}

/// A client of a channel, and the name of the dialect that it is connected to.
package struct SocketConnection {
    package var dialect: String
    package var connection: any ChannelConnection

    package init(_ dialect: String, _ connection: any ChannelConnection) {
        (self.dialect, self.connection) = (dialect, connection)
    }
}

/// What tests do to the sockets of one world: faults of messages, lost connections, events of their
/// own, scenarios.
///
/// It sees the frames of the world only while there is something to do to them. Belongs to the
/// loop's thread.
package final class SocketControl {
    unowned let world: any SocketWorld
    let alarms: Alarms
    let faults: FaultTable
    /// The desk for what outlives it, such as alarms.
    let reference = BackReference<SocketControl>()
    /// Messages that wait, by the numbers of their alarms.
    var held: [Int: HeldMessage] = [:]
    /// The numbers in ``held`` by connection.
    var heldBySocket: [Int: Set<Int>] = [:]
    /// The messages of ``held`` that wait for the next one, by connection and direction.
    var reordered: [Lane: Int] = [:]
    /// What the expressions of rules may do for messages, up to a time of the machine.
    var budget: MatchBudget?
    var budgetEnd: UInt64 = 0
    /// The expressions that the log has had for taking too many steps.
    var warnedExpressions = WarnedExpressions()
    /// The bytes of ``held``.
    let room = HeldRoom()
    /// The connections that are dead, by their numbers.
    var silent: [Int: Silence] = [:]
    /// The name of the fault whose own messages are being sent; they get no fault.
    var cause: String?
    /// The names of the users of connections, by the connections' numbers.
    var names: [Int: [String]] = [:]
    /// The events that are sent later.
    var schedule = EventSchedule()
    /// The scenario that runs.
    var running: SocketScenario?
    /// The scenarios since the world began, the newest last; few of those that have ended are kept.
    package internal(set) var scenarios: [SocketScenario] = []
    var lastScenario = 0
    /// Whether the log says already that messages are not held for want of room.
    var hasToldOfRoom = false

    /// The desk of a world with `faults`.
    package init(of world: any SocketWorld, _ alarms: Alarms, _ faults: FaultTable) {
        (self.world, self.alarms, self.faults) = (world, alarms, faults)
        reference.begin(self)
        followFaults()
    }

    deinit { reference.end() }

    /// Sees frames exactly as long as it has to do something with them.
    func followNeed() {
        let isNeeded =
            faults.hasSocketRules || !silent.isEmpty || !held.isEmpty || running != nil
        world.setTap(isNeeded ? self : nil)
    }

    /// Lets what a rule has done end with it; to be called when the faults have changed.
    package func followFaults() {
        for (number, silence) in silent {
            guard let rule = silence.rule, !faults.hasRule(rule) else { continue }
            awaken(number)
        }
        followNeed()
    }

    /// Forgets what waits and what runs, and lets dead connections live again.
    package func startAnew() {
        for scenario in scenarios { remove(scenario) }
        for number in held.keys { alarms.cancel(number) }
        (held, heldBySocket, reordered) = ([:], [:], [:])
        room.clear()
        for number in Array(silent.keys) { awaken(number) }
        removeEvents()
        followNeed()
    }

    /// Forgets everything, because the world ends.
    ///
    /// To be called once, before the world is released.
    package func close() {
        running?.finish(.abandoned, at: world.monotonicTime)
        running = nil
        for number in held.keys { alarms.cancel(number) }
        held = [:]
        heldBySocket = [:]
        reordered = [:]
        silent = [:]
        room.clear()
        removeEvents()
        world.setTap(nil)
    }

    // MARK: Connections

    /// The clients of all channels, in the order in which they connected.
    package var connections: [SocketConnection] { world.connections }

    /// Those that meet `pattern`, as far as `budget` allows to find that out.
    ///
    /// In the order in which they connected.
    package func connections(
        _ pattern: ConnectionPattern,
        _ budget: MatchBudget = MatchBudget(.rules)
    ) -> [SocketConnection] {
        connections.filter { pattern.accepts($0, budget, names: names(of: $0)) }
    }

    func names(of one: SocketConnection) -> [String] {
        names(of: one.connection.peer, in: one.dialect)
    }

    func names(of peer: ChannelPeer, in dialect: String) -> [String] {
        if let known = names[peer.socket] { return known }
        guard let found = world.names(ofAccount: peer.account, in: dialect) else {
            return [peer.account]
        }
        if names.count >= Self.mostNames { names = [:] }
        names[peer.socket] = found
        return found
    }

    private static let mostNames = 10_000

    /// Ends the connections that meet `pattern`, or lets them die; returns their numbers.
    ///
    /// None is ended when `budget` does not allow to find out which they are.
    ///
    /// The numbers are in the order in which the clients connected.
    package func disconnect(
        _ pattern: ConnectionPattern,
        _ way: Disconnection,
        _ budget: MatchBudget = MatchBudget(.rules)
    ) -> [Int] {
        let lost = connections(pattern, budget)
        guard budget.exceeded == nil else { return [] }
        for one in lost {
            switch way {
            case .reset: one.connection.lose(.reset)
            case .close: one.connection.lose(.close)
            case .halfOpen: silence(one.connection, Silence(name: way.rawValue))
            }
            tell(one.connection.peer, "disconnected: \(way.rawValue)")
        }
        return lost.map(\.connection.peer.socket)
    }

    /// Lets a connection die without its client noticing.
    func silence(_ connection: any ChannelConnection, _ silence: Silence) {
        var silence = silence
        silence.connection = connection
        connection.isSilent = true
        silent[connection.peer.socket] = silence
        forgetHeld(of: connection.peer.socket)
        followNeed()
    }

    /// Lets messages of a connection pass again.
    func awaken(_ number: Int) {
        silent.removeValue(forKey: number)?.connection?.isSilent = false
    }

    /// The name of the fault because of which a connection is dead; nil for a living one.
    package func silence(of number: Int) -> String? { silent[number]?.name }

    /// Says in the log what was done.
    func tell(_ peer: ChannelPeer, _ words: String) {
        world.report(
            .detail(
                "\(peer.transport.rawValue) \(peer.socket) of account \(peer.account): \(words)"
            )
        )
    }
}

/// How the control plane ends a connection; the raw values stand in JSON.
package enum Disconnection: String, Sendable, CaseIterable {
    /// By a TCP reset.
    case reset
    /// By an orderly end of TCP, without a close frame.
    case close
    /// It stays open, and nothing passes any more.
    case halfOpen = "half-open"
}

/// A connection that is open but dead.
struct Silence {
    /// What the journal calls it.
    var name: String
    /// The rule that it ends with; nil when it lasts until the connection ends.
    var rule: Int?
    weak var connection: (any ChannelConnection)?

    init(name: String, rule: Int? = nil) {
        (self.name, self.rule) = (name, rule)
    }
}

/// A condition on connections.
package struct ConnectionPattern: Sendable {
    /// An id, e-mail address or username.
    package var user: String?
    /// As ``ChannelPeer/socket``.
    package var socket: Int?
    package var transport: ChannelPeer.Transport?
    /// A condition that one of the joined topics has to meet.
    package var topic: TextPattern?

    /// The condition that all connections meet.
    package init() {}

    func accepts(
        _ one: SocketConnection,
        _ budget: MatchBudget,
        names: @autoclosure () -> [String]
    ) -> Bool {
        let peer = one.connection.peer
        if let socket, socket != peer.socket { return false }
        if let transport, transport != peer.transport { return false }
        if let topic, !one.connection.topics.contains(where: { topic.accepts($0, budget) }) {
            return false
        }
        guard let user else { return true }
        return names().contains { $0.utf8.elementsEqual(user.utf8) }
    }
}
