/// The limits within which a query string is read as nested values.
package struct QueryStringLimits: Sendable {
    /// How many brackets of a name are split; the rest of the name is kept as a single key.
    ///
    /// Further brackets are text of the last key: `a[b][c]` with depth 1 has the key `[c]` below
    /// `b`.
    package var depth: Int
    /// The largest index in brackets that makes an array; a larger one is a member's name.
    package var arrayLimit: Int
    /// How many parameters are read; the others are ignored.
    package var parameterLimit: Int

    /// The limits for the query of a request in Express 4.
    package static let query = QueryStringLimits(depth: 5, arrayLimit: 1000, parameterLimit: 1000)
}

/// The reason why body-parser refuses a form.
package enum FormFault: Error {
    /// More than 1000 parameters: status 413, `too many parameters`.
    case tooManyParameters
    /// More than 32 brackets in a name: status 400, `The input exceeded the depth`.
    case tooDeep
}

/// Reads a query string like Node's `qs`, which is Express's extended syntax.
///
/// `a=1&a=2`, `a[]=1` and `a[0]=1` make arrays, `a[b]=1` makes an object. `+` is a space; a name or
/// value with an invalid escape is kept as it is. All leaves are strings, except that `a[b]=1&a=c`
/// adds the member `c` with the value true. Names of `Object.prototype` are allowed, `__proto__` is
/// ignored.
///
/// - Parameters:
///   - bytes: the query without `?`, still encoded.
///   - limits: those of Express 4 unless given.
/// - Returns: the parameters, in JavaScript's order of members.
package func parseQueryString(
    _ bytes: some Collection<UInt8>,
    _ limits: QueryStringLimits = .query
) -> JSObject {
    if let plain = parsePlainQuery(bytes, limit: limits.parameterLimit) { return plain }
    let parameters = readParameters(bytes, limit: limits.parameterLimit)
    let root = QueryNode(.object)
    for (name, value) in parameters.members where !name.isEmpty {
        let keys = splitName(name, depth: limits.depth).keys
        root.merge(makeNode(keys, value, arrayLimit: limits.arrayLimit))
    }
    return root.object
}

/// Reads an `application/x-www-form-urlencoded` body like body-parser with `extended`.
///
/// The syntax is that of ``parseQueryString(_:_:)``, with up to 32 brackets and larger arrays.
///
/// - Throws: ``FormFault``, before anything is read.
package func parseForm(_ bytes: [UInt8]) throws(FormFault) -> JSObject {
    let bytes = droppingByteOrderMark(bytes)
    let ampersands = bytes.count { $0 == UInt8(ascii: "&") }
    guard ampersands < 1000 else { throw .tooManyParameters }
    let limits = QueryStringLimits(
        depth: 32,
        arrayLimit: max(100, ampersands),
        parameterLimit: 1000
    )
    for (name, _) in readParameters(bytes, limit: limits.parameterLimit).members
    where splitName(name, depth: limits.depth).isCut {
        throw .tooDeep
    }
    return parseQueryString(bytes, limits)
}

/// The parameters by decoded name; a repeated name has an array.
private func readParameters(_ bytes: some Collection<UInt8>, limit: Int) -> JSObject {
    var parameters = JSObject()
    let parts = decodingBrackets(bytes).split(
        separator: UInt8(ascii: "&"),
        maxSplits: limit,
        omittingEmptySubsequences: false
    )
    for part in parts.prefix(limit) {
        let equals = firstEquals(part)
        let name = decode(part[..<equals])
        let value = JSValue.string(decode(part[equals...].dropFirst()))
        switch parameters[name] {
        case .undefined: parameters.set(name, value)
        case .array(let values): parameters.set(name, .array(values + [value]))
        case let first: parameters.set(name, .array([first, value]))
        }
    }
    parameters.settle()
    return parameters
}

/// Decodes the escapes of brackets, before the text is split.
private func decodingBrackets(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    for byte in bytes {
        decoded.append(byte)
        guard byte | 0x20 == UInt8(ascii: "b") || byte | 0x20 == UInt8(ascii: "d"),
            decoded.dropLast().suffix(2).elementsEqual("%5".utf8)
        else { continue }
        decoded.removeLast(3)
        decoded.append(byte | 0x20 == UInt8(ascii: "b") ? UInt8(ascii: "[") : UInt8(ascii: "]"))
    }
    return decoded
}

/// The index of the `=` before the value: that of the first `]=` if there is one, else the first.
///
/// Without any `=` it is the end.
private func firstEquals(_ part: ArraySlice<UInt8>) -> Int {
    var first: Int?
    var previous: UInt8 = 0
    for index in part.indices {
        if part[index] == UInt8(ascii: "=") {
            if previous == UInt8(ascii: "]") { return index }
            first = first ?? index
        }
        previous = part[index]
    }
    return first ?? part.endIndex
}

/// The text of a name or value, in which `+` is a space.
func decode(_ bytes: ArraySlice<UInt8>) -> String {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
    return decodeURIComponent(spaced) ?? String(decoding: spaced, as: UTF8.self)
}

/// A part of a name: `a` in `a[b]`, or `b`, which is bracketed.
private struct Key {
    var name: String
    var isBracketed: Bool
}

/// Splits `a[b][c]` into `a`, `b` and `c`; of nested brackets the innermost ones count.
///
/// Text between brackets is ignored. After `depth` brackets the rest is one more key, and `isCut`
/// is true.
private func splitName(_ name: String, depth: Int) -> (keys: [Key], isCut: Bool) {
    let bytes = Array(name.utf8)
    func key(_ range: Range<Int>, isBracketed: Bool) -> Key {
        Key(name: String(decoding: bytes[range], as: UTF8.self), isBracketed: isBracketed)
    }
    var keys: [Key] = []
    var count = 0
    var open: Int?
    for index in bytes.indices {
        if bytes[index] == UInt8(ascii: "[") { open = index }
        guard bytes[index] == UInt8(ascii: "]"), let start = open else { continue }
        if count == 0, start > 0 { keys.append(key(0..<start, isBracketed: false)) }
        if count == depth {
            keys.append(key(start..<bytes.count, isBracketed: true))
            return (keys, true)
        }
        keys.append(key((start + 1)..<index, isBracketed: true))
        count += 1
        open = nil
    }
    return (count == 0 ? [Key(name: name, isBracketed: false)] : keys, false)
}

/// The value inside the arrays and objects that its keys describe.
private func makeNode(_ keys: [Key], _ value: JSValue, arrayLimit: Int) -> QueryNode {
    var node = QueryNode(value)
    for key in keys.reversed() {
        let inner = node
        if key.isBracketed, key.name.isEmpty {
            if inner.isList { continue }
            node = QueryNode(.list)
            node.append(inner)
        } else if key.isBracketed, let index = arrayIndex(key.name), index <= arrayLimit {
            node = QueryNode(.list)
            node.set(index, inner)
        } else {
            node = QueryNode(.object)
            node.set(key.name, inner)
        }
    }
    return node
}
