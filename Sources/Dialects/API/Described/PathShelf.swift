/// The paths of a table that have as many segments, found by one of their words.
///
/// Of hundreds of paths that begin alike, a request is held against the few that share its word.
struct PathShelf<Path: Sendable>: Sendable {
    /// The segment in which most paths differ.
    private var place = 0
    /// Those that may match a path with this word there, in order.
    private var byWord: [String: [Path]] = [:]
    /// Those that have no word there.
    private var others: [Path] = []

    /// Takes paths in the order in which they match, all of which have as many segments.
    init(_ paths: [Path], template: (Path) -> PathTemplate) {
        let words = paths.map { template($0).segments.map(\.literal) }
        place = Self.distinctPlace(words)
        for (path, segments) in zip(paths, words) {
            guard segments.indices.contains(place), let word = segments[place] else {
                // It may match whatever the word is.
                for known in byWord.keys { byWord[known]?.append(path) }
                others.append(path)
                continue
            }
            byWord[word, default: others].append(path)
        }
    }

    private static func distinctPlace(_ words: [[String?]]) -> Int {
        let counts = (words.first ?? []).indices.map { place in
            Set(words.compactMap { $0[place] }).count
        }
        return counts.indices.max { counts[$0] < counts[$1] } ?? 0
    }

    /// The paths that may match one of these segments, in the order in which they match.
    func paths(for segments: ArraySlice<String>) -> [Path] {
        segments.dropFirst(place).first.flatMap { byWord[$0] } ?? others
    }
}
