internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns

/// Records sorted by one of their members, with the original's comparator and V8's algorithm.
func sorted(_ documents: [Document], by name: String, isDescending: Bool) -> [Document] {
    let values = documents.map { $0[name] }
    guard values.contains(where: { $0 != nil }) else { return documents }
    let order =
        order(numbers: values, isDescending) ?? order(texts: values, isDescending)
        ?? order(anything: values, isDescending)
    return order.map { documents[$0] }
}

/// The order of numbers, with equal ones in their old order; nil when a value is not a number.
private func order(numbers values: [JSONValue?], _ isDescending: Bool) -> [Int]? {
    var keys: [(key: Double, place: Int)] = []
    keys.reserveCapacity(values.count)
    for (place, value) in values.enumerated() {
        guard let number = value?.double else { return nil }
        keys.append((isDescending ? -number : number, place))
    }
    keys.sort { $0.key < $1.key || $0.key == $1.key && $0.place < $1.place }
    return keys.map(\.place)
}

/// The order of texts; nil when a value is not a text in ASCII.
///
/// Only in ASCII is the order of bytes that of JavaScript's UTF-16 units.
private func order(texts values: [JSONValue?], _ isDescending: Bool) -> [Int]? {
    var keys: [(key: String, place: Int)] = []
    keys.reserveCapacity(values.count)
    for (place, value) in values.enumerated() {
        guard let text = value?.string, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        keys.append((text, place))
    }
    keys.sort { one, other in
        if one.key == other.key { return one.place < other.place }
        return isDescending ? other.key < one.key : one.key < other.key
    }
    return keys.map(\.place)
}

/// The order that V8's algorithm gives to any values.
///
/// For arrays, objects and missing members the original's comparator is inconsistent, so the result
/// depends on the algorithm.
private func order(anything values: [JSONValue?], _ isDescending: Bool) -> [Int] {
    let keys = values.map { $0.map { JSValue($0, rounding: true) } ?? .undefined }
    return sortedAsV8(Array(keys.indices)) { one, other in
        if one == other || isStrictlyEqual(keys[one], keys[other]) { return 0 }
        let isFirst =
            isDescending
            ? isLess(keys[one], keys[other]) : isGreater(keys[one], keys[other])
        return isFirst ? 1 : -1
    }
}
