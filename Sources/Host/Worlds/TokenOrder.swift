package import MockPostlyDialect
package import MockPostlyWorld

/// A request to make a token.
package struct TokenOrder: Sendable {
    /// It must exist.
    package var world: String
    /// The name of a dialect.
    package var dialect: String
    /// What the dialect is told; the server adds the site.
    package var wanted: MintOrder
    /// Whether links inside the token are for clients that speak TLS.
    package var isSecure = false

    /// A valid token of the dialect's usual kind; `user` is an e-mail address, username or id.
    package init(world: String, dialect: String, user: String) {
        self.world = world
        self.dialect = dialect
        wanted = MintOrder(user: user)
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
