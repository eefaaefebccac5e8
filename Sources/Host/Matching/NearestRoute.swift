package import MockPostlyDialect

/// Finds the route that a client probably meant by a path that is none.
///
/// What a search costs is bounded: long paths have no nearest route, and words whose lengths differ
/// much are not compared letter by letter.
package struct NearestRoute: Sendable {
    fileprivate enum Segment: Sendable {
        /// Any one segment.
        case placeholder
        /// The letters as written, and in lower case.
        case word([UInt8], folded: [UInt8])
    }

    private struct Candidate: Sendable {
        var method: String
        var path: String
        var segments: [Segment]
    }

    /// A longer path, or one with more segments or a longer segment, has no nearest route.
    private static let longestPath = 512
    private static let mostSegments = 12
    private static let longestSegment = 64
    /// What it costs that the method is another, and that the last segment is missing or too much.
    private static let otherMethod = 2
    private static let otherLength = 3

    private let candidates: [Candidate]

    /// A search among the routes of `lines`, of which the first ones win between equals.
    ///
    /// Costs O(n) once.
    package init(_ lines: [RouteLine]) {
        candidates = lines.map { line in
            Candidate(
                method: line.method,
                path: line.path,
                segments: line.path.utf8.split(separator: UInt8(ascii: "/")).map { segment in
                    segment.first == UInt8(ascii: "{")
                        ? .placeholder : .word(Array(segment), folded: Self.folded(segment))
                }
            )
        }
    }

    /// The nearest route to a request, as `GET /api/posts/{slug}`; nil when none is near.
    ///
    /// That is the one with the fewest typing errors in all words of its path together, in each at
    /// most two and fewer than half of its letters. Another method, or one segment more or less at
    /// the end, counts as some errors too. At least one word has to be right.
    ///
    /// `path` is decoded, without the prefix of a world.
    package func find(method: String, _ path: ArraySlice<UInt8>) -> String? {
        guard path.count <= Self.longestPath else { return nil }
        let segments = path.split(separator: UInt8(ascii: "/")).map(Array.init)
        guard segments.count <= Self.mostSegments,
            segments.allSatisfy({ $0.count <= Self.longestSegment })
        else { return nil }
        let words = segments.map { (whole: $0, folded: Self.folded($0)) }
        // A GET route answers HEAD as well.
        let method = method == "HEAD" ? "GET" : method
        var best: (candidate: Candidate, cost: Int)?
        for candidate in candidates {
            var cost = candidate.method.utf8.elementsEqual(method.utf8) ? 0 : Self.otherMethod
            switch abs(candidate.segments.count - words.count) {
            case 0: break
            case 1: cost += Self.otherLength
            default: continue
            }
            let most = best?.cost ?? .max
            guard cost < most, let more = Self.cost(candidate.segments, words, below: most - cost)
            else { continue }
            best = (candidate, cost + more)
        }
        return best.map { "\($0.candidate.method) \($0.candidate.path)" }
    }

    /// The typing errors in the words that both have; nil when they are not near, or not fewer than
    /// `limit`.
    private static func cost(
        _ segments: [Segment],
        _ words: [(whole: [UInt8], folded: [UInt8])],
        below limit: Int
    ) -> Int? {
        var cost = 0
        var isAnyRight = false
        for (segment, word) in zip(segments, words) {
            guard case .word(let wanted, let folded) = segment else { continue }
            if word.whole == wanted {
                isAnyRight = true
            } else {
                guard let errors = errors(between: word.folded, and: folded) else { return nil }
                cost += max(1, errors)
            }
            guard cost < limit else { return nil }
        }
        return isAnyRight ? cost : nil
    }

    /// At most two, and fewer than half of the wanted letters; nil for more.
    private static func errors(between word: [UInt8], and wanted: [UInt8]) -> Int? {
        guard abs(word.count - wanted.count) <= 2 else { return nil }
        let errors = typingErrors(between: word, and: wanted)
        return errors <= 2 && errors * 2 < wanted.count ? errors : nil
    }

    private static func folded(_ word: some Sequence<UInt8>) -> [UInt8] {
        word.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    }
}
