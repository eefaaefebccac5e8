internal import MockPostlyPlatform

/// Files and folders, with the system's calls.
package enum FileSystem {
    /// Removes the file at `path`; one that is not there is no failure.
    package static func remove(_ path: String) throws(FileFailure) {
        guard unlink(path) != 0, errno != ENOENT else { return }
        throw FileFailure(path)
    }

    /// The path behind all symbolic links of one that exists; nil when it leads nowhere.
    package static func realPath(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
}

// Inside the type, `read` and `write` are its own functions.

func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
        let count = read(file, buffer.baseAddress, buffer.count)
        if count >= 0 || errno != EINTR { return count }
    }
}

func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    while true {
        let count = write(file, bytes.baseAddress, bytes.count)
        if count >= 0 || errno != EINTR { return count }
    }
}
