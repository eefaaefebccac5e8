extension JSONValue {
    /// The object that `bytes` are; nil for no bytes, and for other than one JSON object.
    package static func object(_ bytes: [UInt8]?) -> JSONValue? {
        guard let bytes, let root = try? JSON(parsing: bytes).root, root.kind == .object else {
            return nil
        }
        return root
    }

    /// The number of elements of an array, or of members of an object, repeated names included;
    /// else 0.
    ///
    /// Costs O(n), with an outline a parse of all elements.
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
    ///
    /// Costs O(n) and an array; with an outline each element is a document of its own.
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
    ///
    /// Costs O(n) with a dictionary; use ``forEachMember(_:)`` where names do not repeat.
    package var members: [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = []
        var places: [[UInt8]: Int] = [:]
        forEachMember { name, member in
            let key = Array(name.utf8)
            if let place = places[key] {
                members[place].value = member
            } else {
                places[key] = members.count
                members.append((name, member))
            }
        }
        return members
    }

    /// Calls `body` with each member of an object in order, repeated names included; does nothing
    /// for other kinds.
    package func forEachMember(_ body: (String, JSONValue) -> Void) {
        forEachMemberToken { name in
            body(text(of: storage.tokens[name]), JSONValue(storage: storage, index: name + 1))
        }
    }

    /// The last member named `name`; nil when there is none or this is not an object.
    ///
    /// Costs O(n) in the number of members. `null` is a value here, whose ``isNull`` is true.
    package subscript(_ name: String) -> JSONValue? {
        var name = name
        return name.withUTF8 { member(named: $0) }
    }

    /// The last member named `name`; nil when there is none or this is not an object.
    ///
    /// Costs O(n) in the number of members and no allocation.
    package subscript(_ name: StaticString) -> JSONValue? {
        member(named: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    /// The last member of each of `names`, in their order; nil where there is none.
    ///
    /// One pass over the members for all names; each of them must be ASCII, not longer than 61
    /// bytes.
    package func members(named names: [StaticString]) -> [JSONValue?] {
        var found = [JSONValue?](repeating: nil, count: names.count)
        // The lengths of the names with their quotes, as bits: most members have another.
        let lengths = names.reduce(UInt64(0)) { $0 | 1 << UInt64($1.utf8CodeUnitCount + 2) }
        forEachMemberToken { name in
            let known = storage.tokens[name]
            let mayBeOne = lengths >> UInt64(known.end - known.start) & 1 == 1
            guard mayBeOne || known.kind == .escapedString else { return }
            for (place, wanted) in names.enumerated()
            where known.kind == .escapedString
                || Int(known.end - known.start) == wanted.utf8CodeUnitCount + 2
            {
                let bytes = UnsafeBufferPointer(
                    start: wanted.utf8Start,
                    count: wanted.utf8CodeUnitCount
                )
                if token(known, isNamed: bytes) {
                    found[place] = JSONValue(storage: storage, index: name + 1)
                }
            }
        }
        return found
    }

    /// Calls `body` with the index of the token of each member's name; does nothing for other
    /// kinds.
    @inline(__always)
    private func forEachMemberToken(_ body: (Int) -> Void) {
        guard token.kind == .object else { return }
        let end = Int(token.next)
        var name = index + 1
        while name < end {
            body(name)
            name = Int(storage.tokens[name + 1].next)
        }
    }

    private func member(named name: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        guard token.kind == .object else { return nil }
        var found: Int?
        storage.tokens.withUnsafeBufferPointer { tokens in
            let end = Int(tokens[index].next)
            // With its quotes; other names without escapes need not be compared.
            let length = UInt32(truncatingIfNeeded: name.count + 2)
            var key = index + 1
            while key < end {
                let known = tokens[key]
                if known.end - known.start == length || known.kind == .escapedString,
                    token(known, isNamed: name)
                {
                    found = key + 1
                }
                key = Int(tokens[key + 1].next)
            }
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
}
