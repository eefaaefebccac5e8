internal import MockPostlyText

/// The smallest parts of a document.
extension XMLReader {
    func starts(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard at + count <= bytes.count else { return false }
        return (0..<count).allSatisfy { bytes[at + $0] == word.utf8Start[$0] }
    }

    mutating func skip(_ word: StaticString) -> Bool {
        guard starts(word) else { return false }
        at += word.utf8CodeUnitCount
        return true
    }

    mutating func skipBlanks() {
        while at < bytes.count, bytes[at].isBlank { at += 1 }
    }

    /// The text before a word, which is skipped.
    mutating func text(to word: StaticString) throws(XMLFault) -> String {
        let start = at
        while at < bytes.count {
            let end = at
            if skip(word) { return String(decoding: bytes[start..<end], as: UTF8.self) }
            at += 1
        }
        at = start
        throw fault("has no '\(word)' after this")
    }

    /// A name with its prefix.
    ///
    /// Letters above ASCII are all taken; XML leaves out a few.
    mutating func name() throws(XMLFault) -> String {
        let start = at
        while at < bytes.count, bytes[at].isInName { at += 1 }
        guard at > start, bytes[start].beginsName else {
            at = start
            throw fault("has no name where one must be")
        }
        guard at - start <= XMLDocument.longestName else {
            at = start
            throw fault("has a name of more than \(XMLDocument.longestName) bytes")
        }
        let name = String(decoding: bytes[start..<at], as: UTF8.self)
        let colons = name.utf8.filter { $0 == UInt8(ascii: ":") }.count
        guard colons == 0 || colons == 1 && name.first != ":" && name.last != ":" else {
            at = start
            throw fault("has a name with a colon at a wrong place")
        }
        return name
    }

    /// Text with its references resolved, up to `end`, which is not skipped, or the end of all.
    ///
    /// Ends of lines are made one `\n` (XML 1.0, 2.11), in an attribute each blank a space (3.3.3).
    mutating func characters(
        until end: UInt8,
        isAttribute: Bool
    ) throws(XMLFault) -> String {
        var text: [UInt8] = []
        while at < bytes.count, bytes[at] != end {
            let byte = bytes[at]
            at += 1
            switch byte {
            case UInt8(ascii: "&"): text += try reference().utf8
            case UInt8(ascii: "<"):
                at -= 1
                throw fault("has '<' in an attribute")
            case 0x0D:
                if at < bytes.count, bytes[at] == 0x0A { at += 1 }
                text.append(isAttribute ? 0x20 : 0x0A)
            case 0x09, 0x0A: text.append(isAttribute ? 0x20 : byte)
            case 0..<0x20:
                at -= 1
                throw fault("has a control character")
            default: text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A text with the ends of its lines made one `\n`.
    func lines(_ text: String) -> String {
        guard text.utf8.contains(0x0D) else { return text }
        var bytes: [UInt8] = []
        var isAfterReturn = false
        for byte in text.utf8 {
            if byte == 0x0A, isAfterReturn {
                bytes[bytes.count - 1] = 0x0A
            } else {
                bytes.append(byte == 0x0D ? 0x0A : byte)
            }
            isAfterReturn = byte == 0x0D
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What a reference behind its `&` stands for.
    private mutating func reference() throws(XMLFault) -> String {
        let start = at - 1
        let limit = min(at + 12, bytes.count)
        while at < limit, bytes[at] != UInt8(ascii: ";") { at += 1 }
        let name = String(decoding: bytes[start + 1..<at], as: UTF8.self)
        guard at < limit, let text = Self.text(of: name) else {
            at = start
            throw fault("has '&' before no reference that is known")
        }
        at += 1
        return text
    }

    private static func text(of name: String) -> String? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let isHexadecimal = name.hasPrefix("#x")
            let digits = name.dropFirst(isHexadecimal ? 2 : 1)
            let number = UInt32(digits, radix: isHexadecimal ? 16 : 10)
            guard let number, number >= 0x20 || [0x09, 0x0A, 0x0D].contains(number) else {
                return nil
            }
            return Unicode.Scalar(number).map { String(Character($0)) }
        }
    }
}

extension UInt8 {
    /// A space, tab or end of line.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    /// Whether a name can begin so.
    var beginsName: Bool { isLetter || self == UInt8(ascii: "_") || self >= 0x80 }

    /// Whether it can stand in a name, with a prefix and its colon.
    var isInName: Bool {
        beginsName || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: ":")
    }
}
