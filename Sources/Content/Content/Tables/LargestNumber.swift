extension Int64 {
    /// The largest whole number that a content may have as an id or a count: 2^53 - 1.
    ///
    /// JSON of every client keeps such numbers, and adding a few of them up fits in 64 bits.
    package static let largestInContent: Int64 = 1 << 53 - 1

    /// The dates that a content may have, in microseconds since 1970: 146,000 years to each side.
    ///
    /// The difference of any two of them fits in 64 bits. Years without four digits have no text in
    /// RFC 3339; a seed has their microseconds.
    package static let datesInContent: ClosedRange<Int64> = -(1 << 62)...(1 << 62)
}
