/// Expected bytes with masks in them, such as `<id:NAME>`, and `<any>`.
struct BytePattern {
    /// What stands behind a name, as found in earlier answers.
    typealias Captures = [String: [UInt8]]

    private enum Element {
        case literal([UInt8])
        case mask(Mask, name: String)
        case any
    }

    private enum Mask: String {
        /// 24 hexadecimal digits.
        case id
        /// A JSON Web Token.
        case token
        /// A date of Postly's: six digits and the offset +00:00.
        case date
        /// A date of JavaScript's: three digits and a Z.
        case isodate
        /// Hexadecimal digits, as many as the name says.
        case hex4, hex6, hex16
        /// Decimal digits.
        case int
        /// What stands between the quotation marks of a JSON string.
        case text
        /// A value of a query.
        case value
    }

    private var elements: [Element] = []

    init(_ bytes: [UInt8]) {
        var literal: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first {
            guard byte == UInt8(ascii: "<"), let (element, length) = Self.mask(rest) else {
                literal.append(byte)
                rest.removeFirst()
                continue
            }
            if !literal.isEmpty { elements.append(.literal(literal)) }
            literal = []
            elements.append(element)
            rest.removeFirst(length)
        }
        if !literal.isEmpty { elements.append(.literal(literal)) }
    }

    private static func mask(_ bytes: ArraySlice<UInt8>) -> (Element, Int)? {
        guard let end = bytes.prefix(64).firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let text = String(decoding: bytes[bytes.startIndex + 1..<end], as: UTF8.self)
        let length = end + 1 - bytes.startIndex
        if text == "any" { return (.any, length) }
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let mask = Mask(rawValue: parts[0]) else { return nil }
        return (.mask(mask, name: parts[1]), length)
    }

    /// Whether `bytes` are of this pattern; what its masks stand for is added to `captures` then.
    func matches(_ bytes: [UInt8], _ captures: inout Captures) -> Bool {
        var found = captures
        guard Self.match(elements[...], bytes[...], &found) else { return false }
        captures = found
        return true
    }

    /// The bytes of the pattern, with what is known in the place of its masks.
    func filled(_ captures: Captures) -> [UInt8] {
        Array(
            elements.map { element in
                switch element {
                case .literal(let literal): literal
                case .mask(let mask, let name):
                    captures[name] ?? Array("<\(mask.rawValue):\(name)>".utf8)
                case .any: Array("<any>".utf8)
                }
            }.joined()
        )
    }

    private static func match(
        _ elements: ArraySlice<Element>,
        _ bytes: ArraySlice<UInt8>,
        _ captures: inout Captures
    ) -> Bool {
        guard let element = elements.first else { return bytes.isEmpty }
        let rest = elements.dropFirst()
        switch element {
        case .literal(let literal):
            guard bytes.starts(with: literal) else { return false }
            return match(rest, bytes.dropFirst(literal.count), &captures)
        case .mask(let mask, let name):
            guard let length = length(of: mask, bytes) else { return false }
            let value = Array(bytes.prefix(length))
            if let known = captures[name], known != value { return false }
            captures[name] = value
            return match(rest, bytes.dropFirst(length), &captures)
        case .any:
            var length = 0
            while true {
                let saved = captures
                if match(rest, bytes.dropFirst(length), &captures) { return true }
                captures = saved
                guard length < bytes.count,
                    bytes[bytes.startIndex + length] != UInt8(ascii: "\n")
                else { return false }
                length += 1
            }
        }
    }

    /// How many bytes at the start of `bytes` a mask stands for; nil when they are something else.
    private static func length(of mask: Mask, _ bytes: ArraySlice<UInt8>) -> Int? {
        let text = String(decoding: bytes.prefix(1024), as: UTF8.self)
        let match: Substring? =
            switch mask {
            case .id: text.prefixMatch(of: /[0-9a-f]{24}/)?.output
            case .hex4: text.prefixMatch(of: /[0-9a-f]{4}/)?.output
            case .hex6: text.prefixMatch(of: /[0-9a-f]{6}/)?.output
            case .hex16: text.prefixMatch(of: /[0-9a-f]{16}/)?.output
            case .int: text.prefixMatch(of: /[0-9]+/)?.output
            case .value: text.prefixMatch(of: /[^&#]*/)?.output
            case .text: text.prefixMatch(of: /(?:[^"\\\n]|\\.)*/)?.output
            case .token: text.prefixMatch(of: /[\w\-]+\.[\w\-]+\.[\w\-]+/)?.output
            case .date:
                text.prefixMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00/)?.output
            case .isodate:
                text.prefixMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/)?.output
            }
        return match?.utf8.count
    }
}
