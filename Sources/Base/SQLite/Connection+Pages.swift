internal import CMockPostlyPages
internal import CMockPostlySQLite

/// Connections that share their pages with others until the pages are written.
extension Connection {
    /// The content of the database as an image to share.
    ///
    /// The same image is returned until something is written. No page is copied, except those of a
    /// database in a file that were written since its last image, and of a database with location
    /// ``Location/memory`` all. Throws while a transaction is open.
    package func image() throws(SQLiteError) -> PageImage {
        guard !isInTransaction else { throw .misuse("a transaction is open") }
        guard let pages else { return try fileImage() }
        guard let image = mockpostly_pages_freeze(pages.pointer) else { throw .outOfMemory }
        return PageImage(owning: image)
    }

    /// Replaces the whole content by that of `image`, without copying it.
    ///
    /// Throws and changes nothing while a transaction is open or a statement is being stepped, and
    /// for a database in a file. Compiled statements stay usable.
    package func replaceContent(by image: PageImage) throws(SQLiteError) {
        guard let pages else { throw .misuse("the database is not made of pages to share") }
        try exchangeContent { () throws(SQLiteError) in
            mockpostly_pages_replace(pages.pointer, image.pointer)
        }
    }

    /// Calls `body`, which changes the pages behind SQLite's back.
    ///
    /// Throws before that while a transaction is open or a statement is being stepped.
    func exchangeContent(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        guard !isInTransaction else { throw .misuse("a transaction is open") }
        guard !isStepping else { throw .misuse("a statement is being stepped") }
        // SQLite keeps its lock and its cache from one statement to the next in exclusive mode; the
        // first statement in normal mode releases both.
        try script("PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_schema;")
        try body()
        try script("PRAGMA locking_mode = EXCLUSIVE;")
    }

    /// Bytes of pages that this database does not share with an image.
    package var privateBytes: Int {
        pages.map { mockpostly_pages_private($0.pointer) } ?? 0
    }

    /// Settings for a database that lives only in this process and has one connection.
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
