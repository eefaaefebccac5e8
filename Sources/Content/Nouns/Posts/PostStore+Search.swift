internal import MockPostlyContent
internal import MockPostlySQLite

extension PostStore {
    /// The keys of the published posts that contain `text` in title or content, newest first.
    ///
    /// Case makes no difference; see ``CaseFolding``.
    package func search(_ text: String) throws -> [Int64] {
        let wanted = CaseFolding.fold(text.utf8)
        if try index.exists, let query = SearchIndex.query(for: wanted) {
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
