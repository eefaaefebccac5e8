internal import MockPostlyPlatform

extension FileSystem {
    /// The names in a folder without `.` and `..`, sorted by their bytes.
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

    /// Makes a folder whose parent exists; does nothing when the path exists, even as a file.
    package static func makeFolder(
        _ path: String,
        permissions: UInt32 = 0o777
    ) throws(FileFailure) {
        guard mkdir(path, mode_t(truncatingIfNeeded: permissions)) == 0 || errno == EEXIST else {
            throw FileFailure(path)
        }
    }

    /// Makes a new folder, which only this user can read, whose path begins with `start`.
    package static func makeTemporaryFolder(_ start: String) throws(FileFailure) -> String {
        var template = Array((start + "XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw FileFailure(folder(of: start)) }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Makes a folder and its missing parents; existing ones are left as they are.
    ///
    /// The failure names the folder that could not be made.
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

    /// Writes the names in a folder to the disk, on file systems that can do that.
    static func synchronize(folder: String) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        // Some file systems cannot; the content of the file is on the disk in any case.
        _ = fsync(descriptor)
        _ = close(descriptor)
    }
}
