internal import MockPostlyPlatform
internal import MockPostlyWorld

/// A new file that is written under a name of its own and takes its place at the end.
///
/// Its name cannot be guessed and is nobody else's. It is locked (`flock`) as long as this lives, so
/// that others can tell a file that is being written from one whose writer was killed. Removed
/// when this is released, unless it was moved to its place.
package final class UnfinishedFile {
    private static let suffix = ".mockpostly-part"

    /// Open for writing; closed when this is released.
    package let descriptor: Int32
    /// Where the file is until it is moved; nil after that.
    private var path: String?

    /// Makes an empty file in the folder of `place`, with `permissions` less what the process masks.
    package convenience init(
        beside place: String,
        permissions: UInt32 = 0o666
    ) throws(FileFailure) {
        try self.init(beside: place, permissions: permissions, RandomSource.entropySeed)
    }

    /// As above, with a number for the name from `number`, which is called again when there is such
    /// a file.
    init(
        beside place: String,
        permissions: UInt32,
        _ number: () -> UInt64
    ) throws(FileFailure) {
        let slash = place.lastIndex(of: "/")
        let folder = slash.map { String(place[...$0]) } ?? ""
        let whole = slash.map { place[place.index(after: $0)...] } ?? place[...]
        // File systems limit names to 255 bytes.
        let name = String(decoding: whole.utf8.prefix(100), as: UTF8.self)
        while true {
            let path = "\(folder).\(name).\(String(number(), radix: 16))\(Self.suffix)"
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            let descriptor = open(path, flags, mode_t(truncatingIfNeeded: permissions))
            if descriptor < 0 {
                if errno == EEXIST || errno == EINTR { continue }
                throw FileFailure(place)
            }
            var status = stat()
            // Somebody may have taken it for a leftover before it was locked. Where files have no
            // locks nobody does.
            let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
            guard !isTaken, fstat(descriptor, &status) == 0, status.st_nlink > 0 else {
                _ = close(descriptor)
                continue
            }
            (self.path, self.descriptor) = (path, descriptor)
            return
        }
    }

    deinit {
        // Of what was moved nothing is lost: a failure to write was told before.
        if let path { unlink(path) }
        _ = close(descriptor)
    }

    /// Appends `bytes`.
    package func write(_ bytes: [UInt8]) throws(FileFailure) {
        try FileSystem.write(bytes, to: descriptor, named: path ?? "")
    }

    /// Waits until what was written is on the disk.
    package func synchronize() throws(FileFailure) {
        guard fsync(descriptor) == 0 else { throw FileFailure(path ?? "") }
    }

    /// Puts the file at `place`, in its folder, instead of whatever is there.
    package func move(to place: String) throws(FileFailure) {
        guard let path else { throw FileFailure(path: place, code: ENOENT) }
        guard rename(path, place) == 0 else { throw FileFailure(place) }
        self.path = nil
    }
}

/// What writers that were killed have left.
extension UnfinishedFile {
    /// Whether a name is that of a file which is being written, or was.
    package static func isName(_ name: String) -> Bool {
        name.hasPrefix(".") && name.hasSuffix(suffix)
    }

    /// Removes from a folder the files whose writers were killed, and returns their names.
    ///
    /// The file of a writer that is still at it is left alone, whichever process that is in.
    @discardableResult
    package static func removeAbandoned(in folder: String) -> [String] {
        let names = (try? FileSystem.names(in: folder)) ?? []
        return names.filter { isName($0) && removeIfAbandoned(folder + "/" + $0) }
    }

    private static func removeIfAbandoned(_ path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { _ = close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && unlink(path) == 0
    }
}
