internal import MockPostlyPlatform
internal import MockPostlyWorld

/// A new file that is written under a temporary name and renamed to its final place.
///
/// The temporary name cannot be guessed and is unique. The file is locked (`flock`) as long as this
/// object lives, so that other processes can tell a file that is being written from a leftover of a
/// killed writer. Released, the file is removed unless it was moved to its place.
package final class UnfinishedFile {
    private static let suffix = ".mockpostly-part"

    /// Open for writing; closed when this object is released.
    package let descriptor: Int32
    /// The temporary path; nil after the move.
    private var path: String?

    /// Makes an empty file in the folder of `place`, with `permissions` minus the process's umask.
    package convenience init(
        beside place: String,
        permissions: UInt32 = 0o666
    ) throws(FileFailure) {
        try self.init(beside: place, permissions: permissions, RandomSource.entropySeed)
    }

    /// Makes a file whose name contains a number from `number`, which is called again if the file
    /// exists.
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
            // Another process may have taken the file for a leftover before it was locked. File
            // systems without locks are not cleaned up, so there nothing needs to be checked.
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
        // After a move nothing can be lost here: errors of writing were thrown before.
        if let path { unlink(path) }
        _ = close(descriptor)
    }

    /// Appends `bytes`.
    package func write(_ bytes: [UInt8]) throws(FileFailure) {
        try FileSystem.write(bytes, to: descriptor, named: path ?? "")
    }

    /// Waits until everything written is on the disk.
    package func synchronize() throws(FileFailure) {
        guard fsync(descriptor) == 0 else { throw FileFailure(path ?? "") }
    }

    /// Renames the file to `place`, in the same folder, and replaces what is there.
    package func move(to place: String) throws(FileFailure) {
        guard let path else { throw FileFailure(path: place, code: ENOENT) }
        guard rename(path, place) == 0 else { throw FileFailure(place) }
        self.path = nil
    }
}

/// Leftovers of writers that were killed.
extension UnfinishedFile {
    /// Whether `name` has the form of a temporary name of this type.
    package static func isName(_ name: String) -> Bool {
        name.hasPrefix(".") && name.hasSuffix(suffix)
    }

    /// Removes the leftovers of killed writers from a folder and returns their names.
    ///
    /// Files that are still being written, by this or another process, are left alone.
    @discardableResult
    package static func removeAbandoned(in folder: String) -> [String] {
        let names = (try? FileSystem.names(in: folder)) ?? []
        return names.filter { isName($0) && removeIfAbandoned(folder + "/" + $0) }
    }

    private static func removeIfAbandoned(_ path: String) -> Bool {
        guard FileKind(of: path) == .file, !LockedFiles.contain(path) else { return false }
        let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { _ = close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && unlink(path) == 0
    }
}
