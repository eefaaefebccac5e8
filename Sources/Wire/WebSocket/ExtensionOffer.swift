/// One extension offered in a `Sec-WebSocket-Extensions` field (RFC 6455, 9.1).
struct ExtensionOffer: Equatable {
    var name: String
    var parameters: [(name: String, value: String?)] = []

    static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.parameters.elementsEqual(right.parameters, by: ==)
    }

    /// The offers in `field`, the preferred one first; empty when any part is malformed.
    static func all(in field: String) -> [ExtensionOffer] {
        var reader = FieldReader(bytes: Array(field.utf8))
        var offers: [ExtensionOffer] = []
        repeat {
            reader.skipBlanks()
            // A list may contain empty elements (RFC 9110, 5.6.1).
            if reader.isAtEnd || reader.isAt(comma) { continue }
            guard let offer = reader.offer() else { return [] }
            offers.append(offer)
        } while reader.skip(comma)
        return reader.isAtEnd ? offers : []
    }
}

/// A reader over the bytes of a field value.
private struct FieldReader {
    let bytes: [UInt8]
    var place = 0

    var isAtEnd: Bool { place == bytes.count }

    func isAt(_ byte: UInt8) -> Bool { !isAtEnd && bytes[place] == byte }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard isAt(byte) else { return false }
        place += 1
        return true
    }

    mutating func skipBlanks() {
        while isAt(0x20) || isAt(0x09) { place += 1 }
    }

    /// Reads an extension with its parameters and the white space after it.
    mutating func offer() -> ExtensionOffer? {
        guard let name = token() else { return nil }
        var offer = ExtensionOffer(name: name)
        skipBlanks()
        while skip(semicolon) {
            skipBlanks()
            guard let name = token() else { return nil }
            skipBlanks()
            var value: String?
            if skip(UInt8(ascii: "=")) {
                skipBlanks()
                value = isAt(quote) ? quotedToken() : token()
                guard value != nil else { return nil }
                skipBlanks()
            }
            offer.parameters.append((name, value))
        }
        return offer
    }

    private mutating func token() -> String? {
        let token = bytes[place...].prefix(while: isTokenByte)
        place = token.endIndex
        return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
    }

    /// Reads a quoted string, whose content must be a token.
    private mutating func quotedToken() -> String? {
        place += 1
        var value: [UInt8] = []
        while !isAtEnd, !isAt(quote) {
            if skip(UInt8(ascii: "\\")), isAtEnd { return nil }
            guard isTokenByte(bytes[place]) else { return nil }
            value.append(bytes[place])
            place += 1
        }
        guard skip(quote), !value.isEmpty else { return nil }
        return String(decoding: value, as: UTF8.self)
    }
}

/// Whether the byte is allowed in a token (RFC 9110, 5.6.2).
private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default:
        punctuation.contains(byte)
    }
}

private let punctuation = Array("!#$%&'*+-.^_`|~".utf8)
private let comma = UInt8(ascii: ",")
private let semicolon = UInt8(ascii: ";")
private let quote = UInt8(ascii: "\"")
