public import Foundation
public import MockPostlyClient
internal import MockPostlyWorld

extension MockServer.Clock {
    /// Starts at a date and runs at normal speed.
    public static func started(at date: Date) -> Self { .started(at: text(of: date)) }

    /// Stands still at a date.
    public static func frozen(at date: Date) -> Self { .frozen(at: text(of: date)) }

    /// Starts at a date and runs this many times as fast as the machine's clock.
    public static func scaled(by rate: Double, from date: Date) -> Self {
        .scaled(by: rate, from: text(of: date))
    }
}

extension MockServer.World {
    /// Stops the clock at a date.
    ///
    /// Throws a ``MockServer/Failure`` for a date that is not in the years 1 to 9999.
    public func freezeClock(at date: Date) throws {
        try freezeClock(at: text(of: date))
    }

    /// Runs the clock at normal speed from a date.
    ///
    /// Throws a ``MockServer/Failure`` for a date that is not in the years 1 to 9999.
    public func runClock(from date: Date) throws {
        try runClock(from: text(of: date))
    }

    /// Runs the clock `rate` times as fast as the machine's, from a date.
    ///
    /// Throws a ``MockServer/Failure`` for a rate that is not above 0 and at most 1,000,000, and for
    /// a date that is not in the years 1 to 9999.
    public func scaleClock(by rate: Double, from date: Date) throws {
        try scaleClock(by: rate, from: text(of: date))
    }

    /// Moves the clock by a time in seconds, which may be negative; its speed does not change.
    public func advanceClock(by seconds: TimeInterval) throws {
        try advanceClock(by: .seconds(seconds))
    }
}

extension MockServer.ClockReading {
    /// The time, to the microsecond.
    public var date: Date { Date(microseconds: microsecondsSince1970) }
}

extension MockServer.RecordedRequest {
    /// When it came, by the world's clock; nil when ``time`` is not a date.
    public var date: Date? { Date(text: time) }
}

extension MockServer.RecordedMessage {
    /// When it came or went, by the world's clock; nil when ``time`` is not a date.
    public var date: Date? { Date(text: time) }
}

extension Date {
    fileprivate init(microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }

    fileprivate init?(text: String) {
        guard let instant = Instant(dateText: text) else { return nil }
        self.init(microseconds: instant.microseconds)
    }
}

/// The date to the microsecond, as the control plane takes it.
///
/// A date beyond the years of an `Instant` has a year that is refused.
private func text(of date: Date) -> String {
    let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
    return Instant(microseconds: Int64(exactly: microseconds) ?? .max).rfc3339Micros
}
