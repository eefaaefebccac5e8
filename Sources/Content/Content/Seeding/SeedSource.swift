package import MockPostlyFiles

/// Where the first content of a world comes from.
package enum SeedSource: Sendable, Equatable {
    /// The seed inside this program.
    case standard
    /// No content.
    ///
    /// Accounts, posts and everything else are missing; the content counts as filled.
    case empty
    /// Seed files, and directories of seed files, read together.
    ///
    /// Directories give their `*.json` files in the order of their names, without subdirectories.
    case paths([String])
    /// A seed file or directory that a request has named, read only as the rule allows.
    case named(String, FileRule)
    /// One seed file in memory, with its name for messages.
    ///
    /// UTF-8 with or without a byte order mark.
    case bytes([UInt8], name: String)
    /// Several sources, read together as one seed in this order.
    indirect case joined([SeedSource])
}

/// What is wrong with a seed file, or a file of documents, and where.
package struct SeedFault: Error, Sendable, Equatable {
    /// The path as it was given; for a seed in the program its path in the repository.
    package var file: String
    /// Counted from 1; 0 when the fault has no place in the text, such as a missing file.
    package var line: Int
    /// Counted from 1, or 0 as ``line``.
    package var column: Int
    /// Which member, such as `posts[3].likes[0]`; empty for the document itself.
    package var field: String
    /// One sentence: what was expected and what was found.
    package var words: String
    /// The faults after this one, in the order of their places.
    package var others: [SeedFault] = []

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

    /// This fault and the others, each on a line.
    package var report: String {
        ([self] + others).map(\.description).joined(separator: "\n")
    }

    /// `file:line:column: field: words`, without the parts that are empty.
    ///
    /// Fits on a line of an editor's problem list: `seed.json:3:7: posts[0].title: expected a
    /// string`.
    package var description: String {
        var text = file
        if line > 0 { text += ":\(line):\(column)" }
        if !field.isEmpty { text += ": \(field)" }
        return text + ": " + words
    }
}
