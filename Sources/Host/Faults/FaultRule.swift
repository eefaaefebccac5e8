package import MockPostlyMatching
package import MockPostlyWorld

/// Which requests, or which messages of channels, get which fault, and how often.
package struct FaultRule: Sendable {
    /// What requests are counted by.
    package enum Per: Sendable, Equatable {
        /// All together.
        case world
        /// Those of each user for themselves; all without a token together.
        case user
        /// Those with each value of a header field for themselves; `name` is in lower case.
        case header(name: String)
        /// The messages of each connection for themselves.
        case socket

        /// As in JSON.
        ///
        /// The form that ``FaultRule/per`` is read from as well.
        package var text: String {
            switch self {
            case .world: "world"
            case .user: "user"
            case .header(let name): "header:\(name)"
            case .socket: "socket"
            }
        }
    }

    /// Its number in its world; 0 before it is added.
    package internal(set) var number = 0
    /// What answers and the log call it; nil for the name of its fault.
    package var name: String?
    /// Which requests; those of all dialects and worlds' addresses, not of the control plane.
    package var match = RequestPattern()
    /// What messages of channels get in place of requests; nil in a rule for requests.
    package var socket: SocketFault?
    /// The condition on these messages.
    package var messages = MessagePattern()
    /// The JSON of ``match``, as it was sent.
    package var matchText: [UInt8] = Array("{}".utf8)
    package var fault: Fault
    /// The JSON of ``fault``, as it was sent.
    package var faultText: [UInt8]
    /// The chance, from 0 to 1, that a request that meets the condition gets the fault.
    ///
    /// Drawn for each request that the counts allow.
    package var rate = 1.0
    /// How many requests get it; nil for all.
    ///
    /// Counted by ``per``.
    package var times: Int?
    /// How many requests that meet the condition are let through first.
    ///
    /// Counted by ``per``, before ``times``.
    package var after = 0
    package var per = Per.world
    /// When the fault is there; nil for always.
    package var script: OutageScript?
    /// How long it lives, by the machine's clock; nil for as long as its world.
    ///
    /// From when the rule was made or changed.
    package var timeToLive: Duration?

    /// A rule for all requests.
    ///
    /// `text` is the JSON to be shown for the fault; nil for its name.
    package init(_ fault: Fault, text: [UInt8]? = nil) {
        self.fault = fault
        faultText = text ?? Array("\"\(fault.name)\"".utf8)
    }

    /// A rule for all messages of channels.
    ///
    /// `text` is the JSON to be shown for the fault; nil for its name.
    package init(_ fault: SocketFault, text: [UInt8]? = nil) {
        self.init(Fault(fault.name, []), text: text)
        socket = fault
    }

    /// What answers and the log say.
    ///
    /// Not unique: two rules may have the same.
    package var shownName: String { name ?? fault.name }
}

/// A rule of a table, and what it has done so far.
package struct FaultEntry: Sendable {
    /// As it was last changed.
    package internal(set) var rule: FaultRule
    /// How many requests have met the condition.
    package internal(set) var matched = 0
    /// How many requests got the fault.
    package internal(set) var applied = 0
    /// When it was made, by the world's clock.
    let start: Instant
    /// When it ends, in nanoseconds of the machine's monotonic clock; nil for never.
    var end: UInt64?
    var counts: [String: Count] = [:]

    struct Count {
        var matched = 0
        var applied = 0
    }

    /// The key for further requests when ``counts`` is full.
    static let othersKey = "\u{0}others"
    /// The most keys that are counted for themselves.
    ///
    /// Of a further user or field value, all count as one.
    package static let mostKeys = 1000

    init(_ rule: FaultRule, at start: Instant) {
        self.rule = rule
        self.start = start
    }

    /// How many more requests get it; nil without a limit, or when users or fields are counted.
    package var left: Int? {
        guard rule.per == .world, let times = rule.times else { return nil }
        return max(0, times - (counts[""]?.applied ?? 0))
    }

    /// Whether it can still do something.
    ///
    /// A rule whose script says "up" is not active now, and may be later.
    package func isActive(at now: Instant) -> Bool {
        left != 0 && rule.rate > 0 && isDown(at: now)
    }

    func isDown(at now: Instant) -> Bool { rule.script?.isDown(after: now - start) ?? true }

    /// How long it lives from `now`, a time of the machine's monotonic clock; nil for no end.
    package func remainingTime(at now: UInt64) -> Duration? {
        end.map { .nanoseconds(Int64(clamping: $0 > now ? $0 - now : 0)) }
    }
}
