/// A point in time in UTC, to the microsecond.
///
/// Days have 86,400 seconds, as in POSIX. The range is about 292,000 years before and after 1970;
/// sums beyond it stop at its ends.
package struct Instant: Sendable, Hashable, Comparable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    package var microseconds: Int64

    /// The instant this many microseconds after 1970-01-01T00:00:00Z.
    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// The instant this many seconds after 1970-01-01T00:00:00Z, or the nearest end of the range.
    package init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        microseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// Whole seconds since 1970, rounded down.
    package var seconds: Int64 {
        microseconds.dividedRoundingDown(by: 1_000_000).quotient
    }

    /// Whether `left` is earlier.
    package static func < (left: Instant, right: Instant) -> Bool {
        left.microseconds < right.microseconds
    }

    /// Cut to microseconds; stops at the ends of the range.
    package static func + (instant: Instant, duration: Duration) -> Instant {
        Instant(microseconds: instant.microseconds.addingOrStopping(duration.wholeMicroseconds))
    }

    /// Cut to microseconds; stops at the ends of the range.
    package static func - (instant: Instant, duration: Duration) -> Instant {
        Instant(
            microseconds: instant.microseconds.subtractingOrStopping(duration.wholeMicroseconds)
        )
    }

    /// The duration from `right` to `left`.
    ///
    /// Negative when `right` is later.
    package static func - (left: Instant, right: Instant) -> Duration {
        .microseconds(left.microseconds.subtractingOrStopping(right.microseconds))
    }

    /// As `+`.
    package static func += (instant: inout Instant, duration: Duration) {
        instant = instant + duration
    }
}

extension Duration {
    /// Whole microseconds, rounded towards zero; the nearest end of the range on overflow.
    package var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        return product.addingOrStopping(attoseconds / 1_000_000_000_000)
    }
}

extension Int64 {
    /// Quotient and remainder, with a remainder that is never negative; `divisor` must be positive.
    package func dividedRoundingDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    func addingOrStopping(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    func subtractingOrStopping(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}
