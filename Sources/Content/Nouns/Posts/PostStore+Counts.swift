internal import MockPostlySQLite

/// Numbers that stand beside the rows that they count.
extension PostStore {
    /// Makes them right, within a transaction that is open; writes only what was wrong.
    static func recount(_ connection: Connection) throws {
        try connection.run(
            """
            UPDATE post
            SET likes = (SELECT count(*) FROM post_like l WHERE l.post = post.id),
                comments = (SELECT count(*) FROM comment c WHERE c.post = post.id)
            WHERE likes <> (SELECT count(*) FROM post_like l WHERE l.post = post.id)
                OR comments <> (SELECT count(*) FROM comment c WHERE c.post = post.id)
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
