internal import MockPostlyPlatform

extension FileSystem {
    /// Writes `bytes` to the file at `path`, which keeps its old content until all bytes are
    /// written.
    ///
    /// They are written to a new file in the same folder, which is renamed at the end. A symbolic
    /// link stays a link, and a replaced file keeps its permissions; a new file gets `permissions`
    /// minus the process's umask. With `isSynchronized` content and name are on the disk when the
    /// call returns, and survive a power loss. After a failure nothing is left of the new file.
    ///
    /// Other things than files, such as devices, would be replaced by a file: check ``FileKind``
    /// first and use ``write(_:into:)`` for them.
    package static func write(
        _ bytes: [UInt8],
        to path: String,
        permissions: UInt32 = 0o666,
        isSynchronized: Bool = true
    ) throws(FileFailure) {
        let place = realPath(path) ?? path
        let file = try UnfinishedFile(beside: place, permissions: permissions)
        var present = stat()
        if stat(place, &present) == 0 {
            // If the old permissions cannot be set, the new file has the usual ones.
            _ = fchmod(file.descriptor, present.st_mode & 0o777)
        }
        try file.write(bytes)
        if isSynchronized { try file.synchronize() }
        try file.move(to: place)
        if isSynchronized { synchronize(folder: folder(of: place)) }
    }

    /// Writes `bytes` into what is at `path`, such as a device or a pipe.
    ///
    /// Blocks until a pipe has a reader.
    package static func write(_ bytes: [UInt8], into path: String) throws(FileFailure) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(path) }
        do throws(FileFailure) {
            try write(bytes, to: descriptor, named: path)
        } catch {
            // The error of writing is thrown, so that of closing is ignored.
            _ = close(descriptor)
            throw error
        }
        guard close(descriptor) == 0 else { throw FileFailure(path) }
    }

    static func write(
        _ bytes: [UInt8],
        to descriptor: Int32,
        named path: String
    ) throws(FileFailure) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { systemWrite(descriptor, $0) }
            guard count > 0 else { throw FileFailure(path) }
            done += count
        }
    }
}
