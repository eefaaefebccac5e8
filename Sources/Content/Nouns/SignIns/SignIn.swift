/// What a person has allowed an app with Google's sign-in.
package struct SignIn: Sendable, Equatable {
    package typealias ID = Int64

    /// A Google account as apps see it.
    package struct Account: Sendable, Equatable {
        /// The number of the account: `sub`.
        package var subject: String
        package var email: String
        package var name: String
        /// The URL of a picture; empty for none.
        package var picture: String

        package init(subject: String, email: String, name: String, picture: String) {
            (self.subject, self.email) = (subject, email)
            (self.name, self.picture) = (name, picture)
        }
    }

    package var account: Account
    /// The app: its client id.
    package var client: String
    /// Where the answer was sent.
    package var redirect: String
    /// What the app may see, in words separated by spaces, as it asked for them.
    package var scope: String
    /// 32 hexadecimal digits, with which the codes and tokens are signed.
    package var secret: String
    /// The domain that the app asked for (`hd`); nil when it asked for none.
    package var domain: String?
    package var nonce: String?
    /// The SHA-256 of the app's verifier, in base64url; nil for an app without one.
    package var challenge: String?
    /// Whether the app gets a refresh token.
    package var isOffline = false

    package init(
        _ account: Account,
        client: String,
        redirect: String,
        scope: String,
        secret: String
    ) {
        (self.account, self.client, self.redirect) = (account, client, redirect)
        (self.scope, self.secret) = (scope, secret)
    }
}
