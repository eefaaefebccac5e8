internal import MockPostlyText

/// Texts and numbers as Python, the original's language, writes and reads them.
enum PythonText {
    /// `text` as a Python string literal (`repr`).
    ///
    /// It is in `'…'`, or in `"…"` when it contains a `'` and no `"`. Characters that Python 3.11
    /// (Unicode 14) does not count as printable are escaped.
    static func literal(_ text: String) -> String {
        let quote: Unicode.Scalar =
            text.unicodeScalars.contains("'") && !text.unicodeScalars.contains("\"") ? "\"" : "'"
        var literal = String.UnicodeScalarView([quote])
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": literal.append(contentsOf: "\\\\".unicodeScalars)
            case quote: literal.append(contentsOf: ["\\", quote])
            case "\n": literal.append(contentsOf: "\\n".unicodeScalars)
            case "\r": literal.append(contentsOf: "\\r".unicodeScalars)
            case "\t": literal.append(contentsOf: "\\t".unicodeScalars)
            case " "..."~": literal.append(scalar)
            case let other where isPrintable(other): literal.append(other)
            default: literal.append(contentsOf: escape(scalar).unicodeScalars)
            }
        }
        literal.append(quote)
        return String(literal)
    }

    /// `text`'s UTF-8 as a Python bytes literal.
    static func bytesLiteral(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let single = UInt8(ascii: "'")
        let quote = bytes.contains(single) && !bytes.contains(UInt8(ascii: "\"")) ? "\"" : "'"
        var literal = "b" + quote
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\\"): literal += "\\\\"
            case single where quote == "'": literal += "\\'"
            case 0x0A: literal += "\\n"
            case 0x0D: literal += "\\r"
            case 0x09: literal += "\\t"
            case 0x20...0x7E: literal.unicodeScalars.append(Unicode.Scalar(byte))
            default: literal += "\\x" + hexadecimal(UInt32(byte), digits: 2)
            }
        }
        return literal + quote
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case ...0xFF: "\\x" + hexadecimal(scalar.value, digits: 2)
        case ...0xFFFF: "\\u" + hexadecimal(scalar.value, digits: 4)
        default: "\\U" + hexadecimal(scalar.value, digits: 8)
        }
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        guard let age = properties.age, age.major <= 14 else { return false }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator, .spaceSeparator:
            return false
        default: return true
        }
    }
}

/// A whole number of any size, as Python's `int()` reads it.
struct PythonInteger: Equatable {
    var isNegative: Bool
    /// The number without its sign; larger ones become the largest `UInt64`.
    var magnitude: UInt64

    /// Whether the number fits into an `Int64`.
    var fits: Bool { magnitude <= (isNegative ? Int64.min.magnitude : Int64.max.magnitude) }

    /// The number, or the nearest `Int64`.
    var clamped: Int64 {
        guard fits else { return isNegative ? .min : .max }
        return isNegative ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(magnitude)
    }

    /// Reads `text`: an optional sign and decimal digits, with optional white space around them.
    ///
    /// Nil for anything else. That includes `_` between digits and non-ASCII digits, which Python
    /// accepts.
    init?(_ text: String) {
        var scalars = text.unicodeScalars[...]
        while let first = scalars.first, Self.isBlank(first) { scalars.removeFirst() }
        while let last = scalars.last, Self.isBlank(last) { scalars.removeLast() }
        isNegative = scalars.first == "-"
        if isNegative || scalars.first == "+" { scalars.removeFirst() }
        guard !scalars.isEmpty else { return nil }
        magnitude = 0
        for scalar in scalars {
            guard ("0"..."9").contains(scalar) else { return nil }
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(scalar.value - 0x30))
            magnitude = overflow || carry || magnitude == .max ? .max : sum
        }
    }

    /// The white space that `int()` strips; slightly different from what `str.split()` splits at.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F,
            0x205F, 0x3000:
            true
        default: false
        }
    }
}
