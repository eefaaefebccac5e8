internal import MockPostlyText

/// A word of a path.
struct XPathToken {
    enum Kind { case sign, name, number, literal, end }

    let kind: Kind
    /// A name with its prefix; a literal without its quotes.
    let text: String
    /// Bytes before it.
    let offset: Int
    /// Whether a value stands before it, so that `*`, `and`, `or`, `div` and `mod` are operators
    /// (XPath 1.0, 3.7).
    let isAfterValue: Bool

    static let nodeTypes = ["text", "node", "comment", "processing-instruction"]

    var isEnd: Bool { kind == .end }

    func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }

    func isOperator(_ sign: String) -> Bool {
        switch sign {
        case "or", "and", "div", "mod": kind == .name && isAfterValue && text == sign
        case "*": isSign("*") && isAfterValue
        default: isSign(sign)
        }
    }

    /// Whether a step can begin so.
    var beginsStep: Bool {
        kind == .name && !isAfterValue
            || ["*", "@", ".", ".."].contains { isSign($0) } && !isAfterValue
    }

    private static let signs = [
        "//", "..", "::", "!=", "<=", ">=", "/", ".", "(", ")", "[", "]", "@", ",", "|", "+", "-",
        "*", "=", "<", ">",
    ]

    /// The words of a text, with one behind them that says where it ends.
    static func all(in text: String) throws(XPath.Fault) -> [XPathToken] {
        let bytes = Array(text.utf8)
        var tokens: [XPathToken] = []
        var at = 0
        while true {
            while at < bytes.count, bytes[at].isBlank { at += 1 }
            let start = at
            guard at < bytes.count else {
                let end = XPathToken(kind: .end, text: "", offset: at, isAfterValue: true)
                return tokens + [end, end]
            }
            let kind = try end(of: bytes, &at)
            let inside = kind == .literal ? start + 1..<at - 1 : start..<at
            tokens.append(
                XPathToken(
                    kind: kind,
                    text: String(decoding: bytes[inside], as: UTF8.self),
                    offset: start,
                    isAfterValue: tokens.last?.endsValue ?? false
                )
            )
        }
    }

    private var endsValue: Bool {
        switch kind {
        case .number, .literal: true
        case .name: !["or", "and", "div", "mod"].contains { isOperator($0) }
        case .sign:
            isSign("*") ? !isAfterValue : [")", "]", ".", ".."].contains { isSign($0) }
        case .end: false
        }
    }

    /// Moves to the end of a word.
    private static func end(of bytes: [UInt8], _ at: inout Int) throws(XPath.Fault) -> Kind {
        let byte = bytes[at]
        if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
            guard let end = bytes[(at + 1)...].firstIndex(of: byte) else {
                throw XPath.Fault(words: "has a quote without an end at byte \(at)")
            }
            at = end + 1
            return .literal
        }
        let isPoint = byte == UInt8(ascii: ".") && at + 1 < bytes.count && bytes[at + 1].isDigit
        if byte.isDigit || isPoint {
            while at < bytes.count, bytes[at].isDigit || bytes[at] == UInt8(ascii: ".") { at += 1 }
            return .number
        }
        if byte.beginsName {
            endName(bytes, &at)
            return .name
        }
        for sign in signs where bytes[at...].starts(with: sign.utf8) {
            at += sign.utf8.count
            return .sign
        }
        let sign = String(decoding: bytes[at...].prefix(8), as: UTF8.self)
        throw XPath.Fault(
            words: "has '\(sign.first ?? "?")', which is not supported, at byte \(at)"
        )
    }

    /// A name may have one prefix, and `*` behind it; two colons are the end of an axis.
    private static func endName(_ bytes: [UInt8], _ at: inout Int) {
        func skipPart() {
            while at < bytes.count, bytes[at].isInName, bytes[at] != UInt8(ascii: ":") { at += 1 }
        }
        skipPart()
        guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: ":") else { return }
        if bytes[at + 1] == UInt8(ascii: "*") {
            at += 2
        } else if bytes[at + 1].beginsName {
            at += 1
            skipPart()
        }
    }
}
