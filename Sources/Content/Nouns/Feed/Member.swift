package import MockPostlyWorld

/// A person as the community knows them, member or not.
package struct Member: Sendable, Equatable {
    /// A number, counted in the order of the accounts.
    package typealias ID = Int64

    package var id: ID
    package var name: String
    package var email: String
    /// The address of a picture; may be an empty text where Google gave none.
    package var picture: String?
    /// Nil for those who have not joined.
    package var joinedAt: Instant?
}
