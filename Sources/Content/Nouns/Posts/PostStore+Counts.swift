internal import MockPostlyContent
internal import MockPostlySQLite

/// Counters that are stored with the rows they count.
///
/// They are the likes and comments of a post, and the posts per status and per author.
extension PostStore {
    /// How many posts and comments there are; a feed has the published posts.
    @Sendable static func counts(_ connection: Connection) throws -> [ContentCount] {
        let totals = try connection.first(
            """
            SELECT coalesce(sum(posts), 0),
                coalesce(sum(posts) FILTER (WHERE status = 'published'), 0),
                (SELECT count(*) FROM comment)
            FROM status_total
            """
        ) { (posts: $0.int(0), published: $0.int(1), comments: $0.int(2)) }
        guard let totals else { return [] }
        return [
            ContentCount("posts", totals.posts),
            ContentCount("published", totals.published),
            ContentCount("drafts", totals.posts - totals.published),
            ContentCount("comments", totals.comments),
        ]
    }

    /// Corrects all counters, within an open transaction; only wrong ones are written.
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

    /// Whether the totals agree with the posts; a total of 0 may have a row or none.
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
