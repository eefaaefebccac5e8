// Checks of texts that people write. Each dialect has its own error messages for them.

extension String {
    /// Whether it is empty or consists of white space only.
    ///
    /// Unicode's white space, as JavaScript's `trim` removes it, and some more.
    package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// The text without white space around it.
    package var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }

    /// Whether it has more than `most` characters, where a letter with its accents or an emoji is
    /// one.
    ///
    /// Costs O(most) at most, however long the text is.
    package func hasMoreCharacters(than most: Int) -> Bool {
        utf8.count > most && !dropFirst(most).isEmpty
    }
}
