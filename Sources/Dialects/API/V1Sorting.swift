internal import MockPostlyJSON
internal import MockPostlyJavaScript

/// The order of a list of json-server 1.0: `_sort=a,-b`, texts as people sort them.
struct V1Sorting {
    private let keys: [(path: FieldPath, isDescending: Bool)]

    /// Nil without a wish; of a repeated one the first counts.
    init?(_ wanted: JSValue) {
        var wanted = wanted
        if case .array(let several) = wanted { wanted = several.first ?? .undefined }
        guard let text = wanted.string, !text.isEmpty else { return nil }
        keys = text.split(separator: ",").map { name in
            let isDescending = name.utf8.first == UInt8(ascii: "-")
            return (FieldPath(String(isDescending ? name.dropFirst() : name)), isDescending)
        }
    }

    func sorted(_ places: [Int], of rows: [JSONValue]) -> [Int] {
        let values = keys.map { key in
            places.map { Key(key.path.find(in: rows[$0]) ?? .undefined) }
        }
        let order = sortedAsV8(Array(places.indices)) { one, other in
            for (key, values) in zip(keys, values) {
                let result = Self.compare(values[one], values[other], key.isDescending)
                if result != 0 { return result }
            }
            return 0
        }
        return order.map { places[$0] }
    }

    /// A value, and for a text what it is sorted by.
    private struct Key {
        let value: JSValue
        let order: [UInt32]

        init(_ value: JSValue) {
            self.value = value
            order = value.string.map(Collation.key) ?? []
        }

        /// Whether it is sorted behind all others: empty, null, false or missing.
        var isNothing: Bool {
            if case .number(let number) = value { return number.isNaN }
            return !value.isTrue
        }
    }

    private static func compare(_ one: Key, _ other: Key, _ isDescending: Bool) -> Int {
        if isStrictlyEqual(one.value, other.value) { return 0 }
        let sign = isDescending ? -1 : 1
        // With two of them the original's answer depends on which one is asked about.
        if other.isNothing { return -sign }
        if one.isNothing { return sign }
        if one.value.string != nil, other.value.string != nil {
            if one.order == other.order { return 0 }
            return one.order.lexicographicallyPrecedes(other.order) ? -sign : sign
        }
        return isLess(one.value, other.value) ? -sign : sign
    }
}

/// The order of texts for people: small and capital letters together, accents near their letter.
private enum Collation {
    /// What a text is compared by: first its letters, then their accents, then their case.
    static func key(_ text: String) -> [UInt32] {
        var (letters, accents, cases): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
        for scalar in text.unicodeScalars {
            let small = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
            let base = bases[small] ?? small
            letters.append(weight(of: base))
            accents.append(base == small ? 0 : small.value)
            cases.append(small == scalar ? 0 : 1)
        }
        return letters + [0] + accents + [0] + cases
    }

    /// Spaces, then other signs, then digits, then letters.
    private static func weight(of scalar: Unicode.Scalar) -> UInt32 {
        let value = scalar.value + 1
        if scalar.properties.isWhitespace { return value }
        if scalar.properties.numericType != nil { return value + 0x40_0000 }
        return scalar.properties.isAlphabetic ? value + 0x60_0000 : value + 0x20_0000
    }

    /// The letters without accents of the languages that are written with Latin letters.
    private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
        let groups: [(Unicode.Scalar, String)] = [
            ("a", "àáâãäåāăą"), ("c", "çćĉċč"), ("d", "ďđ"), ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"),
            ("h", "ĥħ"), ("i", "ìíîïĩīĭį"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"),
            ("o", "òóôõöøōŏő"), ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűų"),
            ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
        ]
        return groups.reduce(into: [:]) { table, group in
            for letter in group.1.unicodeScalars { table[letter] = group.0 }
        }
    }()
}
