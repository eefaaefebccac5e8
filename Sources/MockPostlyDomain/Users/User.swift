package import MockPostlyWorld

/// A person with an account.
package struct User: Sendable, Equatable {
    /// An ``ObjectID`` in hexadecimal for those who registered, Google's `sub` for the others.
    package struct ID: Sendable, Hashable {
        package let text: String

        package init(_ text: String) {
            self.text = text
        }
    }

    package var id: ID
    package var email: String
    package var name: String
    /// The address of a picture; may be an empty text where Google gave none.
    package var picture: String?
    /// When the person last signed in with Google.
    package var lastLogin: Instant?
}

/// Why something about people cannot be done.
package enum UserError: Error, Equatable {
    /// An account with this e-mail exists.
    case emailTaken
    /// No account has this id.
    case noSuchUser
    /// The e-mail is unknown, the account has no password, or the password is another.
    case wrongCredentials
}
