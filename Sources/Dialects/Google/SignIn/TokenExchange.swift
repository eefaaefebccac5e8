internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyText
internal import MockPostlyWorld

/// The token endpoint: it gives tokens for a code or a refresh token.
enum TokenExchange {
    static func exchange(_ request: Request, _ accounts: GoogleAccounts) throws -> Reply {
        let form = Parameters(request.body)
        try form.requireSingle([
            "grant_type", "code", "redirect_uri", "client_id", "client_secret", "code_verifier",
            "refresh_token",
        ])
        let client = try client(of: request, form, accounts.settings)
        switch form["grant_type"] {
        case "authorization_code": return try redeem(form, client, accounts)
        case "refresh_token": return try refresh(form, client, accounts)
        case let other:
            throw OAuthFailure("unsupported_grant_type", "Invalid grant_type: \(other ?? "")")
        }
    }

    /// The client id, from the form or from Basic authentication; any secret is accepted.
    private static func client(
        of request: Request,
        _ form: Parameters,
        _ settings: GoogleAccounts.Settings
    ) throws -> String {
        var client = form["client_id"]
        if let field = request.authorization {
            guard let basic = basicClient(field), client ?? basic == basic else {
                throw OAuthFailure.client
            }
            client = basic
        }
        guard let client else {
            throw OAuthFailure("Could not determine client ID from request.")
        }
        if let known = settings.clientID, !isSame(known, client) {
            throw OAuthFailure.client
        }
        return client
    }

    /// The user name of Basic authentication, which is encoded as in a form (RFC 6749, 2.3.1).
    private static func basicClient(_ field: String) -> String? {
        let words = field.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "basic",
            let bytes = Base64.decode(String(words[1])),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0
        else { return nil }
        return formDecoded(bytes[..<colon])
    }

    private static func redeem(
        _ form: Parameters,
        _ client: String,
        _ accounts: GoogleAccounts
    ) throws -> Reply {
        let code = try form.required("code")
        guard SealedToken(code, .code) != nil else {
            throw OAuthFailure.grant("Malformed auth code.")
        }
        guard let (token, signIn) = try accounts.signIn(of: code, .code) else {
            throw OAuthFailure.grant()
        }
        guard isSame(signIn.client, client) else {
            throw OAuthFailure.otherClient
        }
        guard isSame(signIn.redirect, try form.required("redirect_uri")) else {
            throw OAuthFailure("redirect_uri_mismatch", "Bad Request")
        }
        try check(form["code_verifier"], signIn.challenge)
        guard try accounts.signIns.redeem(token.signIn) else {
            // Who uses a code a second time may have stolen it (RFC 6749, 4.1.2).
            try accounts.signIns.end(token.signIn)
            throw OAuthFailure.grant()
        }
        return try tokens(of: token.signIn, signIn, isFirst: true, accounts)
    }

    private static func check(_ verifier: String?, _ challenge: String?) throws(OAuthFailure) {
        guard let challenge else {
            guard verifier == nil else { throw OAuthFailure.grant("Invalid code verifier.") }
            return
        }
        guard let verifier else { throw OAuthFailure.grant("Missing code verifier.") }
        guard verifierHash(verifier) == challenge else {
            throw OAuthFailure.grant("Invalid code verifier.")
        }
    }

    private static func refresh(
        _ form: Parameters,
        _ client: String,
        _ accounts: GoogleAccounts
    ) throws -> Reply {
        let text = try form.required("refresh_token")
        guard let (token, signIn) = try accounts.signIn(of: text, .refresh) else {
            throw OAuthFailure.grant("Token has been expired or revoked.")
        }
        guard isSame(signIn.client, client) else {
            throw OAuthFailure.otherClient
        }
        return try tokens(of: token.signIn, signIn, isFirst: false, accounts)
    }

    /// The answer with new tokens of a sign-in; only the first has a refresh token.
    private static func tokens(
        of id: SignIn.ID,
        _ signIn: SignIn,
        isFirst: Bool,
        _ accounts: GoogleAccounts
    ) throws -> Reply {
        let response = try accounts.keys.key().map { key in
            let access = accounts.seal(.access, of: id, signIn)
            let scopes = Scopes(signIn.scope)
            var claims = SignInClaims(signIn)
            claims.accessHash = halfHash(access)
            // The nonce is for the token of the sign-in itself.
            if !isFirst { claims.nonce = nil }
            let token =
                scopes.hasID
                ? try key.issue(for: signIn, claims, at: accounts.world.now) : nil
            let refresh =
                isFirst && signIn.isOffline ? accounts.seal(.refresh, of: id, signIn) : nil
            return Response.confidential { json in
                json.field("access_token", access)
                json.field("expires_in", 3599)
                if let refresh { json.field("refresh_token", refresh) }
                json.field("scope", scopes.granted)
                json.field("token_type", "Bearer")
                if let token { json.field("id_token", token) }
            }
        }
        return response
    }
}
