internal import MockPostlyText

// The usual query string: each name once, without brackets. Reading it here takes a tenth of the
// instructions that the general form takes with its nodes.

/// The parameters of a query string in which each name is a member; nil for any other, and for one
/// with `limit` parameters or more.
func parsePlainQuery(_ bytes: some Collection<UInt8>, limit: Int) -> JSObject? {
    let object = bytes.withContiguousStorageIfAvailable { parsePlainQuery($0, limit: limit) }
    return object ?? nil
}

private func parsePlainQuery(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> JSObject? {
    var object = JSObject(reserving: 4)
    var (count, start, place) = (0, 0, 0)
    // Where the first `=` of the parameter is.
    var equals: Int?
    while place <= bytes.count {
        if place < bytes.count, bytes[place].isLetter || bytes[place].isDigit {
            place += 1
            continue
        }
        guard place == bytes.count || bytes[place] == UInt8(ascii: "&") else {
            switch bytes[place] {
            case UInt8(ascii: "="): equals = equals ?? place
            case UInt8(ascii: "["), UInt8(ascii: "]"): return nil
            case UInt8(ascii: "%") where isBracket(bytes, at: place): return nil
            default: break
            }
            place += 1
            continue
        }
        count += 1
        guard count < limit else { return nil }
        let end = equals ?? place
        let name = decode(bytes[start..<end])
        if !name.isEmpty, name != "__proto__" {
            guard !object.has(name) else { return nil }
            object.add(name, .string(decode(bytes[min(end + 1, place)..<place])))
        }
        place += 1
        (start, equals) = (place, nil)
    }
    object.settle()
    return object
}

/// Whether a bracket is escaped at `place`.
private func isBracket(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    guard place + 2 < bytes.count, bytes[place + 1] == UInt8(ascii: "5") else { return false }
    let last = bytes[place + 2] | 0x20
    return last == UInt8(ascii: "b") || last == UInt8(ascii: "d")
}

private func decode(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let isPlain = bytes.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "%") }
    return isPlain
        ? String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
        : decode(Array(bytes)[...])
}
