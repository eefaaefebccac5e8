/// How much a seed holds.
package struct SeedCounts: Sendable, Equatable {
    package var users = 0
    package var posts = 0
    package var comments = 0
    package var likes = 0
    package var community = CommunityCounts()
}

/// How much a seed holds for the community.
package struct CommunityCounts: Sendable, Equatable {
    package var members = 0
    package var posts = 0
    package var comments = 0
    package var likes = 0
    package var tokens = 0

    package init() {}
}

/// What a check of a seed has found.
package struct SeedSummary: Sendable, Equatable {
    /// What could be read; complete when there are no faults.
    package var counts: SeedCounts
    /// The first faults, in the order of the files and the places in them.
    package var faults: [SeedFault]

    /// Checks a seed for up to `limit` faults.
    package static func check(_ source: SeedSource, limit: Int = 20) -> SeedSummary {
        do {
            let domain = try Domain.scratch()
            return try domain.work.write {
                let filling = SeedFilling(domain)
                var check = SeedCheck(limit: limit, into: filling, smallSeed: 0)
                check.run(source)
                if let failure = filling.failure { throw failure }
                return SeedSummary(counts: check.validator.counts, faults: check.validator.faults)
            }
        } catch {
            let words = "cannot be checked: \(error)"
            let fault = SeedFault(file: "the seed", line: 0, column: 0, field: "", words: words)
            return SeedSummary(counts: SeedCounts(), faults: [fault])
        }
    }
}
