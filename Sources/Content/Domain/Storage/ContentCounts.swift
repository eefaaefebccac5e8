internal import MockPostlySQLite

/// Numbers that stand beside the rows that they count.
enum ContentCounts {
    /// Makes them right, within a transaction that is open; writes only what was wrong.
    static func renew(on connection: Connection) throws {
        try connection.run(
            """
            UPDATE post
            SET likes = (SELECT count(*) FROM post_like l WHERE l.post = post.id),
                comments = (SELECT count(*) FROM comment c WHERE c.post = post.id)
            WHERE likes <> (SELECT count(*) FROM post_like l WHERE l.post = post.id)
                OR comments <> (SELECT count(*) FROM comment c WHERE c.post = post.id)
            """
        )
        try connection.run(
            """
            UPDATE community_post
            SET likes = iif(liked_by = '[]', 0,
                    length(liked_by) - length(replace(liked_by, ',', '')) + 1),
                comments = (SELECT count(*) FROM community_comment c
                    WHERE c.post = community_post.id)
            WHERE likes <> iif(liked_by = '[]', 0,
                    length(liked_by) - length(replace(liked_by, ',', '')) + 1)
                OR comments <> (SELECT count(*) FROM community_comment c
                    WHERE c.post = community_post.id)
            """
        )
        guard try !areTotalsRight(on: connection) else { return }
        try connection.script(
            """
            DELETE FROM status_total;
            DELETE FROM author_total;
            INSERT INTO status_total (status, posts) SELECT status, count(*) FROM post GROUP BY status;
            INSERT INTO author_total (author_id, status, posts)
                SELECT author_id, status, count(*) FROM post GROUP BY author_id, status;
            """
        )
    }

    /// A status or an author whose last post has gone may be there with none, or not at all.
    private static func areTotalsRight(on connection: Connection) throws -> Bool {
        let difference = try connection.first(
            """
            SELECT 1 FROM (
                SELECT * FROM (
                    SELECT author_id, status, posts FROM author_total WHERE posts <> 0
                    EXCEPT
                    SELECT author_id, status, count(*) FROM post GROUP BY author_id, status
                )
                UNION ALL
                SELECT * FROM (
                    SELECT author_id, status, count(*) FROM post GROUP BY author_id, status
                    EXCEPT
                    SELECT author_id, status, posts FROM author_total
                )
                UNION ALL
                SELECT * FROM (
                    SELECT '', status, posts FROM status_total WHERE posts <> 0
                    EXCEPT
                    SELECT '', status, count(*) FROM post GROUP BY status
                )
                UNION ALL
                SELECT * FROM (
                    SELECT '', status, count(*) FROM post GROUP BY status
                    EXCEPT
                    SELECT '', status, posts FROM status_total
                )
            )
            """
        ) { _ in true }
        return difference == nil
    }
}

extension Connection {
    /// Sees to it that a table whose ids are never given twice gives none up to `last`.
    func raiseSequence(of table: String, to last: Int64) throws {
        let values: [Value] = [.text(table), .integer(last)]
        let count = try run(
            "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1",
            values
        )
        guard count == 0 else { return }
        try run("INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", values)
    }
}
