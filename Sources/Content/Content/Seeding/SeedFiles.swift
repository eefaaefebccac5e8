package import MockPostlyFiles
internal import MockPostlyPlatform

/// What changes when a file is replaced or written: inode, size and date of change.
package struct FileStamp: Hashable, Sendable {
    var file: UInt64
    var size: Int64
    var seconds: Int64
    var nanoseconds: Int64

    /// Whether the file has no bytes.
    package var isEmpty: Bool { size == 0 }
}

/// Reads and writes files; an error of the system becomes a ``SeedFault``.
package enum SeedFiles {
    /// Whether `path` is a directory; throws when nothing is there.
    ///
    /// Links are followed.
    package static func isDirectory(_ path: String) throws(SeedFault) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw fault(FileFailure(path: path, code: errno), "cannot be read")
        }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in a directory, without `.` and `..`, sorted by their bytes.
    ///
    /// Entries of all kinds are in it, hidden ones too.
    ///
    /// - Throws: ``SeedFault`` with the path and the system's reason.
    package static func names(in directory: String) throws(SeedFault) -> [String] {
        do throws(FileFailure) {
            return try FileSystem.names(in: directory)
        } catch {
            throw fault(error, "cannot be read")
        }
    }

    /// The stamp of the file at `path`; nil when there is none.
    ///
    /// Links are followed. Two writes within the resolution of the system's clock that give the
    /// same size cannot be told apart.
    package static func stamp(of path: String) -> FileStamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let changed = status.st_mtimespec
        #else
            let changed = status.st_mtim
        #endif
        return FileStamp(
            file: UInt64(status.st_ino),
            size: Int64(status.st_size),
            seconds: Int64(changed.tv_sec),
            nanoseconds: Int64(changed.tv_nsec)
        )
    }

    /// The bytes of the file at `path`, if `rule` allows to read it.
    ///
    /// - Throws: ``SeedFault`` with the path and the reason, without line and column.
    package static func contents(
        of path: String,
        _ rule: FileRule = .usual
    ) throws(SeedFault) -> [UInt8] {
        do throws(FileFailure) {
            return try FileSystem.contents(of: path, rule)
        } catch {
            throw fault(error, "cannot be read")
        }
    }

    /// Makes a directory and its parents; an existing directory is no error.
    ///
    /// - Throws: ``SeedFault`` with the system's reason.
    package static func makeDirectory(_ path: String) throws(SeedFault) {
        do throws(FileFailure) {
            try FileSystem.makeFolders(path)
        } catch {
            throw fault(error, "cannot be made")
        }
    }

    /// Writes a file as a whole or not at all, without waiting for the disk.
    ///
    /// After a power loss the seed may be gone; it can be generated again.
    ///
    /// - Throws: ``SeedFault``, also when a server has the file at `path` open as its data file.
    package static func write(_ bytes: [UInt8], to path: String) throws(SeedFault) {
        guard !DataFile.isInUse(path) else {
            let words = "cannot be written: \(ContentFile.inUse)"
            throw SeedFault(file: path, line: 0, column: 0, field: "", words: words)
        }
        do throws(FileFailure) {
            try FileSystem.write(bytes, to: path, isSynchronized: false)
        } catch {
            throw fault(error, "cannot be written")
        }
    }

    /// A fault with `words` and the reason of the system.
    private static func fault(_ failure: FileFailure, _ words: String) -> SeedFault {
        let words = "\(words): \(failure.words)"
        return SeedFault(file: failure.path, line: 0, column: 0, field: "", words: words)
    }
}
