import MockPostlyTesting

/// What the directives at the top of a transcript say about the co-working community.
struct WreelyDirectives: Sendable {
    private(set) var serverOptions = MockServer.Wreely()

    /// Takes one directive; false when there is none like it.
    mutating func read(_ name: String, _ value: String) -> Bool {
        guard name == "@wreely-otp", !value.isEmpty else { return false }
        serverOptions.loginCode = value
        return true
    }
}
