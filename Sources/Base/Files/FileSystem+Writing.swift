internal import MockPostlyPlatform

extension FileSystem {
    /// Makes `bytes` the file at `path`; until they are all written, what was there stays.
    ///
    /// They are written to a new file in the same folder, which is renamed at the end. A symbolic
    /// link stays a link, and a file that is replaced keeps its permissions; a new one has
    /// `permissions`, less what the process masks out. With `isSynchronized`, the bytes and the name
    /// are on the disk when it returns, and survive a power loss. After a failure nothing is left of
    /// the attempt. Whatever else is at `path`, such as a device, must not be replaced: look at its
    /// ``FileKind`` first.
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
            // Where the new file cannot have the old one's permissions, it has the usual ones.
            _ = fchmod(file.descriptor, present.st_mode & 0o777)
        }
        try file.write(bytes)
        if isSynchronized { try file.synchronize() }
        try file.move(to: place)
        if isSynchronized { synchronize(folder: folder(of: place)) }
    }

    /// Writes `bytes` into what is at `path`, such as a device or a pipe.
    ///
    /// Waits for the reader of a pipe.
    package static func write(_ bytes: [UInt8], into path: String) throws(FileFailure) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(path) }
        do throws(FileFailure) {
            try write(bytes, to: descriptor, named: path)
        } catch {
            // The failure to write is what is told.
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
