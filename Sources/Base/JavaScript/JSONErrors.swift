/// The message of the SyntaxError that `JSON.parse` of Node 24 throws for this text.
///
/// Nil when the text is accepted. Bytes that are no UTF-8 are U+FFFD, as in a string that Node made
/// of them. A byte order mark is refused.
package func javaScriptParseError(_ bytes: [UInt8]) -> String? {
    parseError(units(bytes))
}

/// The message with which body-parser refuses this text as a JSON body.
///
/// Nil when the text is accepted, and for an empty one, which stands for an empty object. Unlike
/// `JSON.parse`, body-parser drops a byte order mark, and takes objects and arrays only: a text that
/// starts otherwise is refused at its first character that is not white space.
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

/// The value that `JSON.parse` gives for this text after its byte order mark; nil when it throws.
///
/// Accepted is what V8 accepts, with two exceptions: half of a surrogate pair becomes U+FFFD, and
/// what is nested deeper than 1000 is refused, although no function here has a message for it.
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

/// A byte order mark that Node drops when it makes a text of a body.
func droppingByteOrderMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
}

/// Whether JSON takes it for white space.
func isSpace(_ unit: UInt16) -> Bool {
    unit == 0x20 || unit == 0x09 || unit == 0x0A || unit == 0x0D
}
