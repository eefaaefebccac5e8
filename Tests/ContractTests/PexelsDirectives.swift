import MockPostlyTesting

/// What the directives at the top of a transcript say about the image search.
struct PexelsDirectives: Sendable {
    private(set) var serverOptions = MockServer.Pexels()

    /// Takes one directive; false when there is none like it.
    mutating func read(_ name: String, _ value: String) -> Bool {
        switch (name, Int(value)) {
        case ("@pexels-strict", nil) where value.isEmpty: serverOptions.isStrict = true
        case ("@pexels-keys", _) where !value.isEmpty:
            serverOptions.keys = value.split(separator: ",").map(String.init)
        case ("@pexels-limit", let limit?): serverOptions.limit = limit
        default: return false
        }
        return true
    }
}
