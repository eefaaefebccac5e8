package import MockPostlySQLite

extension Migration {
    /// The tables of the community: members, API tokens and the feed.
    ///
    /// People are the rows of `user`; clients see its `id`. Times are microseconds since 1970.
    package static let community = Migration(
        name: "0003-community",
        sql: """
            CREATE TABLE community_member (
                user INTEGER PRIMARY KEY REFERENCES user,
                joined_at INTEGER NOT NULL
            ) STRICT;

            -- Tokens by their SHA-256 in hexadecimal; what was revoked stays, so that it never
            -- becomes valid again.
            CREATE TABLE api_token (
                hash TEXT PRIMARY KEY,
                user INTEGER NOT NULL REFERENCES user,
                created_at INTEGER NOT NULL,
                revoked_at INTEGER
            ) STRICT, WITHOUT ROWID;

            -- An id is never given twice. Who likes a post stands with it as JSON, in the order of
            -- liking: that is how it is always read.
            CREATE TABLE community_post (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                user INTEGER NOT NULL REFERENCES user,
                content TEXT NOT NULL,
                image_url TEXT,
                created_at INTEGER NOT NULL,
                updated_at INTEGER NOT NULL,
                likes INTEGER NOT NULL DEFAULT 0,
                liked_by TEXT NOT NULL DEFAULT '[]',
                comments INTEGER NOT NULL DEFAULT 0
            ) STRICT;

            CREATE TABLE community_comment (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                post INTEGER NOT NULL REFERENCES community_post ON DELETE CASCADE,
                user INTEGER NOT NULL REFERENCES user,
                content TEXT NOT NULL,
                created_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX community_comment_by_post ON community_comment (post, id);
            """
    )
}
