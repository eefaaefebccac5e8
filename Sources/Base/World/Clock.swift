/// The time of a world: the machine's time, shifted, sped up or frozen.
///
/// It only shows ``Instant/printable`` times and stops at the first or last of them.
///
/// ```swift
/// var clock = Clock.frozen(at: Instant(seconds: 0))
/// clock.advance(by: .seconds(90))
/// clock.now()    // 1970-01-01T00:01:30Z
/// ```
///
/// A value: copies run on independently.
package struct Clock: Sendable {
    /// How the time is computed from the machine's time.
    package enum Mode: Sendable, Equatable {
        /// The machine's time plus `offset` microseconds.
        case running(offset: Int64)
        /// Always this time, until it is set.
        case frozen(Instant)
        /// From the machine's time `since`, shown as `world`, at `rate` seconds per second.
        case scaled(rate: Double, since: Instant, world: Instant)
    }

    /// The speed of a clock.
    package enum Pace: Sendable, Equatable {
        /// As fast as the machine's clock.
        case running
        /// Shows the same time until it is set or advanced.
        case frozen
        /// This many seconds per second of the machine.
        ///
        /// Above 1 faster than the machine, below it slower.
        case scaled(Double)
    }

    /// The time that a clock starts from when it is set.
    package enum Start: Sendable, Equatable {
        /// The time that it shows now.
        case present
        /// The machine's time.
        case machine
        /// This time, or the nearest that is printable.
        case at(Instant)
    }

    /// How the time is computed; changed by setting and advancing the clock.
    package private(set) var mode: Mode
    private let machine: @Sendable () -> Instant

    /// A clock that shows the machine's time.
    ///
    /// Each use is a copy of its own.
    package static let real = Clock(.running(offset: 0))

    /// A clock over the machine's time.
    package init(_ mode: Mode) {
        self.init(mode, machine: systemNow)
    }

    /// A clock over another source of the machine's time, for tests.
    ///
    /// - Parameters:
    ///   - mode: how the time is computed.
    ///   - machine: called on each ``now()``, on the thread of the caller.
    package init(_ mode: Mode, machine: @escaping @Sendable () -> Instant) {
        self.mode = mode
        self.machine = machine
    }

    /// A clock that is frozen at `instant`.
    package static func frozen(at instant: Instant) -> Clock {
        Clock(.frozen(instant))
    }

    /// The time that the clock shows now, a ``Instant/printable`` one.
    ///
    /// Costs a system call, unless the clock is frozen. May go back when the machine's clock is
    /// set.
    package func now() -> Instant {
        if case .frozen(let instant) = mode { return instant.asPrintable }
        return time(at: machine()).asPrintable
    }

    /// The speed of the clock.
    package var pace: Pace {
        switch mode {
        case .running: .running
        case .frozen: .frozen
        case .scaled(let rate, _, _): .scaled(rate)
        }
    }

    /// Seconds per second of the machine; 0 for a frozen clock.
    package var rate: Double {
        switch mode {
        case .running: 1
        case .frozen: 0
        case .scaled(let rate, _, _): rate
        }
    }

    // MARK: Setting

    /// Sets the speed; the clock continues from `start`.
    ///
    /// - Parameters:
    ///   - pace: from now on.
    ///   - start: the time that it shows at this moment.
    package mutating func set(_ pace: Pace, from start: Start = .present) {
        let moment = machine()
        let instant =
            switch start {
            case .present: time(at: moment).asPrintable
            case .machine: moment
            case .at(let instant): instant.asPrintable
            }
        switch pace {
        case .running: mode = .running(offset: (instant - moment).wholeMicroseconds)
        case .frozen: mode = .frozen(instant)
        case .scaled(let rate): mode = .scaled(rate: rate, since: moment, world: instant)
        }
    }

    /// Freezes the clock at `instant`.
    package mutating func freeze(at instant: Instant) {
        set(.frozen, from: .at(instant))
    }

    /// Sets the clock to `instant`, from where it runs at the machine's speed.
    package mutating func run(from instant: Instant) {
        set(.running, from: .at(instant))
    }

    /// Sets the speed to `rate` seconds per second of the machine; the time shown stays the same.
    package mutating func run(atRate rate: Double) {
        set(.scaled(rate))
    }

    /// Nanoseconds of the machine after which the clock shows another second than at `now`, the time
    /// that it shows; 0 when that cannot be said.
    package func rest(ofSecondAt now: Instant) -> UInt64 {
        switch mode {
        case .running:
            let passed = now.microseconds.dividedRoundingDown(by: 1_000_000).remainder
            return UInt64(1_000_000 - passed) * 1_000
        case .frozen: return 1_000_000_000
        case .scaled: return 0
        }
    }

    /// Whether ``advance(by:)`` would stay within the printable times.
    ///
    /// For callers that refuse a request; ``advance(by:)`` itself stops at the end.
    package func canAdvance(by duration: Duration) -> Bool {
        Instant.printable.contains(now() + duration)
    }

    /// Moves the clock by `duration`, back if negative; its speed stays the same.
    ///
    /// A frozen clock stays frozen at the new time.
    package mutating func advance(by duration: Duration) {
        let moment = machine()
        let time = time(at: moment)
        let target = (time.asPrintable + duration).asPrintable
        switch mode {
        case .running: mode = .running(offset: (target - moment).wholeMicroseconds)
        case .frozen: mode = .frozen(target)
        case .scaled(let rate, let since, let world):
            // The part that has run stays in the computation, so fractions of a microsecond are not
            // lost.
            mode =
                Instant.printable.contains(time)
                ? .scaled(rate: rate, since: since, world: world + (target - time))
                : .scaled(rate: rate, since: moment, world: target)
        }
    }

    /// The time that it shows when the machine's time is `moment`, a ``Instant/printable`` one.
    package func time(atMachine moment: Instant) -> Instant { time(at: moment).asPrintable }

    /// The time at the machine's time `moment`, which may be outside the printable range.
    private func time(at moment: Instant) -> Instant {
        switch mode {
        case .running(let offset):
            return Instant(microseconds: moment.microseconds.addingOrStopping(offset))
        case .frozen(let instant):
            return instant
        case .scaled(let rate, let since, let world):
            let passed = Double((moment - since).wholeMicroseconds) * rate
            return Instant(
                microseconds: world.microseconds.addingOrStopping(Int64(nearest: passed))
            )
        }
    }
}

extension Instant {
    /// The years 0001 to 9999, which every date format can write.
    ///
    /// From 0001-01-01T00:00:00Z to 9999-12-31T23:59:59.999999Z.
    package static var printable: ClosedRange<Instant> {
        let first: Int64 = -62_135_596_800_000_000
        let last: Int64 = 253_402_300_799_999_999
        return Instant(microseconds: first)...Instant(microseconds: last)
    }

    /// The instant itself, or the nearest ``printable`` instant.
    package var asPrintable: Instant {
        min(max(self, Self.printable.lowerBound), Self.printable.upperBound)
    }
}

extension Int64 {
    /// The nearest integer; the nearest end of the range for values beyond it, 0 for NaN.
    fileprivate init(nearest value: Double) {
        let value = value.rounded()
        if value >= 0x1p63 {
            self = .max
        } else if value < -0x1p63 {
            self = .min
        } else {
            self = value.isNaN ? 0 : Int64(value)
        }
    }
}
