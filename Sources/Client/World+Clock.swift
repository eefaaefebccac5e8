internal import MockPostlyJSON
internal import MockPostlyWorld

extension MockServer {
    /// How the clock of a world starts.
    ///
    /// A date is written as `2026-02-14T12:34:56.123456Z` (RFC 3339), or as a day, `2026-02-14`.
    public enum Clock: Sendable, Hashable {
        /// Shows the machine's time.
        case running
        /// Starts at a date and runs at normal speed.
        case started(at: String)
        /// Stands still at a date.
        case frozen(at: String)
        /// Starts at a date and runs this many times as fast as the machine's clock.
        case scaled(by: Double, from: String)
    }

    /// The time of a clock, and its speed.
    public struct ClockReading: Sendable, Hashable {
        /// The time as `2026-02-14T12:34:56.123456Z` (RFC 3339).
        public var now: String
        /// Microseconds since 1970-01-01T00:00:00Z.
        public var microsecondsSince1970: Int64
        /// Seconds for each second of the machine: 1 when it runs, 0 when it is frozen.
        public var rate: Double

        init(_ clock: ControlDocument) {
            now = clock.text("now") ?? ""
            microsecondsSince1970 = clock.microseconds("now") ?? 0
            rate = clock.double("rate") ?? 1
        }
    }
}

/// A world's clock decides all times that a client can see: dates, ids, cookies, the age of tokens,
/// rate limits and one-time passwords. Timeouts and delays follow the machine's clock.
extension MockServer.World {
    /// What the clock shows.
    public var clock: MockServer.ClockReading {
        get throws { MockServer.ClockReading(try control("GET", ["clock"])) }
    }

    /// Moves the clock by `duration`, which may be negative; its speed does not change.
    ///
    /// ```swift
    /// let token = try world.token(for: "mira.sol@example.com")
    /// try world.advanceClock(by: .seconds(7 * 24 * 60 * 60))
    /// // The token has expired, and nobody has waited.
    /// ```
    ///
    /// Throws a ``MockServer/Failure`` when the clock would leave the years 1 to 9999.
    public func advanceClock(by duration: Duration) throws {
        try control("POST", ["clock", "advance"]) { $0.field("by", formatDuration(duration)) }
    }

    /// Sets the clock.
    ///
    /// ```swift
    /// try world.setClock(.scaled(by: 60, from: "2026-02-14T12:34:56Z"))
    /// ```
    ///
    /// Throws a ``MockServer/Failure`` when the text in `clock` is not a date.
    public func setClock(_ clock: MockServer.Clock) throws {
        try control("PUT", ["clock"]) { try clock.write(&$0) }
    }

    /// Stops the clock at a date such as `2026-02-14T12:34:56.123456Z` (RFC 3339), or at the time
    /// that it shows.
    ///
    /// Throws a ``MockServer/Failure`` when the text is no date.
    public func freezeClock(at date: String? = nil) throws {
        try set("freeze", from: date)
    }

    /// Runs the clock at normal speed, from a date or from the time that it shows.
    ///
    /// Throws a ``MockServer/Failure`` when the text is no date.
    public func runClock(from date: String? = nil) throws {
        try set("run", from: date)
    }

    /// Runs the clock `rate` times as fast as the machine's, from a date or from the time it shows.
    ///
    /// The rate must be above 0 and at most 1,000,000. Throws a ``MockServer/Failure`` when it is
    /// not, or when the text is not a date.
    public func scaleClock(by rate: Double, from date: String? = nil) throws {
        try MockServer.Clock.check(rate: rate)
        try set("scale", from: date, rate: rate)
    }

    private func set(_ mode: String, from date: String?, rate: Double? = nil) throws {
        if let date { _ = try MockServer.Failure.parseDate(date) }
        try control("PUT", ["clock"]) { json in
            json.field("mode", mode)
            if let date { json.field("now", date) }
            if let rate { json.field("rate", rate) }
        }
    }
}

extension MockServer.Clock {
    /// Writes the members by which the control plane sets a clock so.
    func write(_ json: inout JSONWriter) throws {
        let (mode, start, rate): (String, String?, Double?) =
            switch self {
            case .running: ("run", nil, nil)
            case .started(let date): ("run", date, nil)
            case .frozen(let date): ("freeze", date, nil)
            case .scaled(let rate, let date): ("scale", date, rate)
            }
        if let start { _ = try MockServer.Failure.parseDate(start) }
        if let rate { try Self.check(rate: rate) }
        json.field("mode", mode)
        json.field("now", start ?? "real")
        if let rate { json.field("rate", rate) }
    }

    /// Throws a ``MockServer/Failure`` when no clock can go this fast.
    package static func check(rate: Double) throws {
        guard rate > 0, rate <= 1_000_000 else {
            throw MockServer.Failure("a clock cannot go \(rate) times as fast; 1000000 is the most")
        }
    }
}
