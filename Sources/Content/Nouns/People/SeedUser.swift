package import MockPostlyWorld

/// An account in a seed.
package struct SeedUser: Sendable, Equatable {
    /// 24 lower-case hexadecimal digits, or decimal digits for a Google account.
    package var userID: String
    /// Any text; the reading has checked it.
    package var name: String
    /// No two users of a seed have the same, unless the seed is exact.
    package var email: String
    /// The URL of a picture.
    package var picture: String?
    /// In plain text; nil for an account that signs in with Google only.
    package var password: String?
    /// By default ``PeopleSeed/usualCreation``.
    package var createdAt: Instant
    /// The hash of the password, in an exported seed, which does not contain the password itself.
    package var passwordHash: String?
    /// Nil for somebody who has never signed in with Google.
    package var lastLogin: Instant?
    /// The number of the account, by which some systems know the person; nil for the next free one.
    package var number: Int64?
}
