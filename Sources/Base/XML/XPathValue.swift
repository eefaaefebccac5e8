internal import MockPostlyText

/// What an expression of XPath has as its value.
enum XPathValue {
    /// Numbers of nodes, in the order of the document, each once.
    case nodes([Int])
    case number(Double)
    case text(String)
    case flag(Bool)
}

/// Numbers as XPath writes them (XPath 1.0, 4.2 and 4.4).
enum XPathNumber {
    /// The number that a text is, with blanks around it; else not a number.
    static func read(_ text: String) -> Double {
        var digits = text.utf8.drop(while: \.isBlank)
        while let last = digits.last, last.isBlank { digits = digits.dropLast() }
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits = digits.dropFirst() }
        guard digits.allSatisfy({ $0 == UInt8(ascii: ".") || $0.isDigit }) else { return .nan }
        let points = digits.reduce(0) { $0 + ($1 == UInt8(ascii: ".") ? 1 : 0) }
        guard points <= 1, digits.count > points,
            let number = Double("0" + String(decoding: digits, as: UTF8.self) + "0".prefix(points))
        else { return .nan }
        return isNegative ? -number : number
    }

    static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        return Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    }

    /// To the nearest whole number, of two the upper one.
    static func rounded(_ number: Double) -> Double { (number + 0.5).rounded(.down) }
}
