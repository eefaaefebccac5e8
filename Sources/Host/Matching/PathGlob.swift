/// A pattern of paths: `/api/posts/*`, `/api/**`, `/api/posts/{slug}/like`.
///
/// `*` is any part of one segment, `**` any number of segments, and `{name}` one whole segment. All
/// else is compared byte by byte with the decoded path, without a prefix of a world. A slash at the
/// end of the path counts for nothing.
package struct PathGlob: Sendable, Equatable {
    private enum Segment: Sendable, Equatable {
        /// Any number of segments.
        case rest
        /// What stands between the asterisks of one segment; one piece for a segment without any.
        case pieces([[UInt8]])
    }

    /// The text that it was made from.
    package let text: String
    private let segments: [Segment]

    /// Why a text is no pattern of paths.
    package struct Fault: Error, Sendable, Equatable {
        /// As the end of a sentence: `does not begin with '/'`.
        package var words: String
    }

    /// The pattern `text`.
    ///
    /// - Throws: ``Fault`` for a text that begins without a slash, has a query, or more than 2,048
    ///   bytes.
    package init(_ text: String) throws(Fault) {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "/") || bytes.starts(with: "**".utf8) else {
            throw Fault(words: "does not begin with '/'")
        }
        guard !bytes.contains(UInt8(ascii: "?")) else {
            throw Fault(words: "has a query, which 'query' matches")
        }
        guard bytes.count <= 2048 else { throw Fault(words: "is longer than 2048 bytes") }
        var segments: [Segment] = []
        for segment in bytes.split(separator: UInt8(ascii: "/")) {
            segments.append(try Self.segment(segment))
        }
        guard segments.count(where: { $0 == .rest }) <= 4 else {
            throw Fault(words: "has '**' more than four times")
        }
        self.text = text
        self.segments = segments
    }

    private static func segment(_ bytes: ArraySlice<UInt8>) throws(Fault) -> Segment {
        let asterisk = UInt8(ascii: "*")
        if bytes.elementsEqual("**".utf8) { return .rest }
        if bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}"), bytes.count > 2 {
            return .pieces([[], []])
        }
        if bytes.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
            throw Fault(words: "has a '{' or '}' that is not around a whole segment")
        }
        let pieces = bytes.split(separator: asterisk, omittingEmptySubsequences: false)
        guard !bytes.hasPart("**".utf8) else {
            throw Fault(words: "has a '**' that is not a whole segment")
        }
        return .pieces(pieces.map { Array($0) })
    }

    /// Whether `path`, decoded, is one of the paths.
    ///
    /// Costs O(n · m) at worst, with several `**`.
    package func accepts(_ path: ArraySlice<UInt8>) -> Bool {
        let found = path.split(separator: UInt8(ascii: "/"))
        return Self.accept(segments[...], found[...])
    }

    private static func accept(
        _ wanted: ArraySlice<Segment>,
        _ found: ArraySlice<ArraySlice<UInt8>>
    ) -> Bool {
        var (segment, place) = (wanted.startIndex, found.startIndex)
        // Only the last '**' is ever made longer: what an earlier one would take, it can take too. So
        // the work is bounded by the product of the lengths.
        var rest: (segment: Int, place: Int)?
        while segment < wanted.endIndex || place < found.endIndex {
            if segment < wanted.endIndex {
                switch wanted[segment] {
                case .rest:
                    segment += 1
                    rest = (segment, place)
                    continue
                case .pieces(let pieces) where place < found.endIndex:
                    guard accept(pieces, found[place]) else { break }
                    segment += 1
                    place += 1
                    continue
                case .pieces: break
                }
            }
            guard let last = rest, last.place < found.endIndex else { return false }
            (segment, place) = (last.segment, last.place + 1)
            rest = (segment, place)
        }
        return true
    }

    /// Whether `segment` has the pieces in their order, the first and the last one at its ends.
    private static func accept(_ pieces: [[UInt8]], _ segment: ArraySlice<UInt8>) -> Bool {
        guard pieces.count > 1, let first = pieces.first, let last = pieces.last else {
            return segment.elementsEqual(pieces.first ?? [])
        }
        guard segment.count >= first.count + last.count, segment.starts(with: first),
            segment.suffix(last.count).elementsEqual(last)
        else { return false }
        var rest = segment.dropFirst(first.count).dropLast(last.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let count = rest.bytes(upToEndOf: piece) else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
