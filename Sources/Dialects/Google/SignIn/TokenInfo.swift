internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyText
internal import MockPostlyWorld

/// What Google says of a token, for whoever debugs an app.
enum TokenInfo {
    static func show(_ request: Request, _ accounts: GoogleAccounts) throws -> Reply {
        let parameters = Parameters(request.rawQuery)
        if let token = parameters["access_token"] { return .now(try access(token, accounts)) }
        let token = try parameters.required("id_token")
        let response = try accounts.keys.key().map { key in
            guard let parts = JWT.split(Array(token.utf8)),
                let signature = parts.decodedSignature(),
                key.rsa.verifies(signature, of: Array(parts.signingInput)),
                let claims = try json(token, 1), let header = try json(token, 0),
                let end = claims["exp"]?.int, end > accounts.world.now.seconds
            else { throw invalid }
            return Response.confidential { json in
                for part in [claims, header] {
                    part.forEachMember { name, value in
                        json.key(name)
                        json.string(value.string ?? String(decoding: value.rawText, as: UTF8.self))
                    }
                }
            }
        }
        return response
    }

    /// The answer of version 1 for an access token, from before OpenID Connect.
    static func showOlder(_ request: Request, _ accounts: GoogleAccounts) throws -> Response {
        let text = try Parameters(request.rawQuery).required("access_token")
        guard let (token, signIn) = try accounts.signIn(of: text, .access) else { throw invalid }
        let scopes = Scopes(signIn.scope)
        return .confidential { json in
            json.field("issued_to", signIn.client)
            json.field("audience", signIn.client)
            json.field("user_id", signIn.account.subject)
            json.field("scope", scopes.granted)
            json.field("expires_in", token.end - accounts.world.now.seconds)
            if scopes.hasEmail {
                json.field("email", signIn.account.email)
                json.field("verified_email", true)
            }
            json.field("access_type", signIn.isOffline ? "offline" : "online")
        }
    }

    private static let invalid = OAuthFailure("invalid_token", "Invalid Value")

    private static func json(_ token: String, _ index: Int) throws -> JSONValue? {
        let parts = token.split(separator: ".")
        guard index < parts.count, let bytes = Base64URL.decodeStrictly(parts[index].utf8) else {
            return nil
        }
        return try JSON(parsing: bytes).root
    }

    private static func access(_ text: String, _ accounts: GoogleAccounts) throws -> Response {
        guard let (token, signIn) = try accounts.signIn(of: text, .access) else { throw invalid }
        let scopes = Scopes(signIn.scope)
        return .confidential { json in
            json.field("azp", signIn.client)
            json.field("aud", signIn.client)
            json.field("sub", signIn.account.subject)
            json.field("scope", scopes.granted)
            json.field("exp", "\(token.end)")
            json.field("expires_in", "\(token.end - accounts.world.now.seconds)")
            if scopes.hasEmail {
                json.field("email", signIn.account.email)
                json.field("email_verified", "true")
            }
            json.field("access_type", signIn.isOffline ? "offline" : "online")
        }
    }
}
