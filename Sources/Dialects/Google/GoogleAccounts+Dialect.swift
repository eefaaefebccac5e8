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
    package static let claims = routes.map { PathClaim.exactly($0.pattern) }
    package static let routeLines = routes.map { RouteLine($0, of: name) }
    package static let addresses: [DialectAddress] = []
    package static let tokenKinds = ["id"]
    package static let tokenHint = "Name a person by e-mail, such as 'mira.sol@example.com'."

    package static let clientIDOption =
        Option<Settings>.value(
            "google-client-id",
            "ID",
            \.clientID,
            ValueType.text.optional,
            "refuse Google tokens that are for another client",
            "Without it any audience will do."
        ).with { $0.fallback = "GOOGLE_CLIENT_ID" }

    package static let options = [
        Option<Settings>.value(
            "google",
            "WORD",
            \.verifies,
            .either("accept", "verify"),
            "what becomes of Google tokens at a log-in, accept or verify",
            """
            accept: their claims are checked and their signature is not. verify: they must be \
            signed by the key of their world, as those that `mockpostly token google` has a server \
            make; the key is at /.well-known/openid-configuration.
            """
        ),
        clientIDOption,
    ]

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
    package var audience: String? { settings.clientID }
    package var demandsSignatures: Bool { settings.verifies }

    package func signingKey() throws -> Deferred<(id: String, key: RSAKey)> {
        try keys.key().map { ($0.id, $0.rsa) }
    }
}
