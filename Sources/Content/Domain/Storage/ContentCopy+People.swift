internal import MockPostlySQLite

/// People, who belong to Postly and to the community together.
extension ContentCopy {
    /// Makes the people those of the source, and keeps those whom the community speaks of.
    ///
    /// Who is there already keeps their number; the others get that of the source, if it is free.
    func copyUsersOfPostly() throws {
        let kept = try Self.numbers(inCommunityOf: target)
        var present = try people(of: target)
        let wanted = try source.all(CopiedTable.user.select) { CopiedTable.user.values(of: $0) }
        var others = present
        for row in wanted {
            if let id = Self.id(of: row) { others[id] = nil }
        }
        for (id, row) in others where !kept.contains(Self.number(of: row)) {
            try target.run(CopiedTable.user.delete, [row[0]])
            present[id] = nil
        }
        // Those who are there first, so that nobody takes the number of another.
        for row in wanted {
            guard let id = Self.id(of: row), let old = present[id] else { continue }
            guard !Self.areSame(old.dropFirst(), row.dropFirst()) else { continue }
            try target.run(
                """
                UPDATE user
                SET user_id = ?2, email = ?3, name = ?4, picture = ?5, password = ?6,
                    last_login = ?7, created_at = ?8
                WHERE id = ?1
                """,
                [old[0]] + row.dropFirst()
            )
        }
        for row in wanted {
            guard let id = Self.id(of: row), present[id] == nil else { continue }
            _ = try addUser(row)
        }
    }

    /// Adds whom the source's community speaks of, and says whose number is another here.
    func copyUsersOfCommunity() throws -> [Int64: Int64] {
        let needed = try Self.numbers(inCommunityOf: source)
        var numbers: [Int64: Int64] = [:]
        try source.forEach(CopiedTable.user.select) { user in
            guard needed.contains(user.int(0)) else { return }
            let row = CopiedTable.user.values(of: user)
            let present = try target.first(
                "SELECT id FROM user WHERE user_id = ?1",
                [row[1]]
            ) { $0.int(0) }
            let number = try present ?? addUser(row)
            if number != user.int(0) { numbers[user.int(0)] = number }
        }
        return numbers
    }

    /// Adds a person, whose number may be another when theirs is taken, and returns it.
    private func addUser(_ row: [Value]) throws -> Int64 {
        let isTaken = try target.first("SELECT 1 FROM user WHERE id = ?1", [row[0]]) { _ in true }
        try target.run(
            CopiedTable.user.insert,
            isTaken == true ? [.null] + row.dropFirst() : row
        )
        return target.lastInsertRowID
    }

    /// The rows of people by their ids.
    private func people(of connection: Connection) throws -> [ExactText: [Value]] {
        var people: [ExactText: [Value]] = [:]
        try connection.forEach(CopiedTable.user.select) { user in
            people[ExactText(user.text(1))] = CopiedTable.user.values(of: user)
        }
        return people
    }

    private static func id(of row: [Value]) -> ExactText? {
        guard case .text(let id) = row[1] else { return nil }
        return ExactText(id)
    }

    /// Byte for byte, as the database compares texts.
    private static func areSame(_ left: ArraySlice<Value>, _ right: ArraySlice<Value>) -> Bool {
        zip(left, right).allSatisfy { pair in
            guard case (.text(let first), .text(let second)) = pair else { return pair.0 == pair.1 }
            return first.utf8.elementsEqual(second.utf8)
        }
    }

    private static func number(of row: [Value]) -> Int64 {
        guard case .integer(let number) = row[0] else { return 0 }
        return number
    }

    /// Whom a community speaks of.
    private static func numbers(inCommunityOf connection: Connection) throws -> Set<Int64> {
        var numbers: Set<Int64> = []
        try connection.forEach(
            """
            SELECT user FROM community_member UNION SELECT user FROM api_token
            UNION SELECT user FROM community_post UNION SELECT user FROM community_comment
            """
        ) { numbers.insert($0.int(0)) }
        try connection.forEach("SELECT liked_by FROM community_post") { row in
            numbers.formUnion(FeedStore.likes(in: row.textBytes(0)))
        }
        return numbers
    }
}
