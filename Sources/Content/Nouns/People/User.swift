package import MockPostlyWorld

/// A person with an account.
package struct User: Sendable, Equatable {
    /// The id of an account: an ``ObjectID`` in hexadecimal, or Google's `sub` for Google accounts.
    package struct ID: Sendable, Hashable {
        /// 24 lower-case hexadecimal digits, or Google's number of up to 21 decimal digits.
        package let text: String

        /// Not checked: an id that no account can have finds none.
        package init(_ text: String) {
            self.text = text
        }

        /// Compares the bytes: `String` treats two Unicode spellings of a letter as equal.
        package static func == (left: ID, right: ID) -> Bool {
            left.text.utf8.elementsEqual(right.text.utf8)
        }

        package func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }

    package var id: ID
    /// As it was given: not lowercased, and compared byte by byte.
    package var email: String
    /// May be empty.
    package var name: String
    /// The URL of a picture; it may be an empty string when Google gave none.
    package var picture: String?
    /// When the person last signed in with Google.
    package var lastLogin: Instant?
}

/// Why an operation on accounts fails.
package enum UserError: Error, Equatable {
    /// An account with this e-mail exists.
    ///
    /// Nothing was written; dialects answer it with words of their own.
    case emailTaken
    /// No account has this id.
    case noSuchUser
    /// The e-mail is unknown, the account has no password, or the password is another.
    ///
    /// One case for all three, so that an answer does not tell which addresses have an account.
    case wrongCredentials
}
