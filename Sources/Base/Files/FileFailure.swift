internal import MockPostlyPlatform

/// The error of a failed system call on a file or folder.
package struct FileFailure: Error, Sendable, Hashable {
    package var path: String
    /// The `errno` of the call.
    package var code: Int32

    /// A failure of a call on `path`.
    package init(path: String, code: Int32) {
        (self.path, self.code) = (path, code)
    }

    /// The failure of the last system call, by `errno`, on `path`.
    init(_ path: String) {
        self.init(path: path, code: errno)
    }

    /// The system's message, such as "No such file or directory".
    package var words: String { systemWords(code) }
}
