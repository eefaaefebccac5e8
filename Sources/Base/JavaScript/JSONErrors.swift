/// The message of the SyntaxError that `JSON.parse` of Node 24 throws; nil for valid JSON.
///
/// Invalid UTF-8 is read as U+FFFD, as when Node makes a string of bytes. A byte order mark is an
/// error.
///
/// Such as `Unexpected end of JSON input`. Costs a parse of the whole text; to be called only for a
/// body that is known to be refused.
package func javaScriptParseError(_ bytes: [UInt8]) -> String? {
    parseError(units(bytes))
}

/// The message with which body-parser refuses a JSON body; nil for an accepted or empty body.
///
/// An empty body stands for an empty object. Unlike `JSON.parse`, body-parser removes a byte order
/// mark and accepts only objects and arrays: other texts are refused at their first character that
/// is not white space.
///
/// The message stands in the answer of status 400, as Express's error handler shows it.
package func bodyParserError(_ bytes: [UInt8]) -> String? {
    let units = units(droppingByteOrderMark(bytes))
    guard !units.isEmpty else { return nil }
    if let first = units.firstIndex(where: { !isSpace($0) }),
        units[first] != UInt16(ascii: "{"), units[first] != UInt16(ascii: "[")
    {
        return JSONFault(offset: first, reason: .unexpected).unexpectedToken(in: units)
    }
    return parseError(units)
}

/// The result of `JSON.parse` after any byte order mark is removed; nil when it throws.
///
/// Accepts what V8 accepts, with two differences: a lone surrogate becomes U+FFFD, and values
/// nested deeper than 1000 are refused, although the functions above have no message for that.
///
/// An empty text is nil, as `JSON.parse("")` throws.
package func parseJavaScriptJSON(_ bytes: [UInt8]) -> JSValue? {
    var reader = JSONReader(units(droppingByteOrderMark(bytes)))
    guard let value = try? reader.read(), !reader.isTooDeep else { return nil }
    return value
}

private func parseError(_ units: [UInt16]) -> String? {
    var reader = JSONReader(units)
    do throws(JSONFault) {
        _ = try reader.read()
        return nil
    } catch {
        return error.message(in: units)
    }
}

private func units(_ bytes: some Collection<UInt8>) -> [UInt16] {
    Array(String(decoding: bytes, as: UTF8.self).utf16)
}

/// Removes a byte order mark, as Node does when it decodes a body.
func droppingByteOrderMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
}

/// Whether the unit is white space in JSON.
func isSpace(_ unit: UInt16) -> Bool {
    unit == 0x20 || unit == 0x09 || unit == 0x0A || unit == 0x0D
}
