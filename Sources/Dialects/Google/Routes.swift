package import MockPostlyHTTP

extension GoogleAccounts {
    /// The paths that OpenID Connect libraries and Google's own libraries request.
    package static let routes: [Route<GoogleAccounts>] = [
        .get(
            "/.well-known/openid-configuration",
            "where Google's keys are, and what it signs with",
            Discovery.show
        ),
        Route(.get, "/oauth2/v3/certs", "the key of Google ID tokens, as a JWK set", KeySet.show),
        Route(
            .get,
            "/oauth2/v1/certs",
            "the key of Google ID tokens, as a certificate",
            Certificates.show
        ),
    ]
}
