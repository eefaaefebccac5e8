/// The expressions of which a log was warned: once each, however often they are met.
package struct WarnedExpressions {
    /// A client can send any number of them.
    private static let most = 1000

    private var known: Set<String> = []

    package init() {}

    /// Whether to warn of `expression`: it is met for the first time, and fewer than 1,000 were
    /// before.
    package mutating func add(_ expression: String) -> Bool {
        known.count < Self.most && known.insert(expression).inserted
    }
}
