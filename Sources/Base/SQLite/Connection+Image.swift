internal import CMockPostlySQLite

extension Connection {
    /// The database as the bytes of a database file; empty when nothing was ever written.
    package func serialize() throws(SQLiteError) -> [UInt8] {
        if pages != nil { return try image().bytes }
        var size: sqlite3_int64 = 0
        guard let bytes = sqlite3_serialize(try database(), "main", &size, 0) else {
            guard size == 0 else { throw .outOfMemory }
            return []
        }
        defer { sqlite3_free(bytes) }
        return [UInt8](UnsafeBufferPointer(start: bytes, count: Int(size)))
    }

    /// Replaces the whole content by an image made with ``serialize()``.
    ///
    /// Throws and changes nothing when the image is not a database, a transaction is open or a
    /// statement is being stepped. Compiled statements stay usable.
    package func restore(from image: [UInt8]) throws(SQLiteError) {
        try image.withUnsafeBufferPointer { bytes throws(SQLiteError) in
            try restore(from: UnsafeRawBufferPointer(bytes))
        }
    }

    /// Restores as ``restore(from:)-([UInt8])`` from memory that is read in place.
    package func restore(from image: UnsafeRawBufferPointer) throws(SQLiteError) {
        guard !isInTransaction else { throw .misuse("a transaction is open") }
        let source = try Connection(.memory)
        guard !image.isEmpty else { return try copy(from: source) }
        // Bytes 18 and 19 of the header are 2 for a database with a write-ahead log, which an image
        // in memory cannot have (SQLite: "Database File Format", 1.3.3).
        guard image.count > 19, image[18] == 2 || image[19] == 2 else {
            return try restore(from: image, through: source)
        }
        var plain = [UInt8](image)
        plain[18] = 1
        plain[19] = 1
        try plain.withUnsafeBufferPointer { bytes throws(SQLiteError) in
            try restore(from: UnsafeRawBufferPointer(bytes), through: source)
        }
    }

    /// Replaces the whole content by that of `image`, and shares its pages where possible.
    ///
    /// A database in a file copies those that differ.
    package func restore(from image: PageImage) throws(SQLiteError) {
        guard pages == nil else { return try replaceContent(by: image) }
        guard !isInTransaction else { throw .misuse("a transaction is open") }
        if try replaceFile(by: image) { return }
        let source = try Connection(.pages(image))
        // The page size of a file with a write-ahead log is fixed, and a backup from another size
        // fails (SQLite: "sqlite3_backup_step").
        let size = try integer("PRAGMA page_size")
        if try source.integer("PRAGMA page_size") != size {
            try source.script("PRAGMA page_size = \(size); VACUUM")
        }
        try copy(from: source)
    }

    private func restore(
        from image: UnsafeRawBufferPointer,
        through source: Connection
    ) throws(SQLiteError) {
        // Read-only: SQLite neither writes to these bytes nor frees them.
        let start = UnsafeMutableRawPointer(mutating: image.baseAddress)
        try source.requireOK(
            sqlite3_deserialize(
                source.database(),
                "main",
                start?.assumingMemoryBound(to: UInt8.self),
                sqlite3_int64(image.count),
                sqlite3_int64(image.count),
                UInt32(SQLITE_DESERIALIZE_READONLY)
            )
        )
        try copy(from: source)
        // Closed here, because the bytes are valid only during this call.
        try source.close()
    }

    /// Replaces the whole content by that of `source`.
    private func copy(from source: Connection) throws(SQLiteError) {
        let target = try database()
        // Reading the schema refuses an image that is not a database before anything changes.
        _ = try source.integer("SELECT count(*) FROM sqlite_schema")
        guard let backup = sqlite3_backup_init(target, "main", try source.database(), "main")
        else { throw SQLiteError(on: target, sql: nil) }
        let step = sqlite3_backup_step(backup, -1)
        let finish = sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE, finish == SQLITE_OK else {
            let code = finish == SQLITE_OK ? step : finish
            throw SQLiteError(extendedCode: code, message: String(cString: sqlite3_errstr(code)))
        }
    }

    /// Rewrites the database without unused pages; only outside a transaction.
    package func compact() throws(SQLiteError) {
        try script("VACUUM")
    }
}
