internal import MockPostlyPlatform

extension FileSystem {
    /// The bytes of the file at `path`, if `rule` allows it.
    ///
    /// This is the way to open a file whose name comes from outside. What is there is looked at
    /// before it is opened: only a regular file is (and a pipe, where the rule says so), and never a
    /// data file of this process, whose locks would be lost (``LockedFiles``).
    package static func contents(
        of path: String,
        _ rule: FileRule = .usual
    ) throws(FileFailure) -> [UInt8] {
        let (place, status) = try look(at: path, rule)
        let isPipe = status.st_mode & S_IFMT == S_IFIFO
        // A file that has become something else since must not block, and a link not lead away.
        var flags = O_RDONLY | O_CLOEXEC
        if !isPipe { flags |= O_NONBLOCK | O_NOCTTY }
        if rule.folder != nil { flags |= O_NOFOLLOW }
        let descriptor = open(place, flags)
        guard descriptor >= 0 else { throw FileFailure(path) }
        var opened = stat()
        guard fstat(descriptor, &opened) == 0 else {
            let failure = FileFailure(path)
            _ = close(descriptor)
            throw failure
        }
        if LockedFiles.contain(FileIdentity(opened)) {
            // It has come to this name in between. Closing it would release the locks: it stays open.
            throw FileFailure(path: path, .inUse)
        }
        // A failure to close loses nothing, because nothing was written.
        defer { _ = close(descriptor) }
        if let refusal = refusal(of: opened, rule) { throw FileFailure(path: path, refusal) }
        return try contents(of: descriptor, named: path, limit: rule.limit)
    }

    /// Throws when `rule` does not allow the file at `path`; opens nothing.
    package static func check(_ path: String, _ rule: FileRule) throws(FileFailure) {
        _ = try look(at: path, rule)
    }

    /// The bytes of standard input up to its end, at most 1 GiB; blocks until then.
    package static func standardInput() throws(FileFailure) -> [UInt8] {
        try contents(of: STDIN_FILENO, named: "-", limit: FileRule.usualLimit)
    }

    /// The path to open and what is there; throws when `rule` refuses it.
    private static func look(
        at path: String,
        _ rule: FileRule
    ) throws(FileFailure) -> (place: String, status: stat) {
        var place = path
        if let folder = rule.folder {
            guard let real = realPath(path) else { throw FileFailure(path) }
            guard let top = realPath(folder) else { throw FileFailure(folder) }
            guard real.utf8.starts(with: (top == "/" ? top : top + "/").utf8) || real == top else {
                throw FileFailure(path: path, .outside(folder: folder))
            }
            place = real
        }
        var status = stat()
        guard stat(place, &status) == 0 else { throw FileFailure(path) }
        if let refusal = refusal(of: status, rule) { throw FileFailure(path: path, refusal) }
        return (place, status)
    }

    private static func refusal(of status: stat, _ rule: FileRule) -> FileFailure.Refusal? {
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: return .directory
        case S_IFIFO where rule.takesPipes: return nil
        default: return .notAFile
        }
        if LockedFiles.contain(FileIdentity(status)) { return .inUse }
        return Int(status.st_size) > rule.limit ? .tooLarge(limit: rule.limit) : nil
    }

    private static func contents(
        of descriptor: Int32,
        named path: String,
        limit: Int
    ) throws(FileFailure) -> [UInt8] {
        var status = stat()
        // The system's own files, such as those in /proc, report a size of 0.
        let known = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
        var bytes: [UInt8] = []
        var room = max(known + 1, 4_096)
        while true {
            var count = 0
            let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                count = systemRead(descriptor, UnsafeMutableRawBufferPointer(buffer))
                filled = max(count, 0)
            }
            guard count >= 0 else { throw FileFailure(path) }
            if count == 0 { return bytes }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            // It may grow while it is read, and a pipe tells no size.
            if bytes.count > limit { throw FileFailure(path: path, .tooLarge(limit: limit)) }
            room = max(room - count, 65_536)
        }
    }
}
