internal import MockPostlyHTTP
internal import MockPostlyJavaScript

/// Paths as the original's router sees them: not decoded, its own words in any case.
enum Paths {
    /// What the first segment of a path says, whatever its case and its number.
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

    /// Every first segment.
    static var firstWords: [String] {
        words.flatMap { $0.map { String(decoding: $0.spelled, as: UTF8.self) } }.sorted()
    }

    /// Every first segment, by its length, with the word that the routes know it by.
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

    /// The path that routes are looked up by: the first word in its one form, with the slash too
    /// many behind it gone, and what some words do not look at cut off.
    ///
    /// In the legacy era there were no singular words.
    static func canonical(_ path: [UInt8], _ isLegacy: Bool) -> [UInt8] {
        let first = firstSegment(path[...])
        guard let word = word(first), !isLegacy || word.utf8.count <= first.count else {
            return path
        }
        var rest = path[first.endIndex...]
        if rest.starts(with: "//".utf8), !rest.dropFirst(2).starts(with: "/".utf8) {
            rest = rest.dropFirst()
        }
        switch word {
        case "test": rest = []
        case "http": rest = segments(rest, 2)
        case "c":
            let kept = segments(rest, 1)
            // What lies below a custom response is the same response; nothing lies below `generate`.
            if !(kept.elementsEqual("/generate".utf8) && kept.count < rest.count) { rest = kept }
        case "cdn":
            // One parameter, however many slashes are in it.
            guard rest.count > 1 else { break }
            let inner = rest.dropFirst().flatMap {
                $0 == UInt8(ascii: "/") ? Array("%2F".utf8) : [$0]
            }
            rest = ([UInt8(ascii: "/")] + inner)[...]
        // The short word has nothing of its own.
        case "image" where first.count == 1 && rest.isEmpty: return path
        default: break
        }
        return [UInt8(ascii: "/")] + word.utf8 + rest
    }

    /// The method that a request is looked up by: what answers to any is in the table as GET.
    static func method(_ method: Method, _ path: [UInt8]) -> Method {
        path.starts(with: "/http/".utf8) || path.elementsEqual("/test".utf8) ? .get : method
    }

    /// What follows `/auth` in a path; nil for other paths.
    static func behindAuth(_ path: [UInt8]) -> [UInt8]? {
        guard path.starts(with: "/auth".utf8) else { return nil }
        let rest = path.dropFirst(5)
        return rest.isEmpty || rest.first == UInt8(ascii: "/") ? Array(rest) : nil
    }

    /// The first `count` segments of what follows a word.
    private static func segments(_ rest: ArraySlice<UInt8>, _ count: Int) -> ArraySlice<UInt8> {
        var slashes = 0
        let end = rest.firstIndex { byte in
            slashes += byte == UInt8(ascii: "/") ? 1 : 0
            return slashes > count
        }
        return rest[..<(end ?? rest.endIndex)]
    }

    // MARK: Slashes at the end

    /// Where a path with a slash at its end is redirected to: the path without it, and runs of
    /// slashes as one; nil for others.
    static func withoutTrailingSlash(_ path: ArraySlice<UInt8>) -> [UInt8]? {
        guard path.count > 1, path.last == UInt8(ascii: "/") else { return nil }
        var shorter: [UInt8] = []
        for byte in path.dropLast() where byte != UInt8(ascii: "/") || shorter.last != byte {
            shorter.append(byte)
        }
        return shorter
    }

    // MARK: Parameters

    /// The values of placeholders, decoded as `decodeURIComponent` does.
    static func parameters(
        _ places: PathParameters,
        of path: [UInt8]
    ) throws(Failure) -> [(name: String, value: String)] {
        var values: [(name: String, value: String)] = []
        for (index, name) in places.names.enumerated() {
            let range = places.range(at: index)
            let bytes = path[range]
            guard let value = decodeURIComponent(bytes) else {
                let text = String(decoding: bytes, as: UTF8.self)
                throw Failure(400, "Failed to decode param '\(text)'")
            }
            values.append((name, value))
        }
        return values
    }
}
