internal import MockPostlyText

/// A date that counts from when a content is filled.
///
/// ```swift
/// RelativeDate("-3d 09:30")   // 09:30 in UTC, three days before the day of filling
/// RelativeDate("now-5m")      // five minutes before the moment of filling; also "-5m"
/// RelativeDate("+1d12h")      // a day and a half after it
/// ```
package enum RelativeDate: Sendable, Equatable {
    /// Minutes from the beginning of the day, in UTC.
    case day(minutes: Int64)
    /// Microseconds from the moment.
    case moment(microseconds: Int64)

    /// What a message says of other texts.
    package static let expected =
        "a date such as \"2026-02-14T12:34:56Z\", \"-3d\", \"now-5m\" or \"-3d 09:30\""

    /// The texts of such dates, for the JSON Schema.
    package static let pattern =
        "^[+-][0-9]{1,5}d [0-2][0-9]:[0-5][0-9]$|^now$|^(now)?[+-](?=[0-9])([0-9]{1,4}w)?"
        + "([0-9]{1,5}d)?([0-9]{1,6}h)?([0-9]{1,8}m)?([0-9]{1,10}s)?$"

    /// The largest distance in days: a hundred years.
    private static let mostDays: Int64 = 36_525

    /// Whether a text can be nothing but such a date, however it goes on: dates of RFC 3339 have no
    /// sign.
    package static func isMeant(by text: String) -> Bool {
        let first = text.utf8.first
        return first == UInt8(ascii: "+") || first == UInt8(ascii: "-") || text.hasPrefix(now)
    }

    private static let now = "now"

    /// Nil for other texts, and for more than a hundred years.
    package init?(_ text: String) {
        if let minutes = Self.minutes(ofDay: text) {
            self = .day(minutes: minutes)
        } else if let microseconds = Self.microseconds(of: text) {
            self = .moment(microseconds: microseconds)
        } else {
            return nil
        }
    }

    /// The date for a content that is filled at `moment`.
    package func instant(from moment: Instant) -> Instant {
        switch self {
        case .day(let minutes):
            let midnight = moment.daysSince1970 * Instant.microsecondsOfDay
            return Instant(microseconds: midnight + minutes * 60_000_000)
        case .moment(let microseconds):
            return Instant(microseconds: moment.microseconds + microseconds)
        }
    }

    /// The minutes from the beginning of the day of filling to `-3d 09:30`; nil for other texts.
    private static func minutes(ofDay text: String) -> Int64? {
        var reader = DigitReader(text.utf8[...])
        let isBack = reader.skip("-")
        guard isBack || reader.skip("+"), let days = reader.digits(atMost: 5), days <= mostDays,
            reader.skip("d"), reader.skip(" "), let hour = reader.number(digits: 2), hour < 24,
            reader.skip(":"), let minute = reader.number(digits: 2), minute < 60,
            reader.rest.isEmpty
        else { return nil }
        return (isBack ? -days : days) * 1_440 + hour * 60 + minute
    }

    /// The microseconds from the moment of filling to `now-5m`; nil for other texts.
    private static func microseconds(of text: String) -> Int64? {
        if text == now { return 0 }
        var reader = DigitReader((text.hasPrefix(now) ? text.dropFirst(now.count) : text[...]).utf8)
        let isBack = reader.skip("-")
        guard isBack || reader.skip("+"), !reader.rest.isEmpty else { return nil }
        var seconds: Int64 = 0
        for (unit, length, most) in units {
            var rest = reader
            guard let count = rest.digits(atMost: most), rest.skip(unit) else { continue }
            reader = rest
            seconds += count * length
        }
        guard reader.rest.isEmpty, seconds <= mostDays * 86_400 else { return nil }
        return (isBack ? -seconds : seconds) * 1_000_000
    }

    /// Units, their seconds, and the most digits before each.
    private static let units: [(Unicode.Scalar, Int64, Int)] = [
        ("w", 604_800, 4), ("d", 86_400, 5), ("h", 3_600, 6), ("m", 60, 8), ("s", 1, 10),
    ]
}

extension DigitReader {
    /// One to `most` digits as a number.
    fileprivate mutating func digits(atMost most: Int) -> Int64? {
        var (number, count) = (Int64(0), 0)
        while count < most, let digit = digit() {
            (number, count) = (number * 10 + digit, count + 1)
        }
        return count > 0 ? number : nil
    }
}

extension Instant {
    /// The length of a day, in microseconds.
    package static let microsecondsOfDay: Int64 = 86_400_000_000

    /// Whole days from 1970-01-01 to this moment's day in UTC; negative before.
    package var daysSince1970: Int64 {
        microseconds.dividedRoundingDown(by: Self.microsecondsOfDay).quotient
    }
}
