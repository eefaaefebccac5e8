/// The requests that a text means: `GET /api/posts/*`, `/api/**` of any method, or `POST` of any path.
package struct RequestLine: Sendable, Equatable {
    /// In capital letters; nil for any.
    package let method: String?
    /// A pattern of paths, which begins with a slash; nil for any.
    package let path: String?

    /// Nil for a text of another form.
    package init?(_ text: String) {
        var words = text.split(separator: " ").map { String($0) }
        path = words.last?.utf8.first == UInt8(ascii: "/") ? words.removeLast() : nil
        method = words.first
        guard words.count < 2, path != nil || method != nil else { return nil }
        guard method?.utf8.allSatisfy(Self.isOfMethods) ?? true else { return nil }
    }

    /// The conditions, by the names that patterns of requests have for them.
    package var members: [(name: String, value: String)] {
        [("method", method), ("path", path)].compactMap { name, value in value.map { (name, $0) } }
    }

    private static func isOfMethods(_ byte: UInt8) -> Bool {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || byte == UInt8(ascii: "-")
    }
}
