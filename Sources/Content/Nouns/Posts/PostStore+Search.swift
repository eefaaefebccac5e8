internal import MockPostlyContent
internal import MockPostlySQLite

extension PostStore {
    /// The keys of the published posts that contain `text` in title or content, newest first.
    ///
    /// Case makes no difference; see ``CaseFolding``.
    ///
    /// Title and content are searched apart: a text does not match across both. An empty text
    /// matches all. Costs a pass over all published posts when there is no index or the text has
    /// less than three characters.
    ///
    /// - Throws: SQLite's errors.
    package func search(_ text: String) throws -> [Int64] {
        let wanted = CaseFolding.fold(text.utf8)
        let trigrams = SearchIndex.trigrams(of: wanted)
        if let rarest = trigrams.first, try index.exists {
            let few = try candidates(rarest, atMost: Self.mostCandidates)
            if few.count < Self.mostCandidates { return try matching(few, wanted) }
            let query = trigrams.joined(separator: " AND ")
            return try candidates(query).filter { try matches(key: $0, wanted) }
        }
        var found: [Int64] = []
        try db.forEach(
            """
            SELECT p.id, title, content
            FROM post p JOIN post_content c ON c.id = p.id
            WHERE status = 'published'
            ORDER BY created_at DESC, p.id DESC
            """
        ) { row in
            if Self.matches(title: row.textBytes(1), content: row.textBytes(2), wanted: wanted) {
                found.append(row.int(0))
            }
        }
        return found
    }

    /// With fewer posts than this that have one trigram of the text, it is enough to compare these.
    ///
    /// SQLite passes over all posts of a second trigram, however few the first leaves: in 100,000
    /// posts 670,000 instructions, a comparison takes 6,000.
    private static let mostCandidates: Int64 = 64

    /// The keys of up to `most` posts, also of unpublished ones, that `query` finds.
    private func candidates(_ query: String, atMost most: Int64) throws -> [Int64] {
        try db.all(
            "SELECT rowid FROM post_search WHERE post_search MATCH ?1 LIMIT ?2",
            [.text(query), .integer(most)]
        ) { $0.int(0) }
    }

    /// The published posts among `keys` that contain `wanted`, newest first.
    private func matching(_ keys: [Int64], _ wanted: [UInt8]) throws -> [Int64] {
        var found: [(createdAt: Int64, key: Int64)] = []
        for key in keys {
            let createdAt = try db.first(
                """
                SELECT title, content, created_at
                FROM post p JOIN post_content c ON c.id = p.id
                WHERE p.id = ?1 AND status = 'published'
                """,
                [.integer(key)]
            ) { row in
                Self.matches(title: row.textBytes(0), content: row.textBytes(1), wanted: wanted)
                    ? row.int(2) : nil
            }
            if let createdAt = createdAt ?? nil { found.append((createdAt, key)) }
        }
        return found.sorted { $0 > $1 }.map(\.key)
    }

    private func candidates(_ query: String) throws -> [Int64] {
        try db.all(
            """
            SELECT p.id
            FROM post_search s CROSS JOIN post p ON p.id = s.rowid
            WHERE post_search MATCH ?1 AND p.status = 'published'
            ORDER BY p.created_at DESC, p.id DESC
            """,
            [.text(query)]
        ) { $0.int(0) }
    }

    private func matches(key: Int64, _ wanted: [UInt8]) throws -> Bool {
        try db.first(
            """
            SELECT title, content
            FROM post p JOIN post_content c ON c.id = p.id
            WHERE p.id = ?1
            """,
            [.integer(key)]
        ) { Self.matches(title: $0.textBytes(0), content: $0.textBytes(1), wanted: wanted) }
            ?? false
    }

    private static func matches(
        title: LentText,
        content: LentText,
        wanted: [UInt8]
    ) -> Bool {
        contains(CaseFolding.fold(title), wanted) || contains(CaseFolding.fold(content), wanted)
    }
}
