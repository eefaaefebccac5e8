package import MockPostlyCrypto
package import MockPostlyDialect
package import MockPostlyJSON
package import MockPostlyWorld

/// A request to make a token.
package struct TokenOrder: Sendable {
    /// It must exist.
    package var world: String
    /// The name of a dialect.
    package var dialect: String
    /// E-mail address, username or id, whichever the dialect accepts.
    package var user: String
    /// One of the dialect's token kinds; nil for the default kind.
    package var kind: String?
    /// Time until the token expires; negative when it has already expired; nil for the default.
    ///
    /// By the clock of the world.
    package var lifetime: Duration?
    /// A JSON object whose members replace claims of the token or are added to them.
    package var claims: JSONValue?
    /// What to make wrong on purpose; nil for a valid token.
    package var fault: TokenFault?
    /// Whether links inside the token are for clients that speak TLS.
    package var isSecure = false

    package init(world: String, dialect: String, user: String) {
        self.world = world
        self.dialect = dialect
        self.user = user
    }
}

/// A token that was made, and the user it is for.
package struct MintedToken: Sendable, Equatable {
    package var token: String
    /// As the dialect writes it.
    package var userID: String
    package var email: String
    /// Nil when it does not expire.
    ///
    /// In UTC, by the clock of the world.
    package var expiresAt: Instant?
    /// How a request carries it.
    package var carrier: TokenOffer.Carrier

    package init(
        token: String,
        userID: String,
        email: String,
        expiresAt: Instant?,
        carrier: TokenOffer.Carrier = .bearer
    ) {
        self.carrier = carrier
        self.token = token
        self.userID = userID
        self.email = email
        self.expiresAt = expiresAt
    }
}
