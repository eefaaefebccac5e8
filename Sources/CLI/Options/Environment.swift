/// The environment variables that a command sees.
struct Environment: Sendable {
    private let lookUp: @Sendable (String) -> String?
    private let list: @Sendable () -> [String]

    /// The environment of this process.
    static let process = Environment(lookUp: environmentVariable) {
        inheritedEnvironment().map { entry in
            String(decoding: entry.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        }
    }

    /// An environment with these variables, for tests.
    init(_ variables: [String: String]) {
        self.init(lookUp: { variables[$0] }, list: { variables.keys.sorted() })
    }

    private init(
        lookUp: @escaping @Sendable (String) -> String?,
        list: @escaping @Sendable () -> [String]
    ) {
        (self.lookUp, self.list) = (lookUp, list)
    }

    /// The names of all variables.
    var names: [String] { list() }

    /// The value of a variable; nil when it is not set or empty.
    subscript(_ name: String) -> String? {
        guard let value = lookUp(name), !value.isEmpty else { return nil }
        return value
    }
}
