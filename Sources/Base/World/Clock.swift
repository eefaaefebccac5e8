/// A world's idea of the time: the machine's, shifted, sped up or standing still.
///
/// It shows ``Instant/printable`` times only: one that would go beyond stops at the end.
package struct Clock: Sendable {
    package enum Mode: Sendable, Equatable {
        /// The machine's time plus `offset` microseconds.
        case running(offset: Int64)
        case frozen(Instant)
        /// `world` at the machine's time `since`, and from there `rate` seconds a second.
        case scaled(rate: Double, since: Instant, world: Instant)
    }

    /// How fast a clock goes.
    package enum Pace: Sendable, Equatable {
        /// As fast as the machine's.
        case running
        case frozen
        /// So many seconds for each second of the machine.
        case scaled(Double)
    }

    /// The time from which a clock goes on.
    package enum Start: Sendable, Equatable {
        /// The one that it shows.
        case present
        /// The machine's.
        case machine
        case at(Instant)
    }

    package private(set) var mode: Mode
    private let machine: @Sendable () -> Instant

    /// The machine's time.
    package static let real = Clock(.running(offset: 0))

    package init(_ mode: Mode) {
        self.init(mode, machine: systemNow)
    }

    /// A clock over another source of the machine's time, for tests.
    package init(_ mode: Mode, machine: @escaping @Sendable () -> Instant) {
        self.mode = mode
        self.machine = machine
    }

    /// A clock that stands still at `instant`.
    package static func frozen(at instant: Instant) -> Clock {
        Clock(.frozen(instant))
    }

    package func now() -> Instant {
        if case .frozen(let instant) = mode { return instant.asPrintable }
        return time(at: machine()).asPrintable
    }

    package var pace: Pace {
        switch mode {
        case .running: .running
        case .frozen: .frozen
        case .scaled(let rate, _, _): .scaled(rate)
        }
    }

    /// Seconds for each second of the machine.
    package var rate: Double {
        switch mode {
        case .running: 1
        case .frozen: 0
        case .scaled(let rate, _, _): rate
        }
    }

    // MARK: Setting

    /// Goes on at `pace` from `start`.
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

    /// Stands still at `instant` from now on.
    package mutating func freeze(at instant: Instant) {
        set(.frozen, from: .at(instant))
    }

    /// Shows `instant` now and goes on at the machine's pace.
    package mutating func run(from instant: Instant) {
        set(.running, from: .at(instant))
    }

    /// Goes on from the time it shows, `rate` seconds for each second of the machine.
    package mutating func run(atRate rate: Double) {
        set(.scaled(rate))
    }

    /// Whether ``advance(by:)`` can do all of it.
    package func canAdvance(by duration: Duration) -> Bool {
        Instant.printable.contains(now() + duration)
    }

    /// Jumps by `duration`, back when it is negative, and goes on as before.
    package mutating func advance(by duration: Duration) {
        let moment = machine()
        let time = time(at: moment)
        let target = (time.asPrintable + duration).asPrintable
        switch mode {
        case .running: mode = .running(offset: (target - moment).wholeMicroseconds)
        case .frozen: mode = .frozen(target)
        case .scaled(let rate, let since, let world):
            // What has passed is kept as it is, with its part of a microsecond.
            mode =
                Instant.printable.contains(time)
                ? .scaled(rate: rate, since: since, world: world + (target - time))
                : .scaled(rate: rate, since: moment, world: target)
        }
    }

    /// The time at the machine's time `moment`, which may lie beyond what can be shown.
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
    /// The years 0001 to 9999, which every format of dates can write.
    package static var printable: ClosedRange<Instant> {
        let first: Int64 = -62_135_596_800_000_000
        let last: Int64 = 253_402_300_799_999_999
        return Instant(microseconds: first)...Instant(microseconds: last)
    }

    /// The instant itself, or the nearest one that is ``printable``.
    package var asPrintable: Instant {
        min(max(self, Self.printable.lowerBound), Self.printable.upperBound)
    }
}

extension Int64 {
    /// The nearest whole number, at the nearest end of the range when it is beyond.
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
