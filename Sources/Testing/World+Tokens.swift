internal import MockPostlyControl
internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyJSON
internal import MockPostlyServer

extension MockServer {
    /// The system and the purpose of a token.
    public struct TokenKind: Sendable, Hashable, CaseIterable {
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
        /// An API token of the community, which does not expire.
        public static let community = TokenKind("community")
        /// An access token of Wreely, which does not expire.
        public static let wreely = TokenKind("wreely")
        /// A Google ID token, signed by the world's own key.
        public static let google = TokenKind("google")

        /// All kinds of tokens of all systems, the usual kind of a system before its others.
        public static var allCases: [TokenKind] {
            DialectRegistry.standard.all.flatMap { dialect in
                (dialect.tokens?.kinds ?? []).enumerated().map { index, kind in
                    TokenKind(dialect.name, index == 0 ? nil : kind)
                }
            }
        }
    }

    /// A fault that a token can have on purpose.
    public enum TokenFault: Sendable, Hashable, CaseIterable {
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
        var order = TokenOrder(world: name, dialect: kind.system, user: user)
        order.kind = kind.purpose
        order.lifetime = lifetime.map {
            min(max($0, .zero - Self.longestLifetime), Self.longestLifetime)
        }
        if let claims { order.claims = try Self.object(claims) }
        order.fault = fault?.order
        let (finished, authority) = (order, server.authority)
        return try server.carryingOut { worlds in
            try worlds.mint(finished, for: authority)
        }
        .token
    }

    /// Longer than the range of years that a clock can show.
    private static let longestLifetime = Duration.seconds(1_000_000_000_000)

    private static func object(_ text: String) throws -> JSONValue {
        guard let document = try? JSON(parsing: Array(text.utf8)), document.root.kind == .object
        else { throw MockServer.Failure("the claims of a token are no JSON object: \(text)") }
        return document.root
    }
}

extension MockServer.TokenFault {
    fileprivate var order: MockPostlyCrypto.TokenFault {
        switch self {
        case .signature: .signature
        case .algorithm: .algorithm
        case .format: .format
        }
    }
}
