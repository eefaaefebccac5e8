package import MockPostlyJSON
package import MockPostlyWorld

/// A date of a seed that may count from when the content is filled.
package struct SeedDate: Sendable, Equatable {
    /// In UTC, as of the time of filling.
    package var instant: Instant
    /// How it was written; nil for a date with a year.
    ///
    /// Another moves with the time of filling.
    package var relative: RelativeDate?

    package init(_ instant: Instant, _ relative: RelativeDate? = nil) {
        (self.instant, self.relative) = (instant, relative)
    }

    /// Whether it moves by whole days.
    package var followsDay: Bool { if case .day? = relative { true } else { false } }

    /// What kind of date it is, for messages, and for dates that must move together.
    package var kind: String {
        switch relative {
        case .day: "relative to the day"
        case .moment: "relative to now"
        case nil: "with a year"
        }
    }
}

extension SeedReading {
    /// A date in RFC 3339, a day, or a date relative to the time of the reading; nil after a fault
    /// was reported.
    ///
    /// - Parameters:
    ///   - value: as it is in the file.
    ///   - field: the path of the member, for messages; made only for one.
    ///   - movesDays: whether the table marks dates that are relative to the day, so that they can
    ///     move without another reading.
    /// - Returns: `-3d 09:30` is 09:30 in UTC three days before the day of the reading, `-3d` is 72
    ///   hours before it.
    package func date(
        _ value: JSONValue,
        _ field: @autoclosure () -> String,
        movesDays: Bool
    ) -> SeedDate? {
        guard let text = value.string, RelativeDate.isMeant(by: text) else {
            return date(value, field()).map { SeedDate($0) }
        }
        guard let relative = relativeDate(value, field()) else { return nil }
        let date = SeedDate(relative.instant(from: startedAt), relative)
        if !movesDays || !date.followsDay { hasMovingDates = true }
        return date
    }

    /// A date relative to the time of the reading in a record; nil after a fault was reported.
    package func movingDate(
        _ value: JSONValue,
        _ field: @autoclosure () -> String
    ) -> RelativeDate? {
        hasMovingDates = true
        return relativeDate(value, field())
    }

    private func relativeDate(
        _ value: JSONValue,
        _ field: @autoclosure () -> String
    ) -> RelativeDate? {
        if let relative = value.string.flatMap({ RelativeDate($0) }) { return relative }
        report(value, field(), expected: RelativeDate.expected)
        return nil
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
