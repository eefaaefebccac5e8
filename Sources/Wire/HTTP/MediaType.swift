/// The value of a Content-Type field, read as leniently as Express's `body-parser` reads it.
///
/// ```swift
/// MediaType("Application/JSON; charset=\"UTF-8\"")  // application/json, utf-8
/// MediaType(nil)                                    // "", nil
/// ```
package struct MediaType: Sendable, Equatable {
    /// In lower case, without parameters: `application/json`; empty without a field.
    package let name: String
    /// In lower case, without quotes; nil when none is given.
    ///
    /// Of several charset parameters the first counts. Whether the server can read it is up to
    /// ``utf8(_:of:)``.
    package let charset: String?

    /// The type that `field` names; nil is a request without one.
    ///
    /// Never fails: malformed parameters are skipped, and a malformed type is kept as text.
    package init(_ field: String?) {
        // What nearly all clients send is not taken apart.
        guard let field, field != "application/json" else {
            (name, charset) = (field ?? "", nil)
            return
        }
        let parts = field.split(separator: ";", omittingEmptySubsequences: false)
        name = Self.trimmed(parts.first ?? "").lowercased()
        charset =
            parts.dropFirst().lazy.compactMap { part -> String? in
                let pair = part.split(separator: "=", maxSplits: 1)
                guard pair.count == 2, Self.trimmed(pair[0]).lowercased() == "charset" else {
                    return nil
                }
                return Self.trimmed(pair[1]).filter { $0 != "\"" }.lowercased()
            }.first
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }
}

/// `bytes` of a character set in UTF-8, without a byte order mark; nil when it is not known.
///
/// UTF-8, UTF-16 and ISO 8859-1 are. UTF-16 without an order in its name or a mark is read by its
/// first letter, as iconv-lite guesses it, and has its low bytes first when that says nothing.
///
/// - Parameters:
///   - bytes: the text as received.
///   - charset: the name in lower case, such as `utf-16le`.
/// - Returns: UTF-8; for the name `utf-8` the bytes themselves, which are not checked.
package func utf8(_ bytes: [UInt8], of charset: String) -> [UInt8]? {
    switch charset {
    case "utf-8", "utf8":
        return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    case "utf-16": return utf8(ofUTF16: bytes, isBigEndian: isUTF16BigEndian(bytes) ?? false)
    case "utf-16le": return utf8(ofUTF16: bytes, isBigEndian: false)
    case "utf-16be": return utf8(ofUTF16: bytes, isBigEndian: true)
    case "iso-8859-1", "latin1", "us-ascii", "ascii", "windows-1252":
        return Array(latin1(bytes).utf8)
    default: return nil
    }
}

/// Whether bytes that are UTF-16 have their high bytes first, by their mark or first letter; nil
/// when neither says it.
///
/// Looks at the first two bytes only; nil for less than two.
package func isUTF16BigEndian(_ bytes: some Collection<UInt8>) -> Bool? {
    let start = Array(bytes.prefix(2))
    guard start.count == 2 else { return nil }
    switch (start[0], start[1]) {
    case (0xFE, 0xFF): return true
    case (0xFF, 0xFE): return false
    case (0, 0x01...0x7F): return true
    case (0x01...0x7F, 0): return false
    default: return nil
    }
}

/// Whether bytes are characters of UTF-16 from end to end, in the order that their beginning tells.
///
/// The last character of a text that is not whole may be a part of one.
package func isUTF16(_ bytes: [UInt8], isWhole: Bool) -> Bool {
    guard let isBigEndian = isUTF16BigEndian(bytes), !isWhole || bytes.count.isMultiple(of: 2)
    else { return false }
    var units = units(ofUTF16: bytes, isBigEndian: isBigEndian)
    if !isWhole, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    return String(validating: units, as: UTF16.self) != nil
}

/// `field`, a Content-Type, with another value of its parameter `charset`, if it has one.
package func contentType(_ field: String, withCharset charset: String) -> String {
    field.split(separator: ";", omittingEmptySubsequences: false).map { part in
        let name = part.split(separator: "=").first?.filter { $0 != " " && $0 != "\t" }
        return name?.lowercased() == "charset" ? " charset=\(charset)" : String(part)
    }.joined(separator: ";")
}

private func utf8(ofUTF16 bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
    let units = units(ofUTF16: bytes, isBigEndian: isBigEndian)
    let text = units.first == 0xFEFF ? units[1...] : units[...]
    return Array(String(decoding: text, as: UTF16.self).utf8)
}

private func units(ofUTF16 bytes: [UInt8], isBigEndian: Bool) -> [UInt16] {
    stride(from: 0, to: bytes.count - 1, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }
}
