package import MockPostlyCrypto
package import MockPostlyJSON

/// A token that is to be made for somebody.
package struct MintOrder: Sendable {
    /// E-mail, username or id, as the dialect knows its people.
    package var user: String
    /// One of the dialect's kinds; nil for the usual one.
    package var kind: String?
    /// Until it ends; negative for one that has ended; nil for the usual.
    package var lifetime: Duration?
    /// Members that take the place of the usual claims, or come to them; an object.
    package var claims: JSONValue?
    package var fault: TokenFault?
    /// What links in it begin with: `http://localhost:8080/w/one`.
    package var site: String

    package init(user: String, site: String = "") {
        self.user = user
        self.site = site
    }
}
