internal import MockPostlySQLite

extension Migration {
    /// The tables of Postly: people, posts with likes and comments, and counters in place of
    /// `count(*)`.
    ///
    /// Times are microseconds since 1970. The text of a post has a table of its own, so that
    /// counting a view rewrites a short row. Posts and comments store a copy of their author's name
    /// and picture, taken when they were made: a later change of the account does not change them.
    static let blog = Migration(
        name: "0001-blog",
        sql: """
            CREATE TABLE user (
                id INTEGER PRIMARY KEY,
                user_id TEXT NOT NULL UNIQUE,
                email TEXT NOT NULL,
                name TEXT NOT NULL,
                picture TEXT,
                password TEXT,
                last_login INTEGER,
                created_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX user_by_email ON user (email, id);

            CREATE TABLE post (
                id INTEGER PRIMARY KEY,
                post_id TEXT NOT NULL UNIQUE,
                author_id TEXT NOT NULL,
                author_name TEXT NOT NULL,
                author_email TEXT NOT NULL,
                author_picture TEXT,
                title TEXT NOT NULL,
                slug TEXT NOT NULL,
                status TEXT NOT NULL,
                cover_image TEXT,
                read_time INTEGER NOT NULL,
                created_at INTEGER NOT NULL,
                updated_at INTEGER NOT NULL,
                views INTEGER NOT NULL DEFAULT 0,
                likes INTEGER NOT NULL DEFAULT 0,
                comments INTEGER NOT NULL DEFAULT 0
            ) STRICT;
            CREATE INDEX post_by_slug ON post (slug, id);
            CREATE INDEX post_by_status ON post (status, created_at DESC, id DESC);
            -- What nearly every list asks for. With the status in it, it answers alone: passing
            -- over a post costs a fifth of what it does in the next index.
            CREATE INDEX post_published ON post (created_at DESC, id DESC, status)
                WHERE status = 'published';
            CREATE INDEX post_by_author ON post (author_id, created_at DESC, id DESC);
            CREATE INDEX post_by_author_status
                ON post (author_id, status, created_at DESC, id DESC);

            CREATE TABLE post_content (
                id INTEGER PRIMARY KEY REFERENCES post ON DELETE CASCADE,
                content TEXT NOT NULL
            ) STRICT;

            CREATE TABLE post_like (
                post INTEGER NOT NULL REFERENCES post ON DELETE CASCADE,
                user_id TEXT NOT NULL,
                PRIMARY KEY (post, user_id)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE comment (
                id INTEGER PRIMARY KEY,
                comment_id TEXT NOT NULL,
                post INTEGER NOT NULL REFERENCES post ON DELETE CASCADE,
                author_id TEXT NOT NULL,
                author_name TEXT NOT NULL,
                author_picture TEXT,
                content TEXT NOT NULL,
                created_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX comment_by_post ON comment (post, id);

            CREATE TABLE status_total (
                status TEXT PRIMARY KEY,
                posts INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE author_total (
                author_id TEXT NOT NULL,
                status TEXT NOT NULL,
                posts INTEGER NOT NULL,
                PRIMARY KEY (author_id, status)
            ) STRICT, WITHOUT ROWID;

            -- One row once the content has been filled from a seed, were it an empty one: a file
            -- whose people and posts are gone is not to be filled again.
            CREATE TABLE seeding (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                seeded_at INTEGER NOT NULL
            ) STRICT;
            """
    )
}
