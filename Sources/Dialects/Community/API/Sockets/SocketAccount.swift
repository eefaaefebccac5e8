package import CommunityContent

/// The user of a connection, and the token that opened it.
package struct SocketAccount: Sendable, Equatable {
    /// The number of the account, a member or not.
    package var user: CommunityMember.ID
    /// ``APIToken/hash(of:)`` of the token.
    ///
    /// As it is stored, so that revoking the token finds the sockets that it opened.
    package var tokenHash: String

    package init(user: CommunityMember.ID, tokenHash: String) {
        self.user = user
        self.tokenHash = tokenHash
    }
}
