internal import MockPostlyHTTP
internal import MockPostlyJavaScript

/// Paths as the original's router compares them: not decoded, and without regard to case.
enum Paths {
    /// The word by which routes know a first segment, whatever its case and spelling; nil when it
    /// is unknown.
    static func word(_ segment: ArraySlice<UInt8>) -> String? {
        guard segment.count < words.count else { return nil }
        return words[segment.count].first { spelled, _ in
            var place = segment.startIndex
            for letter in spelled {
                let byte = segment[place]
                guard byte | (byte &- 0x41 < 26 ? 0x20 : 0) == letter else { return false }
                place += 1
            }
            return true
        }?.word
    }

    /// All first segments that the API knows.
    static var firstWords: [String] {
        words.flatMap { $0.map { String(decoding: $0.spelled, as: UTF8.self) } }.sorted()
    }

    /// The first segments by their length, each with the word by which routes know it.
    private static let words: [[(spelled: [UInt8], word: String)]] = {
        var words: [String: String] = [
            "https": "http", "ping": "test", "health": "test", "i": "image", "totp": "2fa",
        ]
        for plural in [
            "posts", "comments", "users", "todos", "quotes", "products", "recipes", "carts",
        ] {
            words[plural] = plural
            words[String(plural.dropLast())] = plural
        }
        for same in [
            "auth", "http", "test", "ip", "image", "icon", "2fa", "c", "cdn", "docs", "tools",
            "custom-response", "public",
        ] {
            words[same] = same
        }
        let longest = words.keys.map(\.utf8.count).max() ?? 0
        return (0...longest).map { length in
            words.filter { $0.key.utf8.count == length }.map { (Array($0.key.utf8), $0.value) }
        }
    }()

    /// The first segment of a path that begins with a slash.
    static func firstSegment(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        path.dropFirst().prefix { $0 != UInt8(ascii: "/") }
    }

    /// The path by which a route is looked up.
    ///
    /// The first word is replaced by the one that routes use, a slash at the end is removed, and so
    /// are the segments that some routes ignore. In the legacy era there were no singular words.
    static func canonical(_ path: [UInt8], _ isLegacy: Bool) -> [UInt8] {
        let first = firstSegment(path[...])
        guard let word = word(first), !isLegacy || word.utf8.count <= first.count else {
            return path
        }
        var rest = path[first.endIndex...]
        if rest.count > 1, rest[rest.startIndex + 1] == UInt8(ascii: "/"),
            !rest.dropFirst(2).starts(with: "/".utf8)
        {
            rest = rest.dropFirst()
        }
        switch word {
        // The usual path: spelled as routes are, with a word that has no rules of its own.
        case "posts", "users", "products", "auth":
            let isWhole = path.first == UInt8(ascii: "/") && rest.startIndex == first.endIndex
            // Of the same length, only the case of a letter can differ.
            if isWhole, first.count == word.utf8.count, first.allSatisfy({ $0 >= 0x61 }) {
                return path
            }
        case "test": rest = []
        case "http":
            rest = segments(rest, 2)
            // An empty message is none.
            if rest.count > 1, rest.last == UInt8(ascii: "/") { rest.removeLast() }
        case "c":
            let kept = segments(rest, 1)
            // A custom response is also found at all paths below its own; nothing is below
            // `generate`.
            if !(kept.elementsEqual("/generate".utf8) && kept.count < rest.count) { rest = kept }
        case "cdn":
            // The rest is one parameter, whatever slashes are in it.
            guard rest.count > 1 else { break }
            let inner = rest.dropFirst().flatMap {
                $0 == UInt8(ascii: "/") ? Array("%2F".utf8) : [$0]
            }
            rest = ([UInt8(ascii: "/")] + inner)[...]
        // `/i` alone is not a route; it only stands for `/image` in longer paths.
        case "image" where first.count == 1 && rest.isEmpty: return path
        default: break
        }
        return [UInt8(ascii: "/")] + word.utf8 + rest
    }

    /// The method by which a route is looked up; a route for all methods is in the table as GET.
    static func method(_ method: Method, _ path: [UInt8]) -> Method {
        // Most paths begin with another letter, and need not be compared.
        guard path.count > 4, path[1] == UInt8(ascii: "h") || path[1] == UInt8(ascii: "t") else {
            return method
        }
        return path.starts(with: "/http/".utf8) || path.elementsEqual("/test".utf8) ? .get : method
    }

    /// The part of a path after `/auth`; nil for other paths.
    static func behindAuth(_ path: [UInt8]) -> [UInt8]? {
        guard path.starts(with: "/auth".utf8) else { return nil }
        let rest = path.dropFirst(5)
        return rest.isEmpty || rest.first == UInt8(ascii: "/") ? Array(rest) : nil
    }

    /// The first `count` segments of what follows the first word.
    private static func segments(_ rest: ArraySlice<UInt8>, _ count: Int) -> ArraySlice<UInt8> {
        var slashes = 0
        let end = rest.firstIndex { byte in
            slashes += byte == UInt8(ascii: "/") ? 1 : 0
            return slashes > count
        }
        return rest[..<(end ?? rest.endIndex)]
    }

    /// The path at which this API has what is asked for by the name of a host of pictures; nil for
    /// other names.
    static func onPictureHost(_ request: Request) -> [UInt8]? {
        // Most names have another length.
        guard let length = request.hostName?.count else { return nil }
        if length == 17, request.isFor("cdn.dummyjson.com") {
            return Array("/cdn".utf8) + request.rawPathWithoutPrefix
        }
        guard length == 12, request.isFor("robohash.org") else { return nil }
        // The portraits of the legacy era: the picture of a word.
        let word = request.rawPathWithoutPrefix
        let hasType = word.suffix(4).elementsEqual(".png".utf8)
        return Array("/icon".utf8) + (hasType ? word.dropLast(4) : word)
    }

    // MARK: Slashes at the end

    /// Where a path with a slash at its end is redirected; nil for other paths.
    ///
    /// The target has no slash at its end, and single slashes where there were several.
    static func withoutTrailingSlash(_ path: ArraySlice<UInt8>) -> [UInt8]? {
        guard path.count > 1, path.last == UInt8(ascii: "/") else { return nil }
        var shorter: [UInt8] = []
        for byte in path.dropLast() where byte != UInt8(ascii: "/") || shorter.last != byte {
            shorter.append(byte)
        }
        return shorter
    }

    // MARK: Parameters

    /// The values of the placeholders, decoded as `decodeURIComponent` does.
    ///
    /// Throws for escapes that are not valid UTF-8.
    static func parameters(
        _ places: PathParameters,
        of path: [UInt8]
    ) throws(Failure) -> [(name: String, value: String)] {
        var values: [(name: String, value: String)] = []
        for (index, name) in places.names.enumerated() {
            let range = places.range(at: index)
            let bytes = path[range]
            guard let value = decodeURIComponent(bytes) else { throw .undecodable(bytes) }
            values.append((name, value))
        }
        return values
    }
}
