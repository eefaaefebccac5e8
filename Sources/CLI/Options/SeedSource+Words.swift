internal import MockPostlyContent

/// The values of `--seed`.
extension SeedSource {
    /// Adds the value of one more `--seed`; returns false when the values exclude each other.
    mutating func add(_ text: String, isFirst: Bool) -> Bool {
        switch (text, self) {
        case ("", _): return false
        case ("standard", _) where isFirst: self = .standard
        case ("empty", _) where isFirst: self = .empty
        case (_, _) where isFirst: self = .paths([text])
        case ("empty", _), ("standard", .standard), (_, .empty), (_, .bytes), (_, .named):
            return false
        case ("standard", .joined(let sources)) where sources.contains(.standard): return false
        case ("standard", .joined(let sources)): self = .joined(sources + [.standard])
        case ("standard", _): self = .joined([self, .standard])
        case (_, .paths(let paths)): self = .paths(paths + [text])
        case (_, .standard): self = .joined([.standard, .paths([text])])
        case (_, .joined(let sources)): self = .joined(sources + [.paths([text])])
        }
        return true
    }

    /// The values that give this source, in their order.
    var words: [String] {
        switch self {
        case .standard: ["standard"]
        case .empty: ["empty"]
        case .paths(let paths): paths
        case .bytes(_, let name), .named(let name, _): [name]
        case .joined(let sources): sources.flatMap(\.words)
        }
    }
}
