package import MockPostlySQLite

extension DataFile {
    /// A connection that reads the data file at `path`, which a server may have open.
    ///
    /// Nothing is written: the connection refuses it. A file that an earlier release has written is
    /// copied into memory and gets the present schema there. Throws ``DataFileFault`` for a file
    /// that is newer or another program's, and ``SQLiteError`` for one that cannot be read.
    package static func reader(
        of path: String,
        _ registry: ContentRegistry
    ) throws -> Connection {
        // Opened for writing where permitted: then SQLite removes its helper files on closing when
        // no server has the file open.
        let connection =
            try (try? Connection(.file(path), access: .readWrite))
            ?? Connection(.file(path), access: .readOnly)
        try connection.refuseWrites()
        try connection.setBusyTimeout(milliseconds: 5000)
        let migrator = Migrator(registry.migrations)
        do throws(MigrationError) {
            if try migrator.pending(on: connection).isEmpty { return connection }
        } catch {
            if case .unreadable(let error) = error { throw error }
            throw DataFileFault(error)
        }
        // A file that no server has filled yet is nobody's data file.
        guard try connection.userVersion() > 0 else { throw DataFileFault.notADatabase }
        let copy = try Connection(.pages(PageImage(copying: connection.serialize())))
        try migrator.migrate(copy)
        return copy
    }
}
