internal import CMockPostlyPages
internal import CMockPostlySQLite

/// A database in a file, read and replaced by images.
///
/// Between two images only the pages are read or written that differ, if the file has a write-ahead
/// log: it tells which pages were written since the last image.
extension Connection {
    /// Notes the pages of each commit from now on, which makes later images cheap.
    ///
    /// A commit checkpoints the log when it has `limit` pages.
    func watchLog(limit: Int) throws(SQLiteError) {
        mockpostly_file_watch(try filePages().pointer, Int32(clamping: limit))
    }

    /// How many bytes ``image()`` has to read, or nil when it has to read the whole file.
    package func unreadBytes() throws(SQLiteError) -> Int? {
        let file = try filePages()
        return try inTransaction("BEGIN") { () throws(SQLiteError) in
            guard try update(file), file.last != nil else { return nil }
            return mockpostly_file_unread(file.pointer)
        }
    }

    /// How many bytes ``restore(from:)-(PageImage)`` has to write, or nil when it has to read the
    /// whole file first.
    package func unwrittenBytes(for image: PageImage) throws(SQLiteError) -> Int? {
        let file = try filePages()
        return try inTransaction("BEGIN") { () throws(SQLiteError) in
            guard try update(file), file.last != nil else { return nil }
            return mockpostly_file_unwritten(file.pointer, image.pointer)
        }
    }

    /// The content of the file as an image, which shares the unchanged pages with the last one.
    func fileImage() throws(SQLiteError) -> PageImage {
        let file = try filePages()
        let read = try inTransaction("BEGIN") { () throws(SQLiteError) -> PageImage? in
            guard try update(file) else { return nil }
            var code: Int32 = 0
            guard let image = mockpostly_file_read(file.pointer, &code) else {
                // Another process was faster: SQLite knows how to wait for it.
                guard code != SQLITE_BUSY else { return nil }
                throw SQLiteError(code)
            }
            return PageImage(owning: image)
        }
        if let read { return read }
        return try PageImage(copying: serialize())
    }

    /// Replaces the content of the file by that of `image`, and writes the pages that differ.
    ///
    /// Returns false, and changes nothing, when the file cannot be written by pages.
    func replaceFile(by image: PageImage) throws(SQLiteError) -> Bool {
        guard !isStepping else { throw .misuse("a statement is being stepped") }
        let file = try filePages()
        // SQLite begins the log with this number, which stays the same.
        if mockpostly_file_needs_log(file.pointer) {
            try setUserVersion(Int32(truncatingIfNeeded: userVersion()))
        }
        let syncs = try integer("PRAGMA synchronous") >= 2
        let code = try inTransaction("BEGIN IMMEDIATE") { () throws(SQLiteError) in
            guard try update(file) else { return SQLITE_MISMATCH }
            return mockpostly_file_replace(file.pointer, image.pointer, syncs)
        }
        switch code {
        case SQLITE_OK: break
        case SQLITE_MISMATCH, SQLITE_BUSY: return false
        default: throw SQLiteError(code)
        }
        // To this connection its own replacement is a commit of another; it is known, however.
        _ = try inTransaction("BEGIN") { () throws(SQLiteError) in try update(file) }
        mockpostly_file_checkpoint(file.pointer)
        return true
    }

    /// What the last ``fileImage()`` or ``restore(from:)-(PageImage)`` has read or written.
    ///
    /// Nil for a database in memory, and for a file without a write-ahead log.
    package var lastFileImage: FileImage? { file?.last }

    /// Takes over what another connection of this process has read from the file or written to it.
    ///
    /// The log tells which pages were written later. When it cannot be read, nothing is taken over.
    package func adopt(_ other: FileImage) {
        guard let file = try? filePages() else { return }
        mockpostly_file_adopt(file.pointer, other.image.pointer, other.state)
        guard !isInTransaction else { return }
        // Unless this is done before SQLite begins another log, the image is given up.
        _ = try? inTransaction("BEGIN") { () throws(SQLiteError) in try update(file) }
    }

    /// What the content of this file cannot be replaced by pages for, as ``restore(from:)-(PageImage)``
    /// does; nil when it can.
    ///
    /// All that a copy of pages takes from its source is compared here or, before each copy, in
    /// `fits` of `file.c`. Page size, reserved bytes and auto-vacuum may differ: then SQLite's backup
    /// copies. The encoding of text may not, because an open connection never takes over another.
    package func formatFault() throws(SQLiteError) -> String? {
        let encoding = try lend("PRAGMA encoding", [])
        defer { encoding.giveBack() }
        guard try encoding.step() else { return nil }
        let name = encoding.row.text(0)
        return name == "UTF-8" ? nil : "its text is in \(name), and this program keeps UTF-8"
    }

    private func filePages() throws(SQLiteError) -> FilePages {
        if let file { return file }
        let pages = try FilePages(of: database())
        file = pages
        return pages
    }

    /// Looks for pages that were written; false when the log cannot be read.
    private func update(_ file: FilePages) throws(SQLiteError) -> Bool {
        mockpostly_file_update(file.pointer, try integer("PRAGMA data_version"))
    }

    /// Calls `body` in a transaction of its own, which is committed or, after an error, rolled back.
    private func inTransaction<Result>(
        _ begin: StaticString,
        _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try run(begin)
        do throws(SQLiteError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            try rollback()
            throw error
        }
    }
}

extension SQLiteError {
    /// A failure below SQLite's interface, of which only the code is known.
    init(_ code: Int32) {
        self.init(extendedCode: code, message: String(cString: sqlite3_errstr(code)))
    }
}
