internal import MockPostlyPlatform

extension FileSystem {
    /// The bytes of the file at `path`.
    ///
    /// A pipe is read until its writers close it, so the call may block.
    package static func contents(of path: String) throws(FileFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(path) }
        // A failure to close loses nothing, because nothing was written.
        defer { _ = close(descriptor) }
        return try contents(of: descriptor, named: path)
    }

    /// The bytes of standard input up to its end; blocks until then.
    package static func standardInput() throws(FileFailure) -> [UInt8] {
        try contents(of: STDIN_FILENO, named: "-")
    }

    private static func contents(
        of descriptor: Int32,
        named path: String
    ) throws(FileFailure) -> [UInt8] {
        var status = stat()
        // The system's own files, such as those in /proc, report a size of 0.
        let known = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
        var bytes: [UInt8] = []
        var room = max(known + 1, 4_096)
        while true {
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: room))
            let count = bytes.withUnsafeMutableBytes {
                systemRead(descriptor, UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
            }
            guard count >= 0 else { throw FileFailure(path) }
            bytes.removeLast(room - count)
            if count == 0 { return bytes }
            room = max(room - count, 65_536)
        }
    }
}
