package import MockPostlyCrypto
package import MockPostlyJSON

/// A request to make a token for a user.
package struct MintOrder: Sendable {
    /// E-mail address, username or id, whichever the dialect accepts.
    package var user: String
    /// One of the dialect's token kinds; nil for the default kind.
    ///
    /// Another text is refused before it gets here.
    package var kind: String?
    /// Time until the token expires; negative when it has already expired; nil for the default.
    ///
    /// Whole seconds count; the token's dates are those of the world's clock.
    package var lifetime: Duration?
    /// A JSON object whose members replace claims of the token or are added to them.
    ///
    /// A member that is null is written as null.
    package var claims: JSONValue?
    /// What to make wrong on purpose; nil for a valid token.
    package var fault: TokenFault?
    /// The beginning of links inside the token: `http://localhost:8080/w/one`.
    ///
    /// Without a slash at its end; empty when no server runs.
    package var site: String
    /// Whether the dialect may store something for the token.
    ///
    /// False when no server runs: the content is only read then, and the token must hold for every
    /// server with the same secret and the same user.
    package var mayStore = true

    /// All other parts are nil, and ``mayStore`` is true.
    package init(user: String, site: String = "") {
        self.user = user
        self.site = site
    }
}
