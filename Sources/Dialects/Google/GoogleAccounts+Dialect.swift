package import MockPostlyCrypto
package import MockPostlyDialect
package import MockPostlyHTTP
package import MockPostlyOptions
internal import MockPostlyWorld

extension GoogleAccounts: Dialect {
    /// The configuration of Google's log-in.
    package struct Settings: DialectSettings {
        /// The required `aud` claim of ID tokens; nil accepts any.
        package var clientID: String?
        /// Whether ID tokens must be signed by the key of their world; otherwise only claims are
        /// checked.
        package var verifies = false

        package init() {}
    }

    package static let name = "google"
    package static let title = "Google"
    /// Always served, because Postly's log-in with Google needs it.
    package static let isAlwaysServed = true
    /// `accounts.google.com` and others; a proxy or a hosts file leads apps here.
    package static let hosts = GoogleHosts.all
    package static let claims: [PathClaim] = [
        // Other paths below `/.well-known` are nobody's.
        .below("/oauth2"), .exactly("/.well-known/openid-configuration"),
    ]
    package static let routeLines = routes.map { RouteLine($0, of: name) }
    package static let addresses: [DialectAddress] = []
    package static let tokens: TokenOffer? = tokenOffer

    static let clientIDOption =
        Option<Settings>.value(
            "google-client-id",
            "ID",
            \.clientID,
            ValueType.text.optional,
            "accept only Google tokens for this client id",
            "By default every audience is accepted."
        ).with {
            $0.fallback = "GOOGLE_CLIENT_ID"
            $0.isPerWorld = true
        }

    package static let options = [
        Option<Settings>.value(
            "google",
            "WORD",
            \.verifies,
            .either("accept", "verify"),
            "how Google tokens are checked at a log-in: accept or verify",
            """
            accept: check the claims but not the signature. verify: also require a signature by \
            the world's key, as in the tokens that `mockpostly token google` gets from a server. \
            The key is published under /.well-known/openid-configuration.
            """
        ).with { $0.isPerWorld = true },
        clientIDOption,
    ]

    package var introduction: Introduction {
        var introduction = Introduction()
        introduction.lines = [
            .init(
                "Discovery",
                .address(scheme: "http", path: "/.well-known/openid-configuration")
            )
        ]
        introduction.example = .init("/.well-known/openid-configuration")
        return introduction
    }

    /// For any address, with or without an account: a log-in with the token makes the account.
    package func mint(_ order: MintOrder) throws -> Deferred<IssuedToken?> {
        let account = GoogleAccount(email: order.user, audience: settings.clientID)
        let world = world
        return try keys.key().map { key in
            try key.issue(
                for: account,
                at: world.now,
                lifetime: order.lifetime,
                claims: order.claims,
                fault: order.fault
            )
        }
    }
}

extension GoogleAccounts: IdentityProvider {
    /// The option `google-client-id`, or the variable `GOOGLE_CLIENT_ID`.
    package var audience: String? { settings.clientID }
    package var demandsSignatures: Bool { settings.verifies }

    /// The same key for the same secret.
    package func signingKey() throws -> Deferred<(id: String, key: RSAKey)> {
        try keys.key().map { ($0.id, $0.rsa) }
    }
}
