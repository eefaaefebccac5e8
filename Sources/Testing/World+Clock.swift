internal import MockPostlyControl
internal import MockPostlyWorld

extension MockServer {
    /// The time of a clock, and its speed.
    public struct ClockReading: Sendable, Hashable {
        /// The time as `2026-02-14T12:34:56.123456Z` (RFC 3339).
        public var now: String
        /// Microseconds since 1970-01-01T00:00:00Z.
        public var microsecondsSince1970: Int64
        /// Seconds for each second of the machine: 1 when it runs, 0 when it is frozen.
        public var rate: Double

        init(_ state: ClockState) {
            now = state.now.rfc3339
            microsecondsSince1970 = state.now.microseconds
            rate = state.rate
        }
    }
}

/// A world's clock decides all times that a client can see: dates, ids, cookies, the age of tokens,
/// rate limits and one-time passwords. Timeouts and delays follow the machine's clock.
extension MockServer.World {
    /// What the clock shows.
    public var clock: MockServer.ClockReading {
        get throws {
            let name = name
            return try server.controlling { MockServer.ClockReading(try $0.clock(of: name)) }
        }
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
        let name = name
        _ = try server.controlling { try $0.advanceClock(of: name, by: duration) }
    }

    /// Sets the clock.
    ///
    /// ```swift
    /// try world.setClock(.scaled(by: 60, from: "2026-02-14T12:34:56Z"))
    /// ```
    ///
    /// Throws a ``MockServer/Failure`` when the text in `clock` is not a date.
    public func setClock(_ clock: MockServer.Clock) throws {
        try set(clock.setting)
    }

    /// Stops the clock at a date such as `2026-02-14T12:34:56.123456Z` (RFC 3339), or at the time
    /// that it shows.
    ///
    /// Throws a ``MockServer/Failure`` when the text is no date.
    public func freezeClock(at date: String? = nil) throws {
        var setting = ClockSetting(mode: .freeze)
        if let date { setting.start = .at(try MockServer.Failure.parseDate(date)) }
        try set(setting)
    }

    /// Runs the clock at normal speed, from a date or from the time that it shows.
    ///
    /// Throws a ``MockServer/Failure`` when the text is no date.
    public func runClock(from date: String? = nil) throws {
        var setting = ClockSetting(mode: .run)
        if let date { setting.start = .at(try MockServer.Failure.parseDate(date)) }
        try set(setting)
    }

    /// Runs the clock `rate` times as fast as the machine's, from a date or from the time it shows.
    ///
    /// The rate must be above 0 and at most 1,000,000. Throws a ``MockServer/Failure`` when it is
    /// not, or when the text is not a date.
    public func scaleClock(by rate: Double, from date: String? = nil) throws {
        var setting = try MockServer.Clock.scaleSetting(rate)
        if let date { setting.start = .at(try MockServer.Failure.parseDate(date)) }
        try set(setting)
    }

    private func set(_ setting: ClockSetting) throws {
        let name = name
        _ = try server.controlling { try $0.setClock(of: name, setting) }
    }
}

extension MockServer.Clock {
    /// The same as a setting of the control plane.
    var setting: ClockSetting {
        get throws {
            var setting: ClockSetting
            switch self {
            case .running:
                setting = ClockSetting(mode: .run)
                setting.start = .machine
            case .started(let date):
                setting = ClockSetting(mode: .run)
                setting.start = .at(try MockServer.Failure.parseDate(date))
            case .frozen(let date):
                setting = ClockSetting(mode: .freeze)
                setting.start = .at(try MockServer.Failure.parseDate(date))
            case .scaled(let rate, let date):
                setting = try Self.scaleSetting(rate)
                setting.start = .at(try MockServer.Failure.parseDate(date))
            }
            return setting
        }
    }

    static func scaleSetting(_ rate: Double) throws -> ClockSetting {
        guard rate > 0, rate <= 1_000_000 else {
            throw MockServer.Failure("a clock cannot go \(rate) times as fast; 1000000 is the most")
        }
        var setting = ClockSetting(mode: .scale)
        setting.rate = rate
        return setting
    }

    /// The same as the clock mode of a server's configuration.
    var mode: MockPostlyWorld.Clock.Mode {
        get throws {
            var clock = MockPostlyWorld.Clock.real
            switch self {
            case .running: break
            case .started(let date):
                clock.set(.running, from: .at(try MockServer.Failure.parseDate(date)))
            case .frozen(let date):
                clock.set(.frozen, from: .at(try MockServer.Failure.parseDate(date)))
            case .scaled(let rate, let date):
                let rate = try Self.scaleSetting(rate).rate
                clock.set(.scaled(rate), from: .at(try MockServer.Failure.parseDate(date)))
            }
            return clock.mode
        }
    }
}

extension Instant {
    /// Six digits of fraction, and a `Z`.
    fileprivate var rfc3339: String { rfc3339Micros.dropLast("+00:00".utf8.count) + "Z" }
}
