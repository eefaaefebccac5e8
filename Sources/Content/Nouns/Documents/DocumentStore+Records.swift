internal import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlyJavaScript

/// Changes of single records by people; they are kept whether or not the API keeps its writes.
extension DocumentStore {
    /// Adds a record with the members of `value`, an object, and returns its id.
    ///
    /// Without an `id` it gets the next one. Throws ``RecordRefusal`` for a member that is missing or
    /// has a value with which the API could not work, and for an id that is taken.
    ///
    /// - Parameters:
    ///   - kind: what is added.
    ///   - value: an object; members that the API does not know stay as they are.
    /// - Returns: the id of the new record.
    /// - Throws: ``RecordRefusal`` with 400 or 409, ``DocumentTooDeep``, and SQLite's errors.
    package func add(_ kind: DocumentKind, _ value: JSONValue) throws -> Int64 {
        for member in DocumentShape.of(kind) where member.name != "id" && !member.isOptional {
            guard value[member.name] != nil else {
                throw RecordRefusal(
                    400,
                    member.name,
                    "The member '\(member.name)' is missing.",
                    hint: "A record has: \(Self.required(kind))."
                )
            }
        }
        try check(kind, value)
        let id = value["id"]?.double.map { Int64($0) } ?? nextID(kind)
        guard find(kind, id) == nil else {
            throw RecordRefusal(
                409,
                "id",
                "Another record has the id \(id).",
                hint: "Leave it out for the next free one."
            )
        }
        try put(kind, id: id, members: value.members.filter { $0.name != "id" })
        return id
    }

    /// Changes the record with `id`: each member of `changes` replaces the old one, and null removes
    /// it.
    ///
    /// Other members stay as they are. Returns false when there is no such record. Throws
    /// ``RecordRefusal`` as ``add(_:_:)`` does.
    ///
    /// - Parameters:
    ///   - kind: what is changed.
    ///   - id: which record.
    ///   - changes: an object; `id` may be in it when it is the same.
    /// - Returns: whether there is such a record.
    /// - Throws: ``RecordRefusal`` with 400, ``DocumentTooDeep``, and SQLite's errors.
    package func edit(_ kind: DocumentKind, _ id: Int64, _ changes: JSONValue) throws -> Bool {
        guard let old = find(kind, id) else { return false }
        if let sent = changes["id"], sent.int != id {
            throw RecordRefusal(
                400,
                "id",
                "The id of a record stays as it is.",
                hint: "Leave it out, or add a new record."
            )
        }
        let needed = DocumentShape.of(kind).filter { !$0.isOptional }.map(\.name)
        if let removed = changes.members.first(where: {
            $0.value.isNull && needed.contains($0.name)
        }) {
            throw RecordRefusal(
                400,
                removed.name,
                "The member '\(removed.name)' cannot be removed.",
                hint: "A record has: \(Self.required(kind))."
            )
        }
        try check(kind, changes)
        var members = old.value.members.filter { $0.name != "id" }.map { member in
            (name: member.name, value: changes[member.name] ?? member.value)
        }
        for member in changes.members where old[member.name] == nil && member.name != "id" {
            members.append(member)
        }
        members.removeAll { changes[$0.name]?.isNull ?? false }
        try put(kind, id: id, members: members)
        return true
    }

    /// Removes a record and the records that belong to it.
    ///
    /// With a user go the posts, comments, to-dos and carts of that user; with a post its comments.
    /// All goes or, when it throws, nothing. No error when there is no such record.
    package func removeWhole(_ kind: DocumentKind, _ owner: Int64) throws {
        let isOfOwner = { (document: Document) in document["userId"]?.int == owner }
        try together {
            try remove(kind) { $0.id == owner }
            switch kind {
            case .posts:
                try remove(.comments) { $0["postId"]?.int == owner }
            case .users:
                let posts = Set(all(.posts).filter(isOfOwner).map(\.id))
                try remove(.posts, where: isOfOwner)
                try remove(.comments) { comment in
                    comment["user"]?["id"]?.int == owner
                        || posts.contains(comment["postId"]?.int ?? 0)
                }
                try remove(.todos, where: isOfOwner)
                try remove(.carts, where: isOfOwner)
            default: break
            }
        }
    }

    private static func required(_ kind: DocumentKind) -> String {
        DocumentShape.of(kind).filter { !$0.isOptional }.map { "'\($0.name)'" }
            .joined(separator: ", ")
    }

    /// Throws ``RecordRefusal`` when a member that the API works with has a wrong value.
    private func check(_ kind: DocumentKind, _ value: JSONValue) throws {
        for member in DocumentShape.of(kind) {
            guard let given = value[member.name], !(given.isNull && member.isOptional),
                let refusal = member.type.refusal(of: given)
            else { continue }
            throw RecordRefusal(
                400,
                member.name,
                "The member '\(member.name)\(refusal.path)': \(refusal.words).",
                hint: "Look at another record for its form."
            )
        }
    }

    private func put(
        _ kind: DocumentKind,
        id: Int64,
        members: [(name: String, value: JSONValue)]
    ) throws {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("id", id)
        for (name, value) in members {
            json.key(name)
            JSValue(value, rounding: true).write(&json)
        }
        json.endObject()
        do {
            try put(kind, id: id, text: json.finish())
        } catch is DocumentTooDeep {
            throw RecordRefusal(
                400,
                nil,
                "The document has too many arrays and objects inside each other.",
                hint: "Send one that is less deep."
            )
        }
    }
}
