internal import MockPostlyCrypto
internal import MockPostlyText

/// The proxy of a server.
package struct ProxySettings: Sendable, Equatable {
    /// The port; 0 picks a free one.
    ///
    /// Never that of the server itself.
    package var port: UInt16
    /// Whether it refuses what is for no mocked name.
    package var isOffline: Bool

    package init(port: UInt16, isOffline: Bool) {
        (self.port, self.isOffline) = (port, isOffline)
    }

    /// The password for clients from the network: the first 16 hexadecimal digits of the SHA-256 of
    /// `token`, the admin token.
    ///
    /// It goes over the network in plain, which the token itself should not.
    ///
    /// 16 characters; the user name of the proxy is a world.
    package static func password(for token: String) -> String {
        hexadecimal(sha256(Array(token.utf8)).prefix(8))
    }
}
