package import MockPostlyContent
internal import MockPostlyNouns

/// The result of a check of a seed.
package struct SeedSummary: Sendable, Equatable {
    /// What was read, part by part; complete only when there are no faults.
    package var tallies: [SeedTally]
    /// The first faults, in the order of the files and the places in them.
    package var faults: [SeedFault]

    /// Checks a seed, and collects up to `limit` faults.
    package static func check(
        _ source: SeedSource,
        _ registry: ContentRegistry,
        limit: Int = 20
    ) -> SeedSummary {
        do {
            let domain = try Domain.scratch(registry)
            return try domain.work.write {
                let reading = SeedReading(
                    registry.seeds,
                    into: domain.work,
                    domain.world,
                    limit: limit
                )
                reading.read(source, smallSeed: 0)
                if let failure = reading.failure { throw failure }
                let tallies = reading.parts.compactMap(\.tally)
                return SeedSummary(tallies: tallies, faults: reading.faults)
            }
        } catch {
            let fault = SeedFault(file: "the seed", words: "cannot be checked: \(error)")
            return SeedSummary(tallies: [], faults: [fault])
        }
    }
}
