internal import MockPostlyText

/// A field value with parameters: `form-data; name="a"; filename="b.png"` (RFC 9110 §5.6.6).
struct FieldParameters {
    /// The part before the first semicolon, in lower case.
    let value: String
    /// The parameters, with names in lower case; of equal names only the first.
    private(set) var parameters: [(name: String, value: [UInt8])] = []

    /// Nil when a parameter is malformed or the value before the parameters is empty.
    ///
    /// - Parameters:
    ///   - bytes: the field value.
    ///   - takesControls: whether a quoted string may have control characters.
    init?(_ bytes: some Collection<UInt8>, takesControls: Bool = false) {
        var reader = ParameterReader(bytes: Array(bytes), takesControls: takesControls)
        value = lowercased(
            reader.readPrefix { ByteSet.token.contains($0) || $0 == UInt8(ascii: "/") }
        )
        guard !value.isEmpty else { return nil }
        while true {
            reader.skipBlanks()
            if reader.isAtEnd { return }
            guard reader.skip(UInt8(ascii: ";")) else { return nil }
            reader.skipBlanks()
            let name = lowercased(reader.readPrefix(while: ByteSet.token.contains))
            guard reader.skip(UInt8(ascii: "=")),
                let value = name.hasSuffix("*") ? reader.extendedValue() : reader.value()
            else { return nil }
            if self[name] == nil { parameters.append((name, value)) }
        }
    }

    /// The value of the parameter `name`, as the client sent it, normally UTF-8.
    subscript(_ name: String) -> [UInt8]? {
        parameters.first { $0.name == name }?.value
    }
}

private func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map(\.lowercased), as: UTF8.self)
}

/// A reader over the bytes of the field value.
private struct ParameterReader {
    let bytes: [UInt8]
    let takesControls: Bool
    var at = 0

    var isAtEnd: Bool { at == bytes.count }

    mutating func readPrefix(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = bytes[at...].prefix(while: isWanted)
        at = taken.endIndex
        return taken
    }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard !isAtEnd, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    mutating func skipBlanks() {
        while !isAtEnd, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
    }

    /// A token or a quoted string.
    mutating func value() -> [UInt8]? {
        if skip(UInt8(ascii: "\"")) { return quoted() }
        let token = readPrefix(while: ByteSet.token.contains)
        return token.isEmpty ? nil : Array(token)
    }

    /// The rest of a quoted string, including its closing quote.
    ///
    /// A backslash escapes a quote and a backslash; before anything else it is a plain character,
    /// because clients send Windows paths.
    private mutating func quoted() -> [UInt8]? {
        var value: [UInt8] = []
        while !isAtEnd {
            var byte = bytes[at]
            at += 1
            if byte == UInt8(ascii: "\"") { return value }
            if byte == UInt8(ascii: "\\"), !isAtEnd,
                bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "\\")
            {
                byte = bytes[at]
                at += 1
            }
            guard byte >= 0x20 && byte != 0x7F || byte == 0x09 || takesControls else { return nil }
            value.append(byte)
        }
        return nil
    }

    /// A percent-encoded value after a character set and a language (RFC 8187 §3.2).
    mutating func extendedValue() -> [UInt8]? {
        let quote = UInt8(ascii: "'")
        let charset = lowercased(readPrefix { ByteSet.token.contains($0) && $0 != quote })
        guard skip(quote) else { return nil }
        _ = readPrefix { $0 != quote }
        guard skip(quote), let value = percentDecodedToken() else { return nil }
        switch charset {
        case "utf-8", "utf8": return value
        case "iso-8859-1", "latin1": return Array(latin1(value).utf8)
        default: return nil
        }
    }

    private mutating func percentDecodedToken() -> [UInt8]? {
        var value: [UInt8] = []
        while !isAtEnd, ByteSet.token.contains(bytes[at]) {
            if skip(UInt8(ascii: "%")) {
                guard at + 1 < bytes.count, let high = bytes[at].hexadecimalValue,
                    let low = bytes[at + 1].hexadecimalValue
                else { return nil }
                value.append(high << 4 | low)
                at += 2
            } else {
                value.append(bytes[at])
                at += 1
            }
        }
        return value.isEmpty ? nil : value
    }
}

/// Decodes `bytes` as ISO 8859-1.
func latin1(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.map { UInt16($0) }, as: UTF16.self)
}
