/// A path of a description, such as `/projects/{id}/tasks` or `/Calls/{Sid}.json`.
struct PathTemplate: Sendable {
    /// A piece of a segment.
    enum Part: Sendable, Hashable {
        case text([UInt8])
        case parameter(String)
    }

    struct Segment: Sendable, Hashable {
        var parts: [Part]

        /// The text of a segment without parameters; nil for others.
        var literal: String? {
            var text: [UInt8] = []
            for part in parts {
                guard case .text(let bytes) = part else { return nil }
                text += bytes
            }
            return String(decoding: text, as: UTF8.self)
        }

        /// The parameter that a segment is as a whole, but for an ending such as `.json`.
        var parameter: String? {
            guard case .parameter(let name)? = parts.first else { return nil }
            switch parts.count {
            case 1: return name
            case 2:
                guard case .text(let rest) = parts[1] else { return nil }
                return PathTemplate.endings.contains { $0.utf8.elementsEqual(rest) } ? name : nil
            default: return nil
            }
        }
    }

    /// Endings that name a format, and nothing of the resource.
    fileprivate static let endings = [".json", ".xml"]

    /// As the description has it.
    let text: String
    let segments: [Segment]
    /// Whether a slash stands at its end.
    let endsInSlash: Bool

    init(_ text: String) {
        self.text = text
        // What stands behind the path belongs to a variant of it, or to the query.
        let path = text.utf8.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") }
        endsInSlash = path.count > 1 && path.last == UInt8(ascii: "/")
        segments = path.split(separator: UInt8(ascii: "/")).map { Self.segment(Array($0)) }
    }

    private static func segment(_ bytes: [UInt8]) -> Segment {
        var parts: [Part] = []
        var text: [UInt8] = []
        var rest = bytes[...]
        while let first = rest.first {
            if first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")) {
                if !text.isEmpty { parts.append(.text(text)) }
                text = []
                let name = rest[rest.startIndex + 1..<end]
                parts.append(.parameter(String(decoding: name, as: UTF8.self)))
                rest = rest[(end + 1)...]
            } else {
                text.append(first)
                rest = rest.dropFirst()
            }
        }
        if !text.isEmpty || parts.isEmpty { parts.append(.text(text)) }
        return Segment(parts: parts)
    }

    /// The names of its parameters, from the left.
    var parameters: [String] {
        segments.flatMap { segment in
            segment.parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
        }
    }

    /// What two paths have in common that differ in names of parameters and in formats alone.
    var key: String {
        segments.map { segment in
            if segment.parameter != nil { return "/{}" }
            guard let literal = segment.literal else {
                let parts = segment.parts.map { part in
                    if case .text(let bytes) = part {
                        String(decoding: bytes, as: UTF8.self)
                    } else {
                        "{}"
                    }
                }
                return "/" + parts.joined()
            }
            return "/" + Self.withoutEnding(literal)
        }.joined()
    }

    /// The key of the path above; nil at the root.
    var keyAbove: String? { Self.keyAbove(key) }

    static func keyAbove(_ key: String) -> String? {
        guard let slash = key.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(decoding: key.utf8[..<slash], as: UTF8.self)
    }

    /// Whether its last segment is a parameter as a whole.
    var endsInParameter: Bool { segments.last?.parameter != nil }

    /// The last segment that is a word, without an ending; empty where there is none.
    var lastWord: String {
        Self.withoutEnding(segments.last { $0.literal != nil }?.literal ?? "")
    }

    /// The last segment where it is a word.
    var finalWord: String? { segments.last?.literal.map(Self.withoutEnding) }

    private static func withoutEnding(_ word: String) -> String {
        for ending in endings where word.hasSuffix(ending) && word.utf8.count > ending.utf8.count {
            return String(decoding: word.utf8.dropLast(ending.utf8.count), as: UTF8.self)
        }
        return word
    }

    // MARK: Matching

    /// The values of the parameters in a path of decoded segments, from the left; nil where it does
    /// not match.
    func values(in path: ArraySlice<String>) -> [String]? {
        guard path.count == segments.count else { return nil }
        var values: [String] = []
        var tries = Self.mostTries
        for (segment, text) in zip(segments, path) {
            guard Self.match(segment.parts[...], Array(text.utf8)[...], &values, &tries) else {
                return nil
            }
        }
        return values
    }

    /// How many ends of parameters are tried for a path; with more it does not match.
    private static let mostTries = 10_000

    private static func match(
        _ parts: ArraySlice<Part>,
        _ text: ArraySlice<UInt8>,
        _ values: inout [String],
        _ tries: inout Int
    ) -> Bool {
        guard let part = parts.first else { return text.isEmpty }
        switch part {
        case .text(let bytes):
            guard text.starts(with: bytes) else { return false }
            return match(parts.dropFirst(), text.dropFirst(bytes.count), &values, &tries)
        case .parameter:
            guard !text.isEmpty else { return false }
            if parts.count == 1 {
                values.append(String(decoding: text, as: UTF8.self))
                return true
            }
            // The longest that leaves the rest of the segment.
            let next = parts[parts.startIndex + 1]
            for end in (text.startIndex + 1...text.endIndex).reversed() {
                if case .text(let bytes) = next, !text[end...].starts(with: bytes) { continue }
                tries -= 1
                guard tries > 0 else { return false }
                let known = values.count
                values.append(String(decoding: text[..<end], as: UTF8.self))
                if match(parts.dropFirst(), text[end...], &values, &tries) { return true }
                values.removeSubrange(known...)
            }
            return false
        }
    }

    /// Whether this path is found before another that matches the same: words before words with
    /// parameters, and those before parameters, from the left.
    func precedes(_ other: PathTemplate) -> Bool {
        for (one, another) in zip(segments, other.segments) {
            let (mine, its) = (Self.rank(one), Self.rank(another))
            if mine != its { return mine < its }
        }
        return false
    }

    private static func rank(_ segment: Segment) -> Int {
        if segment.literal != nil { return 0 }
        return segment.parts.count > 1 ? 1 : 2
    }
}
