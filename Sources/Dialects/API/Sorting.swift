internal import MockPostlyJSON
internal import MockPostlyJavaScript

/// The order of a list: by several members, each ascending or descending (lodash, `orderBy`).
struct Sorting {
    private let keys: [(path: FieldPath, isDescending: Bool)]

    /// - Parameters:
    ///   - names: separated by commas.
    ///   - orders: by position; only `desc` turns the order.
    init(names: String, orders: String) {
        let orders = orders.split(separator: ",", omittingEmptySubsequences: false)
        keys = names.split(separator: ",", omittingEmptySubsequences: false).enumerated().map {
            place,
            name in
            let isDescending = place < orders.count && orders[place].lowercased() == "desc"
            return (FieldPath(String(name)), isDescending)
        }
    }

    /// `places`, which are ascending, in the order; equal rows stay in theirs.
    ///
    /// `column` gives the values of a member in all rows.
    func sorted(_ places: [Int], by column: (FieldPath) -> [JSValue?]) -> [Int] {
        if keys.count == 1 {
            let column = column(keys[0].path)
            let values = places.map { column[$0] ?? .undefined }
            if let order = Self.order(numbers: values, keys[0].isDescending)
                ?? Self.order(texts: values, keys[0].isDescending)
            {
                return order.map { places[$0] }
            }
            return order(of: [values], count: places.count).map { places[$0] }
        }
        let values = keys.map { key in
            let column = column(key.path)
            return places.map { column[$0] ?? .undefined }
        }
        return order(of: values, count: places.count).map { places[$0] }
    }

    /// The order of numbers; nil when a value is none.
    private static func order(numbers values: [JSValue], _ isDescending: Bool) -> [Int]? {
        var keys: [(key: Double, place: Int)] = []
        keys.reserveCapacity(values.count)
        for (place, value) in values.enumerated() {
            guard case .number(let number) = value else { return nil }
            keys.append((isDescending ? -number : number, place))
        }
        keys.sort { $0.key < $1.key || $0.key == $1.key && $0.place < $1.place }
        return keys.map(\.place)
    }

    /// The order of texts in ASCII, where bytes are in the order of JavaScript; nil for others.
    private static func order(texts values: [JSValue], _ isDescending: Bool) -> [Int]? {
        var keys: [(key: String, place: Int)] = []
        keys.reserveCapacity(values.count)
        for (place, value) in values.enumerated() {
            guard case .string(let text) = value, text.utf8.allSatisfy({ $0 < 0x80 }) else {
                return nil
            }
            keys.append((text, place))
        }
        keys.sort { one, other in
            if one.key == other.key { return one.place < other.place }
            return isDescending ? other.key < one.key : one.key < other.key
        }
        return keys.map(\.place)
    }

    /// The order of any values, by V8's algorithm: some of them cannot be compared.
    private func order(of values: [[JSValue]], count: Int) -> [Int] {
        sortedAsV8(Array(0..<count)) { one, other in
            for (key, values) in zip(keys, values) {
                let result = Self.compare(values[one], values[other])
                if result != 0 { return key.isDescending ? -result : result }
            }
            return one - other
        }
    }

    /// As lodash's `compareAscending`: null and undefined last, undefined behind null.
    private static func compare(_ one: JSValue, _ other: JSValue) -> Int {
        if isStrictlyEqual(one, other) { return 0 }
        if one == .undefined { return other == .undefined ? 0 : 1 }
        if other == .undefined { return -1 }
        if one == .null { return isGreater(one, other) || other != .null ? 1 : 0 }
        if other == .null { return -1 }
        if isGreater(one, other) { return 1 }
        return isLess(one, other) ? -1 : 0
    }
}
