internal import MockPostlySQLite

extension Migration {
    /// The tables of RealWorld: articles with comments and favourites, and who follows whom.
    ///
    /// A person is a row of `user` that has been seen here: only then it has a username. Times are
    /// microseconds since 1970. The tags of an article are JSON, as answers have them; its text is the
    /// last column, so that lists need not read it.
    static let realWorld = Migration(
        name: "0007-realworld",
        sql: """
            CREATE TABLE realworld_person (
                user INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
                username TEXT NOT NULL UNIQUE,
                bio TEXT
            ) STRICT;

            CREATE TABLE realworld_article (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                slug TEXT NOT NULL UNIQUE,
                author INTEGER NOT NULL REFERENCES realworld_person ON DELETE CASCADE,
                title TEXT NOT NULL,
                description TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                updated_at INTEGER NOT NULL,
                tags TEXT NOT NULL,
                body TEXT NOT NULL
            ) STRICT;
            CREATE INDEX realworld_article_by_date ON realworld_article (created_at, id);
            CREATE INDEX realworld_article_by_author
                ON realworld_article (author, created_at, id);

            CREATE TABLE realworld_comment (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                article INTEGER NOT NULL REFERENCES realworld_article ON DELETE CASCADE,
                author INTEGER NOT NULL REFERENCES realworld_person ON DELETE CASCADE,
                body TEXT NOT NULL,
                created_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX realworld_comment_by_article
                ON realworld_comment (article, created_at, id);
            CREATE INDEX realworld_comment_by_author ON realworld_comment (author);

            CREATE TABLE realworld_favorite (
                article INTEGER NOT NULL REFERENCES realworld_article ON DELETE CASCADE,
                person INTEGER NOT NULL REFERENCES realworld_person ON DELETE CASCADE,
                PRIMARY KEY (article, person)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX realworld_favorite_by_person ON realworld_favorite (person);

            CREATE TABLE realworld_follow (
                follower INTEGER NOT NULL REFERENCES realworld_person ON DELETE CASCADE,
                followed INTEGER NOT NULL REFERENCES realworld_person ON DELETE CASCADE,
                PRIMARY KEY (follower, followed)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX realworld_follow_by_followed ON realworld_follow (followed);
            """
    )
}
