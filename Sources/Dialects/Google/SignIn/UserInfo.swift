internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// The userinfo endpoint (OpenID Connect Core, 5.3).
enum UserInfo {
    static func show(_ request: Request, _ accounts: GoogleAccounts) throws -> Response {
        let signIn = try signIn(of: request, accounts)
        let claims = SignInClaims(signIn)
        return .confidential { json in
            json.field("sub", signIn.account.subject)
            if claims.hasProfile { writeProfile(of: signIn, &json) }
            if claims.hasEmail {
                json.field("email", signIn.account.email)
                json.field("email_verified", true)
            }
            if let domain = signIn.domain { json.field("hd", domain) }
        }
    }

    /// The answer of versions 1 and 2, from before OpenID Connect: other names for two members.
    static func showOlder(_ request: Request, _ accounts: GoogleAccounts) throws -> Response {
        let signIn = try signIn(of: request, accounts)
        let claims = SignInClaims(signIn)
        return .confidential { json in
            json.field("id", signIn.account.subject)
            if claims.hasEmail {
                json.field("email", signIn.account.email)
                json.field("verified_email", true)
            }
            if claims.hasProfile { writeProfile(of: signIn, &json) }
            if let domain = signIn.domain { json.field("hd", domain) }
        }
    }

    private static func signIn(
        of request: Request,
        _ accounts: GoogleAccounts
    ) throws -> SignIn {
        guard let token = token(of: request),
            let (_, signIn) = try accounts.signIn(of: token, .access)
        else { throw OAuthFailure.credentials }
        return signIn
    }

    private static func writeProfile(of signIn: SignIn, _ json: inout JSONWriter) {
        let name = signIn.account.name
        json.field("name", name)
        let words = name.split(separator: " ", maxSplits: 1)
        if let given = words.first { json.field("given_name", String(given)) }
        if words.count > 1 { json.field("family_name", String(words[1])) }
        if !signIn.account.picture.isEmpty {
            json.field("picture", signIn.account.picture)
        }
    }

    /// The access token, from wherever RFC 6750 (2) allows it.
    private static func token(of request: Request) -> String? {
        if let field = request.authorization {
            let words = field.split(separator: " ", maxSplits: 1)
            guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
            return String(words[1])
        }
        return Parameters(request.body)["access_token"]
            ?? Parameters(request.rawQuery)["access_token"]
    }
}
