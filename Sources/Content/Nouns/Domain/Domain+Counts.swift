package import MockPostlyContent

extension Domain {
    /// The numbers that people compare with what an app shows, for each system that counts its own.
    ///
    /// In the order of the systems in the registry. Costs a count per table.
    ///
    /// - Throws: SQLite's errors.
    package func counts() throws -> [(scope: ContentScope, counts: [ContentCount])] {
        try registry.counts(on: work.connection)
    }
}
