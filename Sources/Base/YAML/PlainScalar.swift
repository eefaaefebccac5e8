internal import MockPostlyText

/// A scalar without quotes, by the core schema of YAML 1.2 (section 10.3.2).
enum PlainScalar {
    /// The JSON text of `text` as null, a truth value or a number; nil when it is a text.
    ///
    /// `.inf` and `.nan`, which JSON cannot say, are texts.
    static func json(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let first = text.first else { return Array("null".utf8) }
        switch first {
        case UInt8(ascii: "~"): return text.count == 1 ? Array("null".utf8) : nil
        case UInt8(ascii: "n"), UInt8(ascii: "N"): return word(text, "null")
        case UInt8(ascii: "t"), UInt8(ascii: "T"): return word(text, "true")
        case UInt8(ascii: "f"), UInt8(ascii: "F"): return word(text, "false")
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            return prefixed(text) ?? number(text)
        default: return nil
        }
    }

    /// `word` if `text` is it in lower case, in upper case, or with a capital.
    private static func word(_ text: UnsafeBufferPointer<UInt8>, _ word: String) -> [UInt8]? {
        let lower = Array(word.utf8)
        let upper = lower.map { $0 & 0xDF }
        let isWord =
            text.elementsEqual(lower) || text.elementsEqual(upper)
            || text.elementsEqual([upper[0]] + lower.dropFirst())
        return isWord ? lower : nil
    }

    /// `0o17` and `0x1F`.
    private static func prefixed(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count > 2, text[0] == UInt8(ascii: "0") else { return nil }
        let radix: Int
        switch text[1] {
        case UInt8(ascii: "o"): radix = 8
        case UInt8(ascii: "x"): radix = 16
        default: return nil
        }
        let digits = String(decoding: text[2...], as: UTF8.self)
        guard !digits.hasPrefix("+"), !digits.hasPrefix("-") else { return nil }
        return UInt64(digits, radix: radix).map { Array(String($0).utf8) }
    }

    /// A decimal number, in the grammar of JSON: without a plus sign and leading zeros, with digits
    /// on both sides of a point.
    private static func number(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var rest = text[...]
        var json: [UInt8] = []
        if rest.first == UInt8(ascii: "-") { json.append(UInt8(ascii: "-")) }
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            rest = rest.dropFirst()
        }
        let whole = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(whole.count)
        let significant = whole.drop { $0 == UInt8(ascii: "0") }
        if significant.isEmpty { json.append(UInt8(ascii: "0")) }
        json += significant
        var fraction = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: \.isDigit)
            rest = rest.dropFirst(1 + fraction.count)
            json.append(UInt8(ascii: "."))
            json += fraction
            if fraction.isEmpty { json.append(UInt8(ascii: "0")) }
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            json.append(mark)
            rest = rest.dropFirst()
            if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                json.append(sign)
                rest = rest.dropFirst()
            }
            let digits = rest.prefix(while: \.isDigit)
            guard !digits.isEmpty else { return nil }
            json += digits
            rest = rest.dropFirst(digits.count)
        }
        return rest.isEmpty ? json : nil
    }
}
