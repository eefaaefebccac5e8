/// A world's idea of the time: the machine's, shifted, sped up or standing still.
package struct Clock: Sendable {
    package enum Mode: Sendable, Equatable {
        /// The machine's time plus `offset` microseconds.
        case running(offset: Int64)
        case frozen(Instant)
        /// `world` at the machine's time `since`, and from there `rate` seconds a second.
        case scaled(rate: Double, since: Instant, world: Instant)
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
        switch mode {
        case .running(let offset):
            return Instant(microseconds: machine().microseconds.addingOrStopping(offset))
        case .frozen(let instant):
            return instant
        case .scaled(let rate, let since, let world):
            let passed = Double((machine() - since).wholeMicroseconds) * rate
            return Instant(
                microseconds: world.microseconds.addingOrStopping(Int64(clamping: passed))
            )
        }
    }

    /// Stands still at `instant` from now on.
    package mutating func freeze(at instant: Instant) {
        mode = .frozen(instant)
    }

    /// Jumps by `duration`, back when it is negative, and goes on as before.
    package mutating func advance(by duration: Duration) {
        switch mode {
        case .running(let offset):
            mode = .running(offset: offset.addingOrStopping(duration.wholeMicroseconds))
        case .frozen(let instant):
            mode = .frozen(instant + duration)
        case .scaled(let rate, let since, let world):
            mode = .scaled(rate: rate, since: since, world: world + duration)
        }
    }

    /// Shows `instant` now and goes on at the machine's pace.
    package mutating func run(from instant: Instant) {
        mode = .running(offset: (instant - machine()).wholeMicroseconds)
    }

    /// Goes on from the time it shows, `rate` seconds for each second of the machine.
    package mutating func run(atRate rate: Double) {
        mode = .scaled(rate: rate, since: machine(), world: now())
    }
}

extension Int64 {
    /// The number cut to a whole one, at the nearest end of the range when it is beyond.
    fileprivate init(clamping value: Double) {
        if value >= 0x1p63 {
            self = .max
        } else if value < -0x1p63 {
            self = .min
        } else {
            self = value.isNaN ? 0 : Int64(value)
        }
    }
}
