package import MockPostlySQLite

extension Migration {
    /// The tables of the DummyJSON API: imported records, changes to records, and custom responses.
    ///
    /// The records that ship inside the program are not in the database.
    package static let documents = Migration(
        name: "documents",
        sql: """
            -- Records that an import has put in place of the program's own. The kind is the position
            -- in posts, users, comments, todos, quotes, products, recipes, carts.
            CREATE TABLE document_import (
                kind INTEGER NOT NULL,
                position INTEGER NOT NULL,
                body TEXT NOT NULL,
                PRIMARY KEY (kind, position)
            ) STRICT, WITHOUT ROWID;

            -- What has been written since: records added or changed, and those deleted, which have
            -- no body. An id that was given once is not given again.
            CREATE TABLE document_change (
                kind INTEGER NOT NULL,
                id INTEGER NOT NULL,
                body TEXT,
                PRIMARY KEY (kind, id)
            ) STRICT, WITHOUT ROWID;

            -- Answers that clients have asked for, by a part of their URL.
            CREATE TABLE custom_response (
                identifier TEXT PRIMARY KEY,
                method TEXT NOT NULL,
                body TEXT NOT NULL,
                created_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            """
    )
}
