extension Int64 {
    /// The largest number that a content may have as an id or a count: 2^53 - 1.
    ///
    /// The JSON parser of every client keeps such numbers exactly (RFC 8259, section 6), and the
    /// sum of a few of them fits in 64 bits.
    package static let largestInContent: Int64 = 1 << 53 - 1

    /// The dates that a content may have, in microseconds since 1970: about 146,000 years before
    /// and after.
    ///
    /// The difference of any two of them fits in 64 bits. A year that does not have four digits
    /// cannot be written in RFC 3339; a seed then has the microseconds instead.
    package static let datesInContent: ClosedRange<Int64> = -(1 << 62)...(1 << 62)
}
