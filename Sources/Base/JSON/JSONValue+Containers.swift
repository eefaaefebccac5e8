extension JSONValue {
    /// The number of elements of an array, or of members of an object, repeated names included;
    /// else 0.
    package var count: Int {
        var count = 0
        if token.kind == .outlinedArray {
            forEachElement { _ in count += 1 }
        } else {
            forEachChild { _ in count += 1 }
        }
        return token.kind == .object ? count / 2 : count
    }

    /// The elements of an array in order; empty for other kinds.
    package var elements: [JSONValue] {
        var values: [JSONValue] = []
        forEachElement { values.append($0) }
        return values
    }

    /// Calls `body` with each element of an array in order; does nothing for other kinds.
    ///
    /// If the document was parsed with `outlines`, each element is parsed during this call, with
    /// `outlined` as an outline too, and freed unless `body` keeps it.
    package func forEachElement(
        outlined: Bool = false,
        _ body: (JSONValue) throws -> Void
    ) rethrows {
        switch token.kind {
        case .array:
            let end = Int(token.next)
            var child = index + 1
            while child < end {
                try body(JSONValue(storage: storage, index: child))
                child = Int(storage.tokens[child].next)
            }
        case .outlinedArray:
            var at = Int(token.start) + 1
            while let element = storage.element(at: &at, to: Int(token.end), outlined: outlined) {
                try body(element)
            }
        default: break
        }
    }

    /// The members of an object, each name once; empty for other kinds.
    ///
    /// A name is at the position of its first occurrence and has the value of its last, as in the
    /// dictionaries of Python and JavaScript. Names are compared by their bytes.
    package var members: [(name: String, value: JSONValue)] {
        guard token.kind == .object else { return [] }
        var members: [(name: String, value: JSONValue)] = []
        var places: [[UInt8]: Int] = [:]
        forEachMember { name, value in
            let text = text(of: storage.tokens[name])
            let member = JSONValue(storage: storage, index: value)
            let key = Array(text.utf8)
            if let place = places[key] {
                members[place].value = member
            } else {
                places[key] = members.count
                members.append((text, member))
            }
        }
        return members
    }

    /// The last member named `name`; nil when there is none or this is not an object.
    package subscript(_ name: String) -> JSONValue? {
        guard token.kind == .object else { return nil }
        var name = name
        let found = name.withUTF8 { bytes in
            var found: Int?
            forEachMember { key, value in
                if token(storage.tokens[key], isNamed: bytes) { found = value }
            }
            return found
        }
        return found.map { JSONValue(storage: storage, index: $0) }
    }

    /// Calls `body` with the token index of each child: elements, or names and values in turn.
    private func forEachChild(_ body: (Int) -> Void) {
        guard token.kind == .array || token.kind == .object else { return }
        let end = Int(token.next)
        var child = index + 1
        while child < end {
            body(child)
            child = Int(storage.tokens[child].next)
        }
    }

    /// Calls `body` with the token indexes of each member's name and value.
    private func forEachMember(_ body: (Int, Int) -> Void) {
        let end = Int(token.next)
        var name = index + 1
        while name < end {
            body(name, name + 1)
            name = Int(storage.tokens[name + 1].next)
        }
    }
}
