extension MockServer.Dialect {
    /// The co-working community, at `/services` and `/wreely`.
    public static let wreely = MockServer.Dialect("wreely")
}

extension MockServer.TokenKind {
    /// An access token of Wreely, which does not expire.
    public static let wreely = MockServer.TokenKind("wreely")
}
