#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Which file it is, how large, and when it was written.
package struct FileStamp: Hashable, Sendable {
    var file: UInt64
    var size: Int64
    var seconds: Int64
    var nanoseconds: Int64
}

/// Reading and writing of seed files, with the system's calls.
package enum SeedFiles {
    /// Whether `path` is a directory; a fault when there is nothing at all.
    package static func isDirectory(_ path: String) throws(SeedFault) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { throw fault(path, "cannot be read") }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in a directory, without `.` and `..`, in the order of their bytes.
    package static func names(in directory: String) throws(SeedFault) -> [String] {
        guard let stream = opendir(directory) else { throw fault(directory, "cannot be read") }
        defer { _ = closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            if let name = entry.pointer(to: \.d_name) {
                names.append(String(cString: UnsafeRawPointer(name).cString))
            }
            errno = 0
        }
        guard errno == 0 else { throw fault(directory, "cannot be read") }
        return
            names
            .filter { $0 != "." && $0 != ".." }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// What tells a file from the one that was there before; nil when there is none.
    package static func stamp(of path: String) -> FileStamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let changed = status.st_mtimespec
        #else
            let changed = status.st_mtim
        #endif
        return FileStamp(
            file: UInt64(status.st_ino),
            size: Int64(status.st_size),
            seconds: Int64(changed.tv_sec),
            nanoseconds: Int64(changed.tv_nsec)
        )
    }

    package static func contents(of path: String) throws(SeedFault) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw fault(path, "cannot be read") }
        // Nothing was written through it, so there is nothing that closing could lose.
        defer { _ = close(file) }
        var status = stat()
        let known = fstat(file, &status) == 0 ? Int(status.st_size) : 0
        var bytes: [UInt8] = []
        var room = max(known + 1, 4_096)
        while true {
            var problem = false
            let read = append(upTo: room, to: &bytes) { buffer in
                let count = readRetrying(file, into: buffer)
                problem = count < 0
                return max(count, 0)
            }
            if problem { throw fault(path, "cannot be read") }
            if read == 0 { return bytes }
            room = max(room - read, 65_536)
        }
    }

    /// Makes a directory with the ones above it; one that is there already is left as it is.
    package static func makeDirectory(_ path: String) throws(SeedFault) {
        var made = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            made += part
            if !part.isEmpty, mkdir(made, 0o777) != 0, errno != EEXIST {
                throw fault(made, "cannot be made")
            }
            made += "/"
        }
    }

    /// Writes a file that is whole or not there: under another name first, renamed at the end.
    package static func write(_ bytes: UnsafeBufferPointer<UInt8>, to path: String)
        throws(SeedFault)
    {
        guard !DataFile.isInUse(path) else {
            let words = "cannot be written: \(ContentFile.inUse)"
            throw SeedFault(file: path, line: 0, column: 0, field: "", words: words)
        }
        let unfinished = path + ".part"
        let file = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw fault(path, "cannot be written") }
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            let count = writeRetrying(rest, to: file)
            guard count > 0 else {
                let problem = fault(path, "cannot be written")
                _ = close(file)
                _ = unlink(unfinished)
                throw problem
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        guard close(file) == 0, rename(unfinished, path) == 0 else {
            let problem = fault(path, "cannot be written")
            _ = unlink(unfinished)
            throw problem
        }
    }

    /// `words`, with the system's reason for the last failed call.
    private static func fault(_ path: String, _ words: String) -> SeedFault {
        let reason = String(cString: strerror(errno))
        return SeedFault(file: path, line: 0, column: 0, field: "", words: "\(words): \(reason)")
    }

    private static func readRetrying(
        _ file: Int32,
        into buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        while true {
            let count = read(file, buffer.baseAddress, buffer.count)
            if count >= 0 || errno != EINTR { return count }
        }
    }

    private static func writeRetrying(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
        while true {
            let count = systemWrite(file, bytes)
            if count >= 0 || errno != EINTR { return count }
        }
    }

    private static func append(
        upTo count: Int,
        to bytes: inout [UInt8],
        _ fill: (UnsafeMutableRawBufferPointer) -> Int
    ) -> Int {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: count))
        let filled = bytes.withUnsafeMutableBytes {
            fill(UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
        }
        bytes.removeLast(count - filled)
        return filled
    }
}

// `write` inside the type is its own function.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(file, bytes.baseAddress, bytes.count)
}

extension UnsafeRawPointer {
    fileprivate var cString: UnsafePointer<CChar> { assumingMemoryBound(to: CChar.self) }
}
