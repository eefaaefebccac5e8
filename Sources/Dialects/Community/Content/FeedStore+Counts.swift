internal import MockPostlyContent
internal import MockPostlySQLite

/// Counters that are stored with the posts: likes and comments.
extension FeedStore {
    /// How many members, posts and comments there are.
    @Sendable static func counts(_ connection: Connection) throws -> [ContentCount] {
        let counts = try connection.first(
            """
            SELECT (SELECT count(*) FROM community_member), (SELECT count(*) FROM community_post),
                (SELECT count(*) FROM community_comment)
            """
        ) { row in
            [
                ContentCount("members", row.int(0)), ContentCount("posts", row.int(1)),
                ContentCount("comments", row.int(2)),
            ]
        }
        return counts ?? []
    }

    /// Corrects all counters, within an open transaction; only wrong ones are written.
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
