/// Why a description cannot be served, and where.
package struct DescriptionFault: Error, Sendable, Equatable {
    /// As it was given; another file of the description is told with its folder.
    package var file: String
    /// Counted from 1; 0 when the fault has no place, such as a missing file.
    package var line: Int
    /// Counted from 1, or 0 as ``line``.
    package var column: Int
    /// One sentence without a full stop.
    package var words: String
    /// What to do about it; empty when the words say it.
    package var hint: String

    package init(file: String, line: Int = 0, column: Int = 0, words: String, hint: String = "") {
        (self.file, self.line, self.column) = (file, line, column)
        (self.words, self.hint) = (words, hint)
    }

    /// `file:line:column: words`, without the parts that are not known.
    package var description: String {
        line > 0 ? "\(file):\(line):\(column): \(words)" : "\(file): \(words)"
    }
}

/// Something in a description that breaks the rules of OpenAPI, or that is not understood, and is
/// served all the same.
package struct DescriptionWarning: Sendable, Equatable {
    package let file: String
    package let line: Int
    package let words: String
    /// Whether it is about an example or a default that is not used.
    package var isOfExample = false
}
