package import MockPostlyHTTP

extension GoogleAccounts {
    /// The paths that OpenID Connect libraries and Google's own libraries request.
    package static let routes: [Route<GoogleAccounts>] = [
        .get(
            "/.well-known/openid-configuration",
            "where apps sign people in, and where Google's keys are",
            Discovery.show
        ),
        Route(.get, "/oauth2/v3/certs", "the key of Google ID tokens, as a JWK set", KeySet.show),
        Route(
            .get,
            "/oauth2/v1/certs",
            "the key of Google ID tokens, as a certificate",
            Certificates.show
        ),
        .get(Authorization.path, "the page on which people sign in", slow: Authorization.begin),
        .post(Authorization.path, "the same, asked by a form", slow: Authorization.begin),
        .post(
            Authorization.choicePath,
            "who signs in, or how it fails",
            slow: Authorization.choose
        ),
        .get(SignInPage.stylePath, "the look of the page", SignInPage.style),
        .get(SignInPage.scriptPath, "what the pages do by themselves", SignInPage.script),
        .post(
            "/oauth2/v4/token",
            "tokens for a code or a refresh token",
            slow: TokenExchange.exchange
        ),
        .get("/oauth2/v3/userinfo", "who an access token is for", UserInfo.show),
        .post("/oauth2/v3/userinfo", "the same, asked by a form", UserInfo.show),
        .get("/oauth2/v2/userinfo", "the same in the older form", UserInfo.showOlder),
        .get("/oauth2/v1/userinfo", "the same in the older form", UserInfo.showOlder),
        .post("/oauth2/revoke", "ends a sign-in with its tokens", Revocation.revoke),
        .get("/oauth2/v3/tokeninfo", "what is in a token", slow: TokenInfo.show),
        .get("/oauth2/v1/tokeninfo", "the same in the older form", TokenInfo.showOlder),
    ]
}
