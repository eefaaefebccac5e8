internal import MockPostlySQLite

/// Numbers that stand beside the rows that they count.
extension FeedStore {
    /// Makes them right, within a transaction that is open; writes only what was wrong.
    static func recount(_ connection: Connection) throws {
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
    }
}
