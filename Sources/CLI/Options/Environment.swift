/// The environment variables that a command sees.
struct Environment: Sendable {
    private let lookUp: @Sendable (String) -> String?

    /// The environment of this process.
    static let process = Environment(lookUp: environmentVariable)

    /// An environment with these variables, for tests.
    init(_ variables: [String: String]) {
        self.init { variables[$0] }
    }

    private init(lookUp: @escaping @Sendable (String) -> String?) {
        self.lookUp = lookUp
    }

    /// The value of a variable; nil when it is not set or empty.
    subscript(_ name: String) -> String? {
        guard let value = lookUp(name), !value.isEmpty else { return nil }
        return value
    }
}
