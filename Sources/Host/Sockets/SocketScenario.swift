internal import MockPostlyDialect
internal import MockPostlyJSON
package import MockPostlyWorld

/// A trouble that happens to the clients of a world by a plan, and what each of them did about it.
///
/// It watches what passes. Times are those of the machine's monotonic clock, in nanoseconds.
/// Belongs to the loop's thread.
package final class SocketScenario {
    /// The raw values stand in JSON.
    package enum Kind: String, Sendable, CaseIterable {
        /// All connections are reset, and the next attempt of each client fails as well.
        case downTwice = "down-twice"
        /// All channels crash, and joins wait for their answers.
        case queuedJoins = "queued-joins"
        /// All connections stay open, but are dead.
        case deadHeartbeat = "dead-heartbeat"

        /// What happens, in one line.
        package var summary: String {
            switch self {
            case .downTwice:
                "all sockets are reset, the next connection fails too, the one after it succeeds"
            case .queuedJoins:
                "all channels crash, and joins get their answers only after a while"
            case .deadHeartbeat:
                "all sockets stay open but dead: heartbeats get no reply, nothing else comes"
            }
        }

        /// How long clients have for it unless told otherwise.
        package var usualTimeout: Duration {
            switch self {
            case .downTwice, .queuedJoins: .seconds(30)
            // A client that sends a heartbeat each 30 seconds notices with the next one.
            case .deadHeartbeat: .seconds(90)
            }
        }
    }

    /// What a test orders.
    package struct Order: Sendable {
        /// What happens.
        package var kind: Kind
        /// To whom; by default to all clients.
        package var match = ConnectionPattern()
        /// How long clients have; of ``Kind/queuedJoins`` after the joins are released.
        package var timeout: Duration
        /// How long joins wait.
        package var hold = Duration.seconds(5)
        /// How long a client may take to send its queued messages after its joins.
        package var settle = Duration.seconds(1)

        package init(_ kind: Kind) {
            self.kind = kind
            timeout = kind.usualTimeout
        }
    }

    /// How a scenario ended.
    enum Ending {
        /// All clients did what they should.
        case done
        case timeOut
        /// Somebody ended it before.
        case abandoned
    }

    /// From 1, unique in the world.
    package let number: Int
    package let order: Order
    /// In nanoseconds of the monotonic clock.
    package let startedAt: UInt64
    /// When it began, by the machine's clock.
    package let began: Instant
    package private(set) var endedAt: UInt64?
    private(set) var ending: Ending?
    /// In the order in which they connected; those of later connections come last.
    package internal(set) var clients: [Client] = []
    /// The joins that wait for their answers; nil when they do not have to wait any more.
    var joins: [PendingFrame]?
    /// Called when a join goes on.
    var release: (PendingFrame) -> Void = { $0.goOn() }
    /// Called when something has changed that may end the scenario.
    var onProgress: () -> Void = {}
    private var watchers: [ObjectIdentifier: () -> Void] = [:]

    init(_ number: Int, _ order: Order, startedAt: UInt64) {
        self.number = number
        self.order = order
        self.startedAt = startedAt
        began = Clock.real.now()
        if order.kind == .queuedJoins { joins = [] }
    }

    /// Whether the verdict is final.
    package var hasEnded: Bool { endedAt != nil }

    /// Whether joins still wait.
    package var holdsJoins: Bool { joins != nil }

    /// Makes the verdict final.
    func finish(_ ending: Ending, at time: UInt64) {
        guard endedAt == nil else { return }
        (endedAt, self.ending) = (time, ending)
        joins = nil
        release = { _ in }
        onProgress = {}
        let watchers = Array(watchers.values)
        self.watchers = [:]
        for tell in watchers { tell() }
    }

    /// Calls `body` once when the verdict is final.
    ///
    /// `body` is not called when the verdict is final already: look at ``hasEnded`` before.
    package func watch(_ watcher: AnyObject, _ body: @escaping () -> Void) {
        watchers[ObjectIdentifier(watcher)] = body
    }

    /// No error when it does not watch.
    package func unwatch(_ watcher: AnyObject) {
        watchers[ObjectIdentifier(watcher)] = nil
    }

    // MARK: Joins that wait

    /// Whether a frame has to wait.
    func holds(_ frame: ChannelFrame) -> Bool {
        guard joins != nil, frame.direction == .incoming, frame.isChannelJoin else { return false }
        return client(with: frame.peer.socket) != nil
    }

    func hold(_ pending: PendingFrame) {
        joins?.append(pending)
    }

    /// Lets the joins go on, in the order in which they came.
    func releaseJoins() {
        guard let waiting = joins else { return }
        joins = nil
        for pending in waiting { release(pending) }
        onProgress()
    }
}

extension ChannelFrame {
    /// Whether a client joins a topic that can be joined.
    var isChannelJoin: Bool {
        guard let topic, event?.utf8.elementsEqual("phx_join".utf8) == true else { return false }
        return !topic.utf8.elementsEqual("phoenix".utf8)
    }

    var isHeartbeat: Bool { event?.utf8.elementsEqual("heartbeat".utf8) ?? false }

    /// Whether it is an event of the client's own, and not of the protocol.
    var isPush: Bool {
        guard direction == .incoming, !isHeartbeat, let event else { return false }
        return !event.utf8.starts(with: "phx_".utf8)
    }
}
