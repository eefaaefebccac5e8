internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// The userinfo endpoint (OpenID Connect Core, 5.3).
enum UserInfo {
    static func show(_ request: Request, _ accounts: GoogleAccounts) throws -> Response {
        guard let token = token(of: request),
            let (_, signIn) = try accounts.signIn(of: token, .access)
        else { throw OAuthFailure.credentials }
        let claims = SignInClaims(signIn)
        return .confidential { json in
            json.field("sub", signIn.account.subject)
            if claims.hasProfile {
                let name = signIn.account.name
                json.field("name", name)
                let words = name.split(separator: " ", maxSplits: 1)
                if let given = words.first { json.field("given_name", String(given)) }
                if words.count > 1 { json.field("family_name", String(words[1])) }
                if !signIn.account.picture.isEmpty {
                    json.field("picture", signIn.account.picture)
                }
            }
            if claims.hasEmail {
                json.field("email", signIn.account.email)
                json.field("email_verified", true)
            }
            if let domain = signIn.domain { json.field("hd", domain) }
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
