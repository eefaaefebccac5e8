extension Int64 {
    /// The largest whole number that a content may have as an id or a count: 2^53 - 1.
    ///
    /// JSON of every client keeps such numbers, and adding a few of them up fits in 64 bits.
    static let largestInContent: Int64 = 1 << 53 - 1
}

extension Post {
    /// The views at which counting them stops.
    package static let mostViews = Int64.largestInContent
}
