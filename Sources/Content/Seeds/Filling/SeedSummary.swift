package import MockPostlyContent
internal import MockPostlyNouns
package import MockPostlyWorld

/// The result of a check of a seed.
package struct SeedSummary: Sendable, Equatable {
    /// What was read, part by part; complete only when there are no faults.
    ///
    /// In the order in which a seed is written.
    package var tallies: [SeedTally]
    /// The first faults, in the order of the files and the places in them.
    ///
    /// At most the limit of the check; a failure of the database counts as one.
    package var faults: [SeedFault]

    /// Checks a seed, and collects up to `limit` faults.
    ///
    /// Reads all of the seed into a content in memory, which is thrown away.
    ///
    /// - Parameters:
    ///   - source: what is checked.
    ///   - registry: the members that it may have.
    ///   - time: from which relative dates count; by default 1970.
    ///   - limit: the most faults.
    /// - Returns: never throws: what goes wrong is a fault.
    package static func check(
        _ source: SeedSource,
        _ registry: ContentRegistry,
        on time: Instant = Instant(seconds: 0),
        limit: Int = 20
    ) -> SeedSummary {
        do {
            let domain = try Domain.scratch(registry)
            return try domain.work.write {
                let reading = SeedReading(into: domain.work, domain.world, on: time, limit: limit)
                let parts = SeedParts(registry.seeds, of: reading)
                reading.read(source, by: parts, smallSeed: 0)
                if let failure = reading.failure { throw failure }
                let tallies = parts.all.compactMap(\.tally)
                return SeedSummary(tallies: tallies, faults: reading.faults)
            }
        } catch {
            let fault = SeedFault(file: "the seed", words: "cannot be checked: \(error)")
            return SeedSummary(tallies: [], faults: [fault])
        }
    }
}
