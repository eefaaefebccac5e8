package import MockPostlyWorld

/// A condition on a text that is a date: before, after or equal to another, as in WireMock.
package struct DatePattern: Sendable {
    /// How the date of the text is to the wanted one.
    package enum Relation: String, Sendable, CaseIterable {
        case before
        case after
        case equal = "equalToDateTime"
    }

    /// How the date is written in the text.
    package enum Format: String, Sendable, CaseIterable {
        /// Milliseconds since 1970.
        case epoch
        /// Seconds since 1970.
        case unix
    }

    /// A unit of a calendar.
    package enum Unit: String, Sendable, CaseIterable {
        case seconds, minutes, hours, days, months, years
    }

    /// A time from now or from a date.
    package struct Offset: Sendable, Equatable {
        /// Negative for the past.
        package var amount: Int
        package var unit: Unit

        package init(_ amount: Int, _ unit: Unit) {
            (self.amount, self.unit) = (amount, unit)
        }
    }

    package var relation: Relation
    /// The wanted date; nil for now.
    package var base: Instant?
    package var offset: Offset?
    /// Nil for a date as RFC 3339 or HTTP writes it; without an offset it is in UTC.
    package var format: Format?

    /// A condition on the date of a text and `base`, nil for now.
    package init(_ relation: Relation, _ base: Instant?, _ offset: Offset? = nil) {
        (self.relation, self.base, self.offset) = (relation, base, offset)
    }

    /// The same with the wanted date for `now`.
    func at(_ now: Instant) -> DatePattern {
        var pattern = self
        pattern.base = base ?? now
        return pattern
    }

    /// False for a text that is no date, and for a wanted date of which it is not known when it is.
    func accepts(_ text: String) -> Bool {
        guard let base, let found = date(in: text) else { return false }
        let wanted = offset.map { base.adding($0.amount, $0.unit) } ?? base
        return switch relation {
        case .before: found < wanted
        case .after: found > wanted
        case .equal: found == wanted
        }
    }

    private func date(in text: String) -> Instant? {
        guard let format else { return Instant(looseText: text) }
        guard let number = Int64(text) else { return nil }
        return switch format {
        case .epoch:
            Instant(microseconds: number.multipliedReportingOverflow(by: 1000).partialValue)
        case .unix: Instant(seconds: number)
        }
    }

    /// The condition for a person: `a date before now + 3 days`.
    var words: String {
        var when = base?.rfc3339Millis ?? "now"
        if let offset, offset.amount != 0 {
            let sign = offset.amount < 0 ? "-" : "+"
            when += " \(sign) \(offset.amount.magnitude) \(offset.unit.rawValue)"
        }
        return switch relation {
        case .before: "a date before \(when)"
        case .after: "a date after \(when)"
        case .equal: "the date \(when)"
        }
    }
}

extension Instant {
    /// The time so many units later; of a shorter month the last day.
    package func adding(_ amount: Int, _ unit: DatePattern.Unit) -> Instant {
        switch unit {
        case .seconds: self + .seconds(amount)
        case .minutes: self + .seconds(amount.multipliedReportingOverflow(by: 60).partialValue)
        case .hours: self + .seconds(amount.multipliedReportingOverflow(by: 3600).partialValue)
        case .days: self + .seconds(amount.multipliedReportingOverflow(by: 86_400).partialValue)
        case .months: adding(months: amount)
        case .years: adding(months: amount.multipliedReportingOverflow(by: 12).partialValue)
        }
    }
}
