internal import MockPostlyJSON
internal import MockPostlyJavaScript

/// A member of a row, as queries name it: `name`, `address.city`, `tags.0`, `name.length`.
///
/// A member whose name is the whole text wins over the path (lodash, `get`).
struct FieldPath: Equatable {
    private let whole: String
    /// Empty for a name without dots.
    private let parts: [String]

    init(_ text: String) {
        whole = text
        parts =
            text.utf8.contains(UInt8(ascii: "."))
            ? text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) : []
    }

    /// The value; nil when the row has no such path, which for queries is undefined.
    func find(in row: JSONValue) -> JSValue? {
        if row.kind == .object {
            if let found = row[whole] { return JSValue(found) }
            guard let first = parts.first else { return nil }
            guard var value = row[first] else { return nil }
            var rest = parts.dropFirst()
            while value.kind == .object, let name = rest.first {
                guard let next = value[name] else { return nil }
                value = next
                rest = rest.dropFirst()
            }
            return rest.isEmpty ? JSValue(value) : Self.find(rest, in: JSValue(value))
        }
        return Self.find(parts.isEmpty ? [whole] : parts[...], in: JSValue(row))
    }

    private static func find(_ path: ArraySlice<String>, in value: JSValue) -> JSValue? {
        var value = value
        for name in path {
            if case .object(let object) = value {
                guard object.has(name) else { return nil }
                value = object[name]
            } else {
                value = value[name]
                if value == .undefined { return nil }
            }
        }
        return value
    }
}
