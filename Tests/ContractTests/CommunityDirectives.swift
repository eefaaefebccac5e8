import MockPostlyTesting

/// What the directives at the top of a transcript say about the sockets of the community.
struct CommunityDirectives: Sendable {
    private(set) var serverOptions = MockServer.Community()

    /// Takes one directive; false when there is none like it.
    mutating func read(_ name: String, _ value: String) -> Bool {
        guard name == "@community-origins", !value.isEmpty else { return false }
        serverOptions.origins = value.split(separator: ",").map(String.init)
        return true
    }
}
