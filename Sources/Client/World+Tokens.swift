internal import MockPostlyJSON
internal import MockPostlyWorld

extension MockServer {
    /// The system and the purpose of a token.
    public struct TokenKind: Sendable, Hashable {
        /// The system's name, as in `mockpostly token`.
        public var system: String
        /// Which of the system's kinds it is, such as `refresh`; nil for its usual kind.
        public var purpose: String?

        /// A token of a system, by the names that `mockpostly token` has for it and its kinds.
        public init(_ system: String, _ purpose: String? = nil) {
            (self.system, self.purpose) = (system, purpose)
        }

        /// An access token of Postly.
        public static let postly = TokenKind("postly")
        /// An access token of DummyJSON.
        public static let dummyJSON = TokenKind("dummyjson")
        /// A refresh token of DummyJSON.
        public static let dummyJSONRefresh = TokenKind("dummyjson", "refresh")
        /// A Google ID token, signed by the world's own key.
        public static let google = TokenKind("google")
    }

    /// A fault that a token can have on purpose.
    public enum TokenFault: String, Sendable, Hashable, CaseIterable {
        /// The signature was made with another key.
        case signature
        /// The algorithm is one that is not allowed.
        case algorithm
        /// It is no token at all.
        case format
    }
}

extension MockServer.World {
    /// Makes a token for this world, valid or with a fault that a test needs.
    ///
    /// ```swift
    /// let token = try world.token(for: "mira.sol@example.com")
    /// let expired = try world.token(for: "mira.sol@example.com", expiresIn: .seconds(-60))
    /// let forged = try world.token(for: "mira.sol@example.com", fault: .signature)
    /// let other = try world.token(for: "emilys", .dummyJSON, claims: #"{"role":"admin"}"#)
    /// ```
    ///
    /// - Parameters:
    ///   - user: an e-mail address or an id; with DummyJSON a username too.
    ///   - kind: which system it is for.
    ///   - lifetime: until it ends, by this world's clock; negative for one that has ended, nil for
    ///     as long as the system itself gives them.
    ///   - claims: a JSON object whose members replace the usual claims or are added to them.
    ///   - fault: what is wrong with it; nil for a valid token.
    /// - Returns: the token, without `Bearer`.
    /// - Throws: a ``MockServer/Failure`` when there is no such user, or the token cannot have
    ///   what is asked for.
    public func token(
        for user: String,
        _ kind: MockServer.TokenKind = .postly,
        expiresIn lifetime: Duration? = nil,
        claims: String? = nil,
        fault: MockServer.TokenFault? = nil
    ) throws -> String {
        let claims = try claims.map(Self.object)
        let token = try control("POST", ["tokens"]) { json in
            json.field("system", kind.system)
            json.field("user", user)
            if let purpose = kind.purpose { json.field("kind", purpose) }
            if let lifetime {
                let age = min(max(lifetime, .zero - Self.longestLifetime), Self.longestLifetime)
                if age < .zero {
                    json.field("expiredFor", formatDuration(.zero - age))
                } else {
                    json.field("expiresIn", formatDuration(age))
                }
            }
            if let claims {
                json.key("claims")
                json.value(claims)
            }
            if let fault { json.field("break", fault.rawValue) }
        }
        return token.text("token") ?? ""
    }

    /// Longer than the range of years that a clock can show.
    private static let longestLifetime = Duration.seconds(1_000_000_000_000)

    private static func object(_ text: String) throws -> JSONValue {
        guard let document = try? JSON(parsing: Array(text.utf8)), document.root.kind == .object
        else { throw MockServer.Failure("the claims of a token are no JSON object: \(text)") }
        return document.root
    }
}
