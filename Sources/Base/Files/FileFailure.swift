internal import MockPostlyPlatform

/// The error of a failed system call on a file or folder, or the refusal to make one.
package struct FileFailure: Error, Sendable, Hashable {
    /// Why a file was refused before it was opened or read.
    package enum Refusal: Sendable, Hashable {
        /// A device, a pipe or a socket.
        case notAFile
        /// A directory in the place of a file.
        case directory
        /// It is not below the folder, or a link leads out of it.
        case outside(folder: String)
        case tooLarge(limit: Int)
        /// The data file of a server in this process, or a file beside it.
        case inUse
    }

    package var path: String
    /// The `errno` of the call, or that which stands for the refusal.
    package var code: Int32
    /// Nil for a failed call.
    package var refusal: Refusal?

    /// A failure of a call on `path`.
    package init(path: String, code: Int32) {
        (self.path, self.code) = (path, code)
    }

    package init(path: String, _ refusal: Refusal) {
        (self.path, self.refusal) = (path, refusal)
        code =
            switch refusal {
            case .notAFile: ENXIO
            case .directory: EISDIR
            case .outside: EACCES
            case .tooLarge: EFBIG
            case .inUse: EBUSY
            }
    }

    /// The failure of the last system call, by `errno`, on `path`.
    init(_ path: String) {
        self.init(path: path, code: errno)
    }

    /// The system's message, such as "No such file or directory", or that of the refusal.
    package var words: String {
        switch refusal {
        case nil, .directory: systemWords(code)
        case .notAFile: "It is not a regular file"
        case .outside(let folder): "It is not below \(folder), or a link leads out of there"
        case .tooLarge(let limit): "It is larger than \(Self.size(limit))"
        case .inUse: "It is the data file of a running server"
        }
    }

    private static func size(_ bytes: Int) -> String {
        for (unit, name) in [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
        where bytes >= unit && bytes % unit == 0 {
            return "\(bytes / unit) \(name)"
        }
        return "\(bytes) bytes"
    }
}
