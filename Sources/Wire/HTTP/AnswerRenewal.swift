/// Renews an answer that is the same each time but for a number near its end, which grows: a post with
/// its views.
///
/// Belongs to the loop's thread.
package protocol AnswerRenewal: AnyObject, Sendable {
    /// Counts this answer and returns its number.
    ///
    /// Nil, and nothing is counted, when the answer has to be made anew: the number would not be below
    /// `limit`, or cannot be counted without writing to the database.
    func next(below limit: Int64) -> Int64?

    /// How many bytes the body has after the number.
    var rest: Int { get }
}

/// Where a body has the number that an ``AnswerRenewal`` counts.
package struct RenewedNumber: Sendable {
    /// How many bytes of the body come after it.
    private let rest: Int
    private let digits: Int

    /// The digits before the last `rest` bytes of `body`; nil when there are none.
    init?(in body: [UInt8], before rest: Int) {
        let isDigit = { (byte: UInt8) in byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
        digits = body.dropLast(rest).reversed().prefix(while: isDigit).count
        guard 1...18 ~= digits else { return nil }
        self.rest = rest
        limit = (0..<digits).reduce(1) { limit, _ in limit * 10 }
    }

    /// The first number that has no room in its place.
    package let limit: Int64

    /// Writes the digits of `number`, which is below ``limit`` and not below the first, into the body that
    /// `bytes` end with.
    package func put(_ number: Int64, intoEndOf bytes: UnsafeMutableRawBufferPointer) {
        var (left, place) = (UInt64(number), bytes.count - rest)
        for _ in 0..<digits {
            place -= 1
            bytes[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: left % 10)
            left /= 10
        }
    }
}
