internal import CMockPostlyPages
internal import CMockPostlySQLite

/// Connections whose pages are shared with others until they are written.
extension Connection {
    /// What is in the database, to be shared; nothing is copied.
    ///
    /// While nothing is written it is the same image each time. Throws while a transaction is open,
    /// and for a database in a file.
    package func image() throws(SQLiteError) -> PageImage {
        guard let pages else { throw .misuse("the database is not made of pages to share") }
        guard !isInTransaction else { throw .misuse("a transaction is open") }
        guard let image = mockpostly_pages_freeze(pages.pointer) else { throw .outOfMemory }
        return PageImage(owning: image)
    }

    /// Replaces the whole content by that of `image`, without copying it.
    ///
    /// Throws, and changes nothing, when a transaction is open or a statement is being stepped, and
    /// for a database in a file. Compiled statements stay usable.
    package func replaceContent(by image: PageImage) throws(SQLiteError) {
        guard let pages else { throw .misuse("the database is not made of pages to share") }
        guard !isInTransaction else { throw .misuse("a transaction is open") }
        guard !isStepping else { throw .misuse("a statement is being stepped") }
        // SQLite keeps its lock, and what it has read, from one statement to the next; the first
        // statement in normal mode ends that.
        try script("PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_schema;")
        mockpostly_pages_replace(pages.pointer, image.pointer)
        try script("PRAGMA locking_mode = EXCLUSIVE;")
    }

    /// Bytes of pages that this database has for itself.
    package var privateBytes: Int {
        pages.map { mockpostly_pages_private($0.pointer) } ?? 0
    }

    /// Settings of a database that is gone with its process, and read by one connection.
    func preparePages() throws(SQLiteError) {
        try script(
            """
            PRAGMA locking_mode = EXCLUSIVE;
            PRAGMA journal_mode = MEMORY;
            PRAGMA synchronous = OFF;
            PRAGMA temp_store = MEMORY;
            """
        )
    }
}
