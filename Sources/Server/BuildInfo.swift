internal import MockPostlyContent
internal import MockPostlyCrypto
internal import MockPostlyEventHTTP

/// The name and version of this program, and the versions of its libraries.
package enum BuildInfo {
    /// In lower case, also the name of the program file.
    package static let name = "mockpostly"
    /// A semantic version, without a `v`.
    package static let version = "0.1.0"

    /// The Swift version of the compiler that built this program.
    package static var swift: String {
        #if swift(>=6.4)
            "6.4 or later"
        #elseif swift(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }

    /// All names and versions, the program's own first.
    ///
    /// Names are in lower case; a library that does not tell its version has an empty text.
    package static var all: [(name: String, value: String)] {
        [
            ("name", name),
            ("version", version),
            ("swift", swift),
            ("libevent", EventLoop.libraryVersion),
            ("sqlite", databaseLibraryVersion),
            ("openssl", cryptoLibraryVersion),
        ]
    }
}
