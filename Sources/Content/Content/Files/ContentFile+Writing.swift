internal import MockPostlyWorld

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension ContentFile {
    /// Makes `bytes` the file at `path`: when it returns they are on the disk, and until then what
    /// was there is.
    ///
    /// They are written to a file beside it that has a name of its own and takes its place in the
    /// end. Throws ``ContentFault/failed(_:)`` with the system's words.
    package static func write(_ bytes: [UInt8], to path: String) throws(ContentFault) {
        let target = DataFile.resolved(path)
        var status = stat()
        if stat(target, &status) == 0 {
            // Something else, such as a device, must not be put aside.
            guard status.st_mode & S_IFMT == S_IFREG else { throw .failed("it is no file") }
            guard !DataFile.isInUse(target) else { throw .failed(inUse) }
        }
        let file = try TemporaryFile(beside: target)
        do throws(ContentFault) {
            try file.write(bytes)
            guard rename(file.path, target) == 0 else { throw .failed(systemWords()) }
        } catch {
            unlink(file.path)
            throw error
        }
        syncDirectory(of: target)
    }

    /// Removes what writers that were killed have left in a directory, and returns their names.
    ///
    /// The file of a writer that is still at it is left alone, whichever process that is in.
    @discardableResult
    package static func removeLeftovers(in directory: String) -> [String] {
        let names = (try? SeedFiles.names(in: directory)) ?? []
        return names.filter { name in
            isTemporary(name) && TemporaryFile.removeIfAbandoned(directory + "/" + name)
        }
    }

    /// Whether a name is that of a file which is being written, or was.
    package static func isTemporary(_ name: String) -> Bool {
        name.hasPrefix(".") && name.hasSuffix(TemporaryFile.suffix)
    }

    private static func syncDirectory(of path: String) {
        let slash = path.lastIndex(of: "/")
        let directory = open(slash.map { String(path[...$0]) } ?? ".", O_RDONLY | O_CLOEXEC)
        guard directory >= 0 else { return }
        // Some file systems cannot; the file itself is there in any case.
        _ = fsync(directory)
        _ = close(directory)
    }
}

/// A new file, locked while it is written so that others can tell whether anybody does.
private final class TemporaryFile {
    static let suffix = ".mockpostly-part"

    let path: String
    private let descriptor: Int32

    init(beside target: String) throws(ContentFault) {
        let slash = target.lastIndex(of: "/")
        let directory = slash.map { String(target[...$0]) } ?? ""
        let name = slash.map { target[target.index(after: $0)...] } ?? target[...]
        while true {
            let number = String(RandomSource.entropySeed(), radix: 16)
            let path = "\(directory).\(name.prefix(100)).\(number)\(Self.suffix)"
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            let descriptor = open(path, flags, 0o666)
            if descriptor < 0 {
                if errno == EEXIST || errno == EINTR { continue }
                throw .failed(systemWords())
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

    deinit { _ = close(descriptor) }

    /// Writes all of it, down to the disk.
    func write(_ bytes: [UInt8]) throws(ContentFault) {
        let problem = bytes.withUnsafeBytes { bytes -> String? in
            var rest = bytes
            while !rest.isEmpty {
                let count = systemWrite(descriptor, rest)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return systemWords() }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return fsync(descriptor) == 0 ? nil : systemWords()
        }
        if let problem { throw .failed(problem) }
    }

    static func removeIfAbandoned(_ path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { _ = close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && unlink(path) == 0
    }
}

// `write` inside the type is its own function.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(file, bytes.baseAddress, bytes.count)
}

private func systemWords() -> String {
    let code = errno
    return strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
