package import MockPostlyWorld

/// An account as the community sees it; it need not be a member.
package struct CommunityMember: Sendable, Equatable {
    /// The number of the account's row: accounts are numbered in the order in which they were made.
    ///
    /// From 1 to 2^53 - 1. Clients of the community see it as `id`; Postly shows ``User/ID``
    /// instead.
    package typealias ID = Int64

    package var id: ID
    /// May be empty; not unique.
    package var name: String
    /// Unique among new accounts; several from Google may share it.
    package var email: String
    /// The URL of a picture; it may be an empty string when Google gave none.
    package var picture: String?
    /// Nil for an account that is not a member.
    ///
    /// By the world's clock.
    package var joinedAt: Instant?
}
