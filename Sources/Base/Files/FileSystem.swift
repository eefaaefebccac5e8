internal import MockPostlyPlatform

/// Operations on files and folders by system calls.
package enum FileSystem {
    /// Removes the file at `path`; a missing file is not an error.
    package static func remove(_ path: String) throws(FileFailure) {
        guard unlink(path) != 0, errno != ENOENT else { return }
        throw FileFailure(path)
    }

    /// The absolute path of an existing file after following all symbolic links; nil when it is
    /// missing.
    package static func realPath(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
}

// Outside of the type, where `read` and `write` would mean its own functions.

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
