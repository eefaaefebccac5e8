package import MockPostlyContent
package import MockPostlyNouns

/// How a dialect brings a directory of records into a data file: `mockpostly import NAME DIR`.
package struct RecordImport: Sendable {
    /// The command in one line of help, without a capital letter and without a full stop.
    package var summary: String
    /// Whole sentences for the long help.
    package var description: String
    /// The name of a directory and a data file for the examples: `shop`.
    package var exampleName: String
    /// What a directory must hold, as the hint when one is at fault.
    package var hint: String
    private let reading: @Sendable (_ directory: String) throws(SeedFault) -> ReadRecords

    /// `reading` reads and checks the records in a directory.
    ///
    /// - Parameters:
    ///   - summary: one line.
    ///   - description: sentences.
    ///   - exampleName: one word.
    ///   - hint: one sentence.
    ///   - reading: may be called on any thread.
    package init(
        summary: String,
        description: String,
        exampleName: String,
        hint: String,
        reading: @escaping @Sendable (_ directory: String) throws(SeedFault) -> ReadRecords
    ) {
        (self.summary, self.description) = (summary, description)
        (self.exampleName, self.hint, self.reading) = (exampleName, hint, reading)
    }

    /// Reads and checks the records in a directory; throws the first fault of a file.
    ///
    /// - Throws: ``SeedFault`` with file, line and column.
    package func read(_ directory: String) throws(SeedFault) -> ReadRecords {
        try reading(directory)
    }
}

/// Records that were read and can be served.
package struct ReadRecords {
    /// The number of records of one kind.
    package struct Count: Sendable, Equatable {
        /// The kind in the singular: `post`.
        ///
        /// Messages make the plural themselves.
        package var noun: String
        package var count: Int

        package init(noun: String, count: Int) {
            (self.noun, self.count) = (noun, count)
        }
    }

    /// One for each kind, in the order in which they are listed.
    package var counts: [Count]
    /// Puts the records into a content, in place of earlier ones, without a commit.
    ///
    /// A new data file is filled from the seed at the first start after this: records that should
    /// still be there then are in tables with `outlastsReset`.
    ///
    /// - Throws: SQLite's errors; the caller rolls back.
    package var write: (Domain) throws -> Void

    package init(_ counts: [Count], write: @escaping (Domain) throws -> Void) {
        (self.counts, self.write) = (counts, write)
    }
}
