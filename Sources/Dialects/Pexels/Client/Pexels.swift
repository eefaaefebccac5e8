extension MockServer.Dialect {
    /// The image search, at `/v1`.
    public static let pexels = MockServer.Dialect("pexels")
}
