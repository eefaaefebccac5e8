package import MockPostlyWorld

/// An account as the community sees it; it need not be a member.
package struct Member: Sendable, Equatable {
    /// The number of the account's row: accounts are numbered in the order in which they were made.
    package typealias ID = Int64

    package var id: ID
    package var name: String
    package var email: String
    /// The URL of a picture; it may be an empty string when Google gave none.
    package var picture: String?
    /// Nil for an account that is not a member.
    package var joinedAt: Instant?
}
