package import MockPostlyContent

extension Domain {
    /// The numbers that people compare with what an app shows, for each system that counts its own.
    package func counts() throws -> [(scope: ContentScope, counts: [ContentCount])] {
        try registry.counts(on: work.connection)
    }
}
