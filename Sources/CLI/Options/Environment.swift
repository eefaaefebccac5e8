/// The environment variables that a command sees.
struct Environment: Sendable {
    private let lookUp: @Sendable (String) -> String?

    /// Those of this process.
    static let process = Environment(lookUp: environmentVariable)

    /// Those of a table, for tests.
    init(_ variables: [String: String]) {
        self.init { variables[$0] }
    }

    private init(lookUp: @escaping @Sendable (String) -> String?) {
        self.lookUp = lookUp
    }

    /// A variable's value; one that is set to nothing counts as not set.
    subscript(_ name: String) -> String? {
        guard let value = lookUp(name), !value.isEmpty else { return nil }
        return value
    }
}
