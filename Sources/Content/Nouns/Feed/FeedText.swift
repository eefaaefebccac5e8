// What a text of the feed is held to; a dialect says so in its words.

extension String {
    /// Whether there is nothing in it but white space.
    package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// Whether it has more than `most` characters as people count them.
    package func hasMoreCharacters(than most: Int) -> Bool {
        utf8.count > most && !dropFirst(most).isEmpty
    }
}
