/// Reads digits and separators from the front of a text.
package struct DigitReader<Text: Collection<UInt8>> where Text.SubSequence == Text {
    /// What was not read yet.
    package var rest: Text

    /// Reads `rest` from its start.
    @inlinable
    package init(_ rest: Text) {
        self.rest = rest
    }

    /// Reads `character`, if it comes next.
    @inlinable
    package mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads a digit; nil for another character, and at the end.
    @inlinable
    package mutating func digit() -> Int64? {
        guard let byte = rest.first, byte.isDigit else { return nil }
        rest.removeFirst()
        return Int64(byte - UInt8(ascii: "0"))
    }

    /// Reads a number of exactly `digits` digits.
    @inlinable
    package mutating func number(digits: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Reads the digits of a fraction, of which the first `places` count.
    ///
    /// - Parameters:
    ///   - places: how many digits the result has.
    ///   - most: how many there may be.
    /// - Returns: the fraction times ten to the power of `places`; nil without digits, or with more
    ///   than `most`.
    @inlinable
    package mutating func fraction(places: Int, most: Int = .max) -> Int64? {
        var (value, length): (Int64, Int) = (0, 0)
        while let digit = digit() {
            length += 1
            if length <= places { value = value * 10 + digit }
        }
        guard length > 0, length <= most else { return nil }
        for _ in Swift.min(length, places)..<places { value *= 10 }
        return value
    }
}
