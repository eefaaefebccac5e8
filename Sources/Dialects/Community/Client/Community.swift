extension MockServer.Dialect {
    /// The feed of the community, at `/api/community` and `/community`.
    public static let community = MockServer.Dialect("community")
}

extension MockServer.TokenKind {
    /// An API token of the community, which does not expire.
    public static let community = MockServer.TokenKind("community")
}
