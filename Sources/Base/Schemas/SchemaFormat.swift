internal import MockPostlyJavaScript
internal import MockPostlyText
internal import MockPostlyWorld

/// The formats of texts that are checked; others are notes.
enum SchemaFormat {
    static func accepts(_ text: String, _ format: String, _ language: SchemaLanguage) -> Bool {
        switch format {
        case "date-time": Instant(rfc3339: text) != nil
        case "date": text.utf8.count == 10 && Instant(rfc3339: text + "T00:00:00Z") != nil
        case "uuid": isUUID(text)
        case "email": isEmail(text)
        case "ipv4": isIPv4(text[...])
        case "ipv6": isIPv6(text)
        case "uri" where language == .jsonSchema: isURI(text)
        default: true
        }
    }

    /// Whether a number has the bits of its format.
    static func accepts(_ value: JSValue, _ format: String) -> Bool {
        let number = value.number
        return switch format {
        case "int32": -0x1p31 <= number && number < 0x1p31
        case "int64": number.magnitude < 0x1p63 || Int64(value.text) != nil
        default: true
        }
    }

    private static func isUUID(_ text: String) -> Bool {
        guard text.utf8.count == 36 else { return false }
        return text.utf8.enumerated().allSatisfy { place, byte in
            [8, 13, 18, 23].contains(place) ? byte == UInt8(ascii: "-") : byte.isHexadecimalDigit
        }
    }

    private static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
            && !text.contains(where: \.isWhitespace)
    }

    /// A URI of characters that RFC 3986 allows.
    static func isAddress(_ text: String) -> Bool {
        isURI(text)
            && text.utf8.allSatisfy { byte in
                0x21...0x7E ~= byte && !#""<>\^`{|}"#.utf8.contains(byte)
            }
    }

    /// With a scheme, and without white space.
    private static func isURI(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), text.first?.isLetter == true else {
            return false
        }
        let scheme = text[..<colon].utf8
        return text.index(after: colon) < text.endIndex && !text.contains(where: \.isWhitespace)
            && scheme.allSatisfy { byte in
                byte.isDigit || byte.isLetter
                    || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: ".")
            }
    }

    private static func isIPv4(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                1...3 ~= part.utf8.count && part.utf8.allSatisfy(\.isDigit)
                    && (part.utf8.count == 1 || part.first != "0")
                    && (Int(part).map { $0 < 256 } ?? false)
            }
    }

    /// RFC 4291, section 2.2.
    private static func isIPv6(_ text: String) -> Bool {
        var groups = text.split(separator: ":", omittingEmptySubsequences: false)
        guard groups.count >= 3 else { return false }
        var length = 0
        if let last = groups.last, last.utf8.contains(UInt8(ascii: ".")) {
            guard isIPv4(last) else { return false }
            groups.removeLast()
            length = 2
        }
        // The colons of `::` at an end make one empty group too many.
        if groups.first == "", groups.count > 1, groups[1] == "" { groups.removeFirst() }
        if length == 0, groups.last == "", groups.count > 1, groups[groups.count - 2] == "" {
            groups.removeLast()
        }
        let gaps = groups.filter(\.isEmpty).count
        let isRight = groups.allSatisfy {
            $0.isEmpty || $0.utf8.count <= 4 && $0.utf8.allSatisfy(\.isHexadecimalDigit)
        }
        length += groups.count - gaps
        return isRight && (gaps == 0 ? length == 8 : gaps == 1 && length < 8)
    }
}
