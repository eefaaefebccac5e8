/// A part of a request that is not as a pattern wants it.
package struct Difference: Sendable, Equatable {
    /// The part: `method`, `header accept`, `body $.title`.
    ///
    /// Texts are in single quotes, so that an empty one is seen.
    package var part: String
    /// What the pattern wants, for a person: `'POST'`.
    package var wanted: String
    /// What the request has; nil when it has none.
    ///
    /// Without secrets.
    package var found: String?

    /// Texts are cut after 200 characters.
    package init(_ part: String, wanted: String, found: String?) {
        self.part = part
        self.wanted = Self.cut(wanted)
        self.found = found.map(Self.cut)
    }

    private static func cut(_ text: String) -> String {
        let most = 200
        let start = text.unicodeScalars.prefix(most + 1)
        return start.count > most ? String(String.UnicodeScalarView(start.dropLast())) + "…" : text
    }
}
