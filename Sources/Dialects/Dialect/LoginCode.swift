package import MockPostlyWorld

/// A one-time code that a user can log in with, and that a mock sends to nobody.
package struct LoginCode: Sendable, Equatable {
    /// The code as the user types it.
    ///
    /// Digits, as many as the dialect has.
    package var code: String
    /// Who logs in with it: the id as the dialect writes it, and the e-mail address.
    package var userID: String
    package var email: String
    /// Where it would be sent: a phone number or an e-mail address.
    package var address: String
    /// When it was made, and when it stops working, by the world's clock.
    ///
    /// In UTC.
    package var issuedAt: Instant
    package var expiresAt: Instant

    package init(
        code: String,
        userID: String,
        email: String,
        address: String,
        issuedAt: Instant,
        expiresAt: Instant
    ) {
        self.code = code
        self.userID = userID
        self.email = email
        self.address = address
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }
}
