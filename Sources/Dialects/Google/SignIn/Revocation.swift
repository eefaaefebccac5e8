internal import MockPostlyHTTP
internal import MockPostlyNouns

/// The revocation endpoint (RFC 7009).
enum Revocation {
    /// Ends the sign-in of a token, with all its other tokens.
    static func revoke(_ request: Request, _ accounts: GoogleAccounts) throws -> Response {
        let token =
            try Parameters(request.body)["token"]
            ?? Parameters(request.rawQuery).required("token")
        let known =
            try accounts.signIn(of: token, .access) ?? accounts.signIn(of: token, .refresh)
        guard let known else { throw OAuthFailure("invalid_token", "Token expired or revoked") }
        try accounts.signIns.end(known.0.signIn)
        return .confidential { _ in }
    }
}
