internal import MockPostlyContent
internal import MockPostlyNouns

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// What is at a path.
enum FileKind: Equatable {
    case nothing
    case file
    case directory
    /// A device, a pipe or a socket.
    case other

    /// What a link at the path leads to counts.
    init(ofFile path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            self = .nothing
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .directory
        default: self = .other
        }
    }
}

/// Writes files that are whole or as they were before.
enum WholeFile {
    /// Makes the file at `path` hold `bytes`.
    ///
    /// They are written beside it and put in its place when they are on the disk. A device or a
    /// pipe is written to as it is.
    static func write(_ bytes: [UInt8], to path: String) throws(FileProblem) {
        let kind = FileKind(ofFile: path)
        if kind == .other {
            let file = open(path, O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { throw .system() }
            try finish(file, bytes)
            return
        }
        // A link stays a link.
        let place = kind == .file ? resolved(path) : path
        guard !DataFile.isInUse(place) else {
            throw FileProblem(words: "it is the data file of a running server")
        }
        let unfinished = "\(place).\(getpid()).part"
        // Of an earlier process with this number that was killed; nobody else's is written to.
        _ = unlink(unfinished)
        let file = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw .system() }
        var present = stat()
        if stat(place, &present) == 0 {
            // Where the new file cannot have the old one's permissions, it has the usual ones.
            _ = fchmod(file, present.st_mode & 0o777)
        }
        do throws(FileProblem) {
            try finish(file, bytes, flushing: true)
            guard rename(unfinished, place) == 0 else { throw .system() }
        } catch {
            _ = unlink(unfinished)
            throw error
        }
        flushDirectory(of: place)
    }

    /// Makes a directory in one that is there.
    static func makeDirectory(_ path: String) throws(FileProblem) {
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .system() }
    }

    /// The directory that a file at `path` is in.
    static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The names of what is in a directory, in the order of their bytes.
    static func names(in directory: String) throws(FileProblem) -> [String] {
        guard let stream = opendir(directory) else { throw .system() }
        defer { _ = closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                names.append(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
            }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    // MARK: Parts

    private static func finish(
        _ file: Int32,
        _ bytes: [UInt8],
        flushing: Bool = false
    ) throws(FileProblem) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { systemWrite(file, $0) }
            if count >= 0 {
                sent += count
            } else if errno != EINTR {
                let problem = FileProblem.system()
                _ = close(file)
                throw problem
            }
        }
        if flushing, fsync(file) != 0 {
            let problem = FileProblem.system()
            _ = close(file)
            throw problem
        }
        guard close(file) == 0 else { throw .system() }
    }

    private static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    /// Has the directory's own change reach the disk, where the system does that.
    private static func flushDirectory(of path: String) {
        let file = open(directory(of: path), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = fsync(file)
        _ = close(file)
    }
}

// `write` inside the type is its own function.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(file, bytes.baseAddress, bytes.count)
}
