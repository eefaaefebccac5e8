/// How far the paths of requests are from those that are wanted; each pair is compared once.
package struct PathDistances {
    private var known: [String: Int] = [:]
    /// The most pairs that are remembered, and the most letters of a path that are compared.
    private static let (most, longest) = (256, 200)

    package init() {}

    /// From 0 for the same path to 100 for one without a common letter.
    mutating func distance(_ wanted: String, _ found: String) -> Int {
        let pair = wanted + "\n" + found
        if let distance = known[pair] { return distance }
        let (a, b) = (
            Array(wanted.utf8.prefix(Self.longest)), Array(found.utf8.prefix(Self.longest))
        )
        let distance = typingErrors(between: a, and: b) * 100 / max(a.count, b.count, 1)
        if known.count >= Self.most { known = [:] }
        known[pair] = distance
        return distance
    }
}

extension Difference {
    /// What a part that differs counts; a path counts by how far it is from the wanted one.
    private static let usual = 100
    private static let leastOfPath = 20

    /// The parts that are paths or names, where a slip of a letter is likely.
    private var isPath: Bool { ["path", "target", "route", "topic", "event"].contains(part) }

    fileprivate var leastWeight: Int { isPath ? Self.leastOfPath : Self.usual }

    fileprivate func weight(_ distances: inout PathDistances) -> Int {
        guard isPath, let found, wanted.utf8.first == UInt8(ascii: "'") else { return Self.usual }
        let plain = String(wanted.dropFirst().prefix { $0 != "'" })
        // A slip of a letter is less than another method; a path with nothing in common is more.
        return Self.leastOfPath + 2 * distances.distance(plain, found)
    }
}

extension [Difference] {
    /// How far an entry is from what is wanted.
    ///
    /// Of two that are equally far, one with the wanted method is nearer.
    ///
    /// 0 for what differs in nothing; 100 for each part that has nothing in common.
    package func weight(_ distances: inout PathDistances) -> Int {
        let other = contains { $0.part == "method" } ? 1 : 0
        return reduce(other) { $0 + $1.weight(&distances) }
    }

    /// No weight is less; quick to find.
    package var leastWeight: Int { reduce(0) { $0 + $1.leastWeight } }
}
