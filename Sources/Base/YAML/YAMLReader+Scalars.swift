internal import MockPostlyJSON

/// Scalars: texts, numbers and words.
extension YAMLReader {
    /// Reads a scalar; one that is quoted is always a text.
    mutating func scalar(isInFlow: Bool) throws(YAMLError) -> (text: String, isPlain: Bool) {
        switch at < bytes.count ? bytes[at] : .newline {
        case UInt8(ascii: "\""): (try doubleQuoted(), false)
        case UInt8(ascii: "'"): (try singleQuoted(), false)
        default: (try plain(isInFlow: isInFlow), true)
        }
    }

    // MARK: Plain

    /// Reads up to the end of the line or an earlier end of the scalar.
    private mutating func plain(isInFlow: Bool) throws(YAMLError) -> String {
        let start = at
        guard at < bytes.count, !"&*!>|%@`?,{}[]#\"'\t".utf8.contains(bytes[at]), !isDash else {
            throw error("a value is expected here")
        }
        while at < bytes.count, bytes[at] != .newline {
            let byte = bytes[at]
            if byte == .hash, isBlank(at - 1) { break }
            if byte == .colon, isBlank(at + 1) || isInFlow && isFlowSign(at + 1) { break }
            if isInFlow, isFlowSign(at) { break }
            at += 1
        }
        var end = at
        while end > start, bytes[end - 1] == .space { end -= 1 }
        guard end > start else { throw error("a value is expected here") }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private func isFlowSign(_ place: Int) -> Bool {
        place < bytes.count && ",[]{}".utf8.contains(bytes[place])
    }

    /// Writes a plain scalar as the core schema of YAML 1.2 (section 10.3) interprets it.
    mutating func write(plain text: String) throws(YAMLError) {
        switch text {
        case "null": return json.null()
        case "true": return json.bool(true)
        case "false": return json.bool(false)
        default: break
        }
        if isNumber(text) { return json.raw(text.utf8) }
        guard !isAmbiguous(text) else { throw error("\(text) needs quotes") }
        json.string(text)
    }

    /// Whether the text is also a number in JSON.
    private func isNumber(_ text: String) -> Bool {
        guard let first = text.utf8.first, first == UInt8(ascii: "-") || isDigit(first) else {
            return false
        }
        guard let root = (try? JSON(parsing: Array(text.utf8)))?.root else { return false }
        return root.double != nil
    }

    /// Whether the core schema reads it as a number or word that JSON writes differently.
    private func isAmbiguous(_ text: String) -> Bool {
        let words = ["~", "Null", "NULL", "True", "TRUE", "False", "FALSE"]
        if words.contains(text) { return true }
        var rest = text.utf8[...]
        if rest.starts(with: "0x".utf8) || rest.starts(with: "0o".utf8) { return true }
        if let sign = rest.first, "+-".utf8.contains(sign) { rest.removeFirst() }
        if [".inf", ".nan"].contains(Substring(rest).lowercased()) { return true }
        var digits = skipDigits(&rest)
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            digits += skipDigits(&rest)
        }
        guard digits > 0 else { return false }
        if let letter = rest.first, "eE".utf8.contains(letter) {
            rest.removeFirst()
            if let sign = rest.first, "+-".utf8.contains(sign) { rest.removeFirst() }
            guard skipDigits(&rest) > 0 else { return false }
        }
        return rest.isEmpty
    }

    // MARK: Quoted

    private mutating func singleQuoted() throws(YAMLError) -> String {
        var text: [UInt8] = []
        at += 1
        while at < bytes.count, bytes[at] != .newline {
            if bytes[at] == UInt8(ascii: "'") {
                at += 1
                guard at < bytes.count, bytes[at] == UInt8(ascii: "'") else {
                    return String(decoding: text, as: UTF8.self)
                }
            }
            text.append(bytes[at])
            at += 1
        }
        throw error("the closing quote is missing")
    }

    private mutating func doubleQuoted() throws(YAMLError) -> String {
        var text: [UInt8] = []
        at += 1
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(&text)
            case .newline: fold(&text)
            case let byte:
                text.append(byte)
                at += 1
            }
        }
        throw error("the closing quote is missing")
    }

    /// Replaces a line break in quotes by a space; empty lines after it become line breaks.
    private mutating func fold(_ text: inout [UInt8]) {
        while text.last == .space { text.removeLast() }
        var lines = 0
        while at < bytes.count, bytes[at] == .newline {
            lines += 1
            at += 1
            skipBlanks()
        }
        text += lines == 1 ? [.space] : [UInt8](repeating: .newline, count: lines - 1)
    }

    /// Reads an escape that JSON has too, or an escaped line break.
    private mutating func escape(_ text: inout [UInt8]) throws(YAMLError) {
        let pairs: [UInt8: UInt8] = [
            UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
            UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "n"): .newline,
            UInt8(ascii: "t"): .tab, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "b"): 0x08,
            UInt8(ascii: "f"): 0x0C,
        ]
        at += 1
        guard at < bytes.count else { throw error("the closing quote is missing") }
        if bytes[at] == .newline {
            // An escaped line break joins the lines without a space.
            at += 1
            return skipBlanks()
        }
        if let meant = pairs[bytes[at]] {
            text.append(meant)
            at += 1
            return
        }
        let digits = bytes[at...].dropFirst().prefix(4)
        guard bytes[at] == UInt8(ascii: "u"), digits.count == 4,
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(value)
        else { throw error("this escape is not known") }
        text += Array(String(Character(scalar)).utf8)
        at += 5
    }

    // MARK: Literal

    /// Reads the lines that are indented more than `column`, without their indentation.
    ///
    /// A single line break is kept at the end.
    mutating func literal(under column: Int) throws(YAMLError) -> String {
        at += 1
        skipBlanks()
        guard isEndOfLine else { throw error("only a plain | is known") }
        while at < bytes.count, bytes[at] != .newline { at += 1 }
        at = min(at + 1, bytes.count)
        var text: [UInt8] = []
        var indentation: Int?
        while at < bytes.count {
            let end = bytes[at...].firstIndex(of: .newline) ?? bytes.count
            let blanks = bytes[at..<end].prefix { $0 == .space }.count
            if at + blanks < end {
                guard blanks > column, blanks >= indentation ?? 0 else { break }
                indentation = indentation ?? blanks
            }
            text += bytes[at..<end].dropFirst(min(blanks, indentation ?? blanks))
            text.append(.newline)
            at = min(end + 1, bytes.count)
        }
        while text.last == .newline { text.removeLast() }
        if !text.isEmpty { text.append(.newline) }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Removes leading digits from `text`; returns how many there were.
private func skipDigits(_ text: inout Substring.UTF8View) -> Int {
    let count = text.prefix(while: isDigit).count
    text = text.dropFirst(count)
    return count
}

private func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
}
