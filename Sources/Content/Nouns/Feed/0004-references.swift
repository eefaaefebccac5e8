internal import MockPostlySQLite

extension Migration {
    /// Who is spoken of where, and a post's comments by their ids.
    ///
    /// Without these, taking one person out reads all that the community has, and adding one comment
    /// reads all of its post's.
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
