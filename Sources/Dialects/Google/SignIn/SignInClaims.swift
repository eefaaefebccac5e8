internal import MockPostlyCrypto
internal import MockPostlyNouns
internal import MockPostlyWorld

/// What an ID token says of the sign-in at which it was made.
struct SignInClaims: Sendable {
    var nonce: String?
    var domain: String?
    /// The hash of the access token, and that of the code, which come with the ID token.
    var accessHash: String?
    var codeHash: String?
    /// Whether the app may see the e-mail address, and whether name and picture.
    var hasEmail = true
    var hasProfile = true

    /// A token that is not made at a sign-in: it has all claims of the account.
    init() {}

    init(_ signIn: SignIn) {
        let scopes = Scopes(signIn.scope)
        (hasEmail, hasProfile) = (scopes.hasEmail, scopes.hasProfile)
        (nonce, domain) = (signIn.nonce, signIn.domain)
    }
}

extension GoogleKey {
    /// Makes the ID token of a sign-in.
    func issue(for signIn: SignIn, _ claims: SignInClaims, at now: Instant) throws -> String {
        var account = GoogleAccount(
            email: signIn.account.email,
            name: signIn.account.name,
            subject: signIn.account.subject,
            picture: signIn.account.picture.isEmpty ? nil : signIn.account.picture,
            audience: signIn.client
        )
        account.signIn = claims
        return try issue(for: account, at: now).token
    }
}
