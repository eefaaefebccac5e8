internal import MockPostlyText

/// A whole number beyond 2^53 that JavaScript writes with other digits than it was given.
///
/// Databases have such ids, and most languages but JavaScript read them exactly.
package struct LongNumber: Sendable, Equatable {
    /// As JSON has it: a sign where it is negative, and digits.
    package let text: String

    /// Nil for a text that is no whole number of JSON, and for a number that a double keeps.
    init?(_ bytes: some BidirectionalCollection<UInt8>) {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let digits = bytes.dropFirst(isNegative ? 1 : 0)
        guard digits.count > 15, digits.first != UInt8(ascii: "0"), digits.allSatisfy(\.isDigit)
        else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
        if javaScriptText(of: double) == text { return nil }
    }

    /// The nearest double; infinite from 309 digits on.
    package var double: Double { Double(text) ?? .nan }

    /// The digits of the next greater number.
    fileprivate static func next(_ text: String) -> String {
        let isNegative = text.hasPrefix("-")
        var digits = Array(text.utf8.dropFirst(isNegative ? 1 : 0))
        // The next one of a negative number is nearer to zero.
        let last = isNegative ? UInt8(ascii: "0") : UInt8(ascii: "9")
        let first = isNegative ? UInt8(ascii: "9") : UInt8(ascii: "0")
        var place = digits.count - 1
        while place >= 0, digits[place] == last {
            digits[place] = first
            place -= 1
        }
        if place < 0 {
            digits.insert(UInt8(ascii: "1"), at: 0)
        } else {
            digits[place] = isNegative ? digits[place] - 1 : digits[place] + 1
        }
        return (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
    }
}

extension JSValue {
    /// The number that a text spells: exactly where it has digits alone, else ``number``.
    package init(spelling text: String) {
        self = LongNumber(text.utf8).map { .long($0) } ?? .number(JSValue.string(text).number)
    }

    /// Whether it is a number, of any size.
    package var isNumber: Bool {
        switch self {
        case .number, .long: true
        default: false
        }
    }

    /// The number after it, as an id after the greatest one; NaN after what is no number.
    package var next: JSValue {
        guard isNumber, let text = wholeText else { return .number(number + 1) }
        return JSValue(spelling: LongNumber.next(text))
    }

    /// Whether it is less than a value that is the same as a double: by the digits of both.
    func hasLessDigits(than other: JSValue) -> Bool {
        guard let mine = wholeText, let others = other.wholeText else { return false }
        let isNegative = mine.hasPrefix("-")
        guard isNegative == others.hasPrefix("-") else { return isNegative }
        let (small, great) = isNegative ? (others, mine) : (mine, others)
        return small.utf8.count == great.utf8.count
            ? small < great : small.utf8.count < great.utf8.count
    }

    /// The digits of a whole number beyond 2^53; nil for others.
    private var wholeText: String? {
        switch self {
        case .long(let number): number.text
        case .number(let number) where 0x1p53..<1e21 ~= number.magnitude: text
        case .string(let text): JSValue(spelling: text).wholeText
        default: nil
        }
    }
}
