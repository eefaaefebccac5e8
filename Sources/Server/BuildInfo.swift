internal import MockPostlyContent
internal import MockPostlyCrypto
internal import MockPostlyEventHTTP

/// What this program is and what it is made of.
package enum BuildInfo {
    package static let name = "mockpostly"
    package static let version = "0.1.0"

    /// The compiler's language version.
    package static var swift: String {
        #if swift(>=6.4)
            "6.4 or later"
        #elseif swift(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }

    /// Name and value of each, the program's own first.
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
