extension MockServer.Dialect {
    /// The sister of Postly that the RealWorld apps use, at `/realworld/api`, and at `/api` alone.
    public static let realWorld = MockServer.Dialect("realworld")
}

extension MockServer.TokenKind {
    /// A token of RealWorld, which expires after sixty days.
    public static let realWorld = MockServer.TokenKind("realworld")
}
