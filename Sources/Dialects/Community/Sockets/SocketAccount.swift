package import MockPostlyNouns

/// The user of a connection, and the token that opened it.
package struct SocketAccount: Sendable, Equatable {
    package var user: Member.ID
    /// ``APIToken/hash(of:)`` of the token.
    package var tokenHash: String

    package init(user: Member.ID, tokenHash: String) {
        self.user = user
        self.tokenHash = tokenHash
    }
}
