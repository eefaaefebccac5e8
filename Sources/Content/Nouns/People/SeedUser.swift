package import MockPostlyWorld

/// A person of a seed.
package struct SeedUser: Sendable, Equatable {
    /// 24 lower-case hexadecimal digits, or the decimal digits of a Google account.
    package var userID: String
    package var name: String
    /// Unique in its seed.
    package var email: String
    package var picture: String?
    /// Nil for an account that signs in with Google only.
    package var password: String?
    package var createdAt: Instant
    /// What is kept of a password that the seed does not tell.
    package var passwordHash: String?
    package var lastLogin: Instant?
    /// The number by which the community knows the person; nil for the next one.
    package var number: Int64?
}
