/// What a person has allowed an app with Google's sign-in.
///
/// An object, although it is a value: with so many texts, each copy of a struct is half a kilobyte
/// of the program.
package final class SignIn: Sendable {
    /// From 1, in the order of the sign-ins of a world.
    package typealias ID = Int64

    /// A Google account as apps see it.
    package struct Account: Sendable {
        /// The number of the account: `sub`.
        ///
        /// Up to 21 decimal digits, the same in each token of the person.
        package var subject: String
        /// As it was at the time of the sign-in.
        package var email: String
        package var name: String
        /// The URL of a picture; empty for none.
        ///
        /// Google's tokens leave it out then.
        package var picture: String

        package init(subject: String, email: String, name: String, picture: String) {
            (self.subject, self.email) = (subject, email)
            (self.name, self.picture) = (name, picture)
        }
    }

    package let account: Account
    /// The app: its client id.
    package let client: String
    /// Where the answer was sent.
    package let redirect: String
    /// What the app may see, in words separated by spaces, as it asked for them.
    package let scope: String
    /// 32 hexadecimal digits, with which the codes and tokens are signed.
    package let secret: String
    /// The domain that the app asked for (`hd`); nil when it asked for none.
    package let domain: String?
    /// Repeated in the ID token, so that an app can tell its own sign-in from a replayed one; nil
    /// for none.
    package let nonce: String?
    /// The SHA-256 of the app's verifier, in base64url; nil for an app without one.
    package let challenge: String?
    /// Whether the app gets a refresh token.
    package let isOffline: Bool

    /// - Parameters:
    ///   - account: who signs in.
    ///   - client: the client id of the app.
    ///   - redirect: where the answer goes; the exchange of the code must name the same.
    ///   - scope: words separated by spaces.
    ///   - secret: 32 hexadecimal digits in lower case.
    ///   - domain: the `hd` that the app asked for.
    ///   - nonce: as the app has sent it.
    ///   - challenge: of PKCE (RFC 7636), method S256.
    ///   - isOffline: whether the app asked for `access_type=offline`.
    package init(
        _ account: Account,
        client: String,
        redirect: String,
        scope: String,
        secret: String,
        domain: String? = nil,
        nonce: String? = nil,
        challenge: String? = nil,
        isOffline: Bool = false
    ) {
        (self.account, self.client, self.redirect) = (account, client, redirect)
        (self.scope, self.secret, self.domain) = (scope, secret, domain)
        (self.nonce, self.challenge, self.isOffline) = (nonce, challenge, isOffline)
    }
}
