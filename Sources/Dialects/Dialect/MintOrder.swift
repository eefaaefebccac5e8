package import MockPostlyCrypto
package import MockPostlyJSON

/// A request to make a token for a user.
package struct MintOrder: Sendable {
    /// E-mail address, username or id, whichever the dialect accepts.
    package var user: String
    /// One of the dialect's token kinds; nil for the default kind.
    package var kind: String?
    /// Time until the token expires; negative when it has already expired; nil for the default.
    package var lifetime: Duration?
    /// A JSON object whose members replace claims of the token or are added to them.
    package var claims: JSONValue?
    /// What to make wrong on purpose; nil for a valid token.
    package var fault: TokenFault?
    /// The beginning of links inside the token: `http://localhost:8080/w/one`.
    package var site: String

    package init(user: String, site: String = "") {
        self.user = user
        self.site = site
    }
}
