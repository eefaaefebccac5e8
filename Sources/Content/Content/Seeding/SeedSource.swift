/// Where the content of a fresh world comes from.
package enum SeedSource: Sendable, Equatable {
    /// The people and posts that ship inside the binary.
    case standard
    /// Nothing at all.
    case empty
    /// Seed files, and directories of seed files, read together.
    case paths([String])
    /// One seed file that is in memory, under the name that faults give it.
    case bytes([UInt8], name: String)
}

/// What is wrong with a seed, and where.
package struct SeedFault: Error, Sendable, Equatable {
    package var file: String
    /// Counted from 1; 0 when the fault is not at a place in the text, as with a missing file.
    package var line: Int
    package var column: Int
    /// Which member, such as `posts[3].likes[0]`; empty for the document itself.
    package var field: String
    /// What was expected and what was found, as one sentence.
    package var words: String

    package init(
        file: String,
        line: Int = 0,
        column: Int = 0,
        field: String = "",
        words: String
    ) {
        (self.file, self.line, self.column) = (file, line, column)
        (self.field, self.words) = (field, words)
    }

    /// `file:line:column: field: words`, without the parts that are empty.
    package var description: String {
        var text = file
        if line > 0 { text += ":\(line):\(column)" }
        if !field.isEmpty { text += ": \(field)" }
        return text + ": " + words
    }
}
