internal import MockPostlySQLite

extension Migration {
    /// Indexes by person, and an index of a post's comments by their ids.
    ///
    /// Without them, removing one person reads all tables of the community, and adding one comment
    /// reads all comments of its post.
    static let references = Migration(
        name: "0004-references",
        sql: """
            CREATE INDEX api_token_by_user ON api_token (user);
            CREATE INDEX community_post_by_user ON community_post (user);
            CREATE INDEX community_comment_by_user ON community_comment (user);
            CREATE INDEX comment_by_id ON comment (comment_id, post);
            """
    )
}
