internal import MockPostlyPlatform

extension FileSystem {
    /// The names in a folder, without `.` and `..`, in the order of their bytes.
    package static func names(in folder: String) throws(FileFailure) -> [String] {
        guard let stream = opendir(folder) else { throw FileFailure(folder) }
        defer { _ = closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            if let name = entry.pointer(to: \.d_name) {
                let text = UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self)
                names.append(String(cString: text))
            }
            errno = 0
        }
        guard errno == 0 else { throw FileFailure(folder) }
        return
            names
            .filter { $0 != "." && $0 != ".." }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Makes a folder in one that is there; whatever is there already is left as it is.
    package static func makeFolder(
        _ path: String,
        permissions: UInt32 = 0o777
    ) throws(FileFailure) {
        guard mkdir(path, mode_t(truncatingIfNeeded: permissions)) == 0 || errno == EEXIST else {
            throw FileFailure(path)
        }
    }

    /// Makes a folder with those above it; whatever is there already is left as it is.
    ///
    /// The failure names the folder of the path that could not be made.
    package static func makeFolders(_ path: String) throws(FileFailure) {
        var made = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            made += part
            if !part.isEmpty { try makeFolder(made) }
            made += "/"
        }
    }

    /// The folder that a file at `path` is in: `a` for `a/b`, `.` for `b`.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Has the names in a folder reach the disk, on file systems that can do it.
    static func synchronize(folder: String) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        // Some file systems cannot; the file itself is there in any case.
        _ = fsync(descriptor)
        _ = close(descriptor)
    }
}
