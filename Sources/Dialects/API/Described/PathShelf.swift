/// The paths of a table that have as many segments, found by one of their words.
///
/// Of hundreds of paths that begin alike, a request is held against the few that share its word.
struct PathShelf<Path: Sendable>: Sendable {
    /// A path, and its place in the order in which paths match.
    private struct Ranked: Sendable {
        var rank: Int
        var path: Path
    }

    /// The segment in which most paths differ.
    private var place = 0
    /// Those that have a word there, by it.
    private var byWord: [String: [Ranked]] = [:]
    /// Those that have no word there, and may match whatever it is.
    private var others: [Ranked] = []

    /// Takes paths in the order in which they match, all of which have as many segments.
    init(_ paths: [Path], template: (Path) -> PathTemplate) {
        let words = paths.map { template($0).segments.map(\.literal) }
        place = Self.distinctPlace(words)
        for (rank, path) in paths.enumerated() {
            let ranked = Ranked(rank: rank, path: path)
            if words[rank].indices.contains(place), let word = words[rank][place] {
                byWord[word, default: []].append(ranked)
            } else {
                others.append(ranked)
            }
        }
    }

    private static func distinctPlace(_ words: [[String?]]) -> Int {
        let counts = (words.first ?? []).indices.map { place in
            Set(words.compactMap { $0[place] }).count
        }
        return counts.indices.max { counts[$0] < counts[$1] } ?? 0
    }

    /// The paths that may match these segments, in the order in which they match.
    func paths(for segments: ArraySlice<String>) -> [Path] {
        let named = segments.dropFirst(place).first.flatMap { byWord[$0] } ?? []
        if others.isEmpty { return named.map(\.path) }
        if named.isEmpty { return others.map(\.path) }
        return (named + others).sorted { $0.rank < $1.rank }.map(\.path)
    }
}
