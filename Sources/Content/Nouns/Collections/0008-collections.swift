package import MockPostlySQLite

extension Migration {
    /// What clients have written to the collections of a file, which itself is not in the database.
    package static let collections = Migration(
        name: "collections",
        sql: """
            -- Rows that were added or changed, and those of the file that were deleted, which have no
            -- body. The key is the id as text; a row without an id has # and its number, an id that
            -- begins with # one more. Added rows are in the order of place. An object of the file
            -- that was changed has an empty key.
            CREATE TABLE api_row (
                collection TEXT NOT NULL,
                key TEXT NOT NULL,
                place INTEGER NOT NULL,
                body TEXT,
                PRIMARY KEY (collection, key)
            ) STRICT, WITHOUT ROWID;
            """
    )
}
