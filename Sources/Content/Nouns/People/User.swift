package import MockPostlyWorld

/// A person with an account.
package struct User: Sendable, Equatable {
    /// An ``ObjectID`` in hexadecimal for those who registered, Google's `sub` for the others.
    package struct ID: Sendable, Hashable {
        package let text: String

        package init(_ text: String) {
            self.text = text
        }

        /// Byte for byte: a `String` would take two spellings of one letter for the same.
        package static func == (left: ID, right: ID) -> Bool {
            left.text.utf8.elementsEqual(right.text.utf8)
        }

        package func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte) }
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
