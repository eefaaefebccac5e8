internal import MockPostlyPlatform

/// What the system has refused to do with a file or a folder.
package struct FileFailure: Error, Sendable, Hashable {
    package var path: String
    /// The `errno` of the call that failed.
    package var code: Int32

    package init(path: String, code: Int32) {
        (self.path, self.code) = (path, code)
    }

    /// The failure of the last call of the system, about `path`.
    init(_ path: String) {
        self.init(path: path, code: errno)
    }

    /// The system's words, such as "No such file or directory".
    package var words: String { systemWords(code) }
}
