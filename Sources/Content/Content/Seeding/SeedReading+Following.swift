package import MockPostlyJSON
package import MockPostlyWorld

/// A date of a seed that may be relative to the day on which the content is filled.
package struct SeedDate: Sendable, Equatable {
    /// In UTC, as of the day of filling.
    package var instant: Instant
    /// Whether it was relative; such a date moves when the content is filled on another day.
    package var follows: Bool

    package init(_ instant: Instant, follows: Bool) {
        (self.instant, self.follows) = (instant, follows)
    }
}

extension SeedReading {
    /// A date in RFC 3339, or one relative to the day of the reading, such as `-3d 09:30`; nil after
    /// a fault was reported.
    ///
    /// A relative date has a sign, a number of days up to 36525, and hour and minute in UTC.
    ///
    /// - Parameters:
    ///   - value: as it is in the file.
    ///   - field: the path of the member, for messages; made only for one.
    /// - Returns: `-3d 09:30` is 09:30 in UTC three days before the day of the reading.
    package func followingDate(
        _ value: JSONValue,
        _ field: @autoclosure () -> String
    ) -> SeedDate? {
        guard let text = value.string, text.utf8.first == UInt8(ascii: "+") || text.isBackward
        else { return date(value, field()).map { SeedDate($0, follows: false) } }
        guard let minutes = Self.minutes(ofRelative: text) else {
            report(
                value,
                field(),
                expected: "a date such as \"2026-02-14T12:34:56Z\" or \"-3d 09:30\""
            )
            return nil
        }
        let midnight = startedAt.daysSince1970 * Instant.microsecondsOfDay
        return SeedDate(Instant(microseconds: midnight + minutes * 60_000_000), follows: true)
    }

    /// The minutes from the beginning of the day of filling to `-3d 09:30`; nil for other texts.
    private static func minutes(ofRelative text: String) -> Int64? {
        let parts = text.utf8.dropFirst().split(
            separator: UInt8(ascii: " "),
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, parts[0].last == UInt8(ascii: "d") else { return nil }
        let time = parts[1].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard let days = number(parts[0].dropLast(), digits: 1...5), days <= 36_525,
            time.count == 2, let hour = number(time[0], digits: 2...2), hour < 24,
            let minute = number(time[1], digits: 2...2), minute < 60
        else { return nil }
        return (text.isBackward ? -days : days) * 1_440 + hour * 60 + minute
    }

    private static func number(
        _ text: Substring.UTF8View,
        digits: ClosedRange<Int>
    ) -> Int64? {
        guard digits.contains(text.count) else { return nil }
        var number: Int64 = 0
        for byte in text {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            number = number * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return number
    }
}

extension SeedWriter {
    /// A member with a date, which is relative to the day of `filledAt` when it `follows` the
    /// clock; without `filledAt` it is whole.
    ///
    /// - Parameters:
    ///   - name: of the member.
    ///   - microseconds: since 1970.
    ///   - follows: whether the date came from the seed relative to the day of filling.
    ///   - filledAt: the day to which relative dates are written.
    package mutating func date(
        _ name: StaticString,
        _ microseconds: Int64,
        follows: Bool,
        _ filledAt: Instant?
    ) {
        key(name)
        date(microseconds, follows: follows, filledAt)
    }

    /// The same as a value: after ``key(_:)``.
    mutating func date(_ microseconds: Int64, follows: Bool, _ filledAt: Instant?) {
        let (minute, rest) = microseconds.dividedRoundingDown(by: 60_000_000)
        guard follows, rest == 0, let filledAt else { return date(microseconds) }
        let (day, time) = minute.dividedRoundingDown(by: 1_440)
        let days = day - filledAt.daysSince1970
        let digits = { (number: Int64) in "\(number < 10 ? "0" : "")\(number)" }
        text("\(days < 0 ? "" : "+")\(days)d \(digits(time / 60)):\(digits(time % 60))")
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

extension String {
    /// Whether it begins as a number of days before today; a date in RFC 3339 has no sign.
    fileprivate var isBackward: Bool { utf8.first == UInt8(ascii: "-") }
}
