internal import MockPostlyJSON

/// The rows of an answer that is a list: an array, or an object with one.
struct ListShape {
    /// The members that lead to the array; empty for an answer that is one.
    let array: [String]
    let rows: [JSONValue]

    private static let envelopes: Set<String> = [
        "data", "items", "results", "result", "rows", "list", "records", "content", "entries",
        "payload", "response", "body", "value", "values", "objects",
    ]

    /// Objects that say something of a list.
    private static let notes: Set<String> = [
        "meta", "links", "_links", "pagination", "paging", "page",
    ]

    /// - Parameters:
    ///   - answer: the body.
    ///   - word: the last one of the path, after which the array may be called.
    init?(_ answer: JSONValue, _ word: String) {
        if answer.kind == .array {
            guard let rows = Self.rows(answer) else { return nil }
            (array, self.rows) = ([], rows)
            return
        }
        guard answer.kind == .object, !Self.hasID(answer),
            let found = Self.array(in: answer, word)
                ?? Self.inner(answer).flatMap({ name, inner in
                    Self.array(in: inner, word).map { ([name] + $0.array, $0.rows) }
                })
        else { return nil }
        (array, rows) = (found.array, found.rows)
    }

    /// The elements of an array of objects; nil for other values.
    private static func rows(_ value: JSONValue) -> [JSONValue]? {
        guard value.kind == .array else { return nil }
        let elements = value.elements
        return elements.allSatisfy { $0.kind == .object } ? elements : nil
    }

    static func hasID(_ object: JSONValue) -> Bool {
        ["id", "_id", "uuid", "gid", "sid", "slug"].contains { object[$0] != nil }
    }

    /// An object that has all of an answer in it, such as `data`.
    private static func inner(_ answer: JSONValue) -> (String, JSONValue)? {
        answer.members.first { name, member in
            envelopes.contains(name.lowercased()) && member.kind == .object && !hasID(member)
        }
    }

    private static func array(
        in object: JSONValue,
        _ word: String
    ) -> (array: [String], rows: [JSONValue])? {
        let arrays = object.members.compactMap { name, member in
            rows(member).map { (name: name, rows: $0) }
        }
        let named = arrays.first { name, _ in
            let plain = name.lowercased()
            return plain == word.lowercased() || envelopes.contains(plain)
        }
        if let named { return ([named.name], named.rows) }
        // An object beside it is more than what is said of a list.
        let others = object.members.count { name, member in
            member.kind == .object && !Self.notes.contains(name.lowercased())
        }
        guard arrays.count == 1, others == 0, !arrays[0].rows.isEmpty else { return nil }
        return ([arrays[0].name], arrays[0].rows)
    }
}
