internal import MockPostlyDialect

extension DialectRegistry {
    /// Which paths the dialects of `--systems` have, as one clause: `postly has /api and …`.
    var pathsInWords: String {
        all.filter { names.contains($0.name) }.enumerated().map { index, dialect in
            // The first dialect answers what no dialect claims.
            let last = index == 0 ? "all the rest" : "its other paths"
            return "\(dialect.name) \(index == 0 ? "has " : "")"
                + Self.words(dialect.claims.map(\.path), last, always: index == 0)
        }
        .joined(separator: ", ")
    }

    /// The first few of `paths`, and `last` if it stands for more of them or `always`.
    private static func words(_ paths: [String], _ last: String, always: Bool) -> String {
        var shown = Array(paths.prefix(4))
        if always || paths.count > shown.count { shown.append(last) }
        guard let end = shown.popLast(), !shown.isEmpty else { return paths.joined() }
        return shown.joined(separator: ", ") + " and " + end
    }
}
