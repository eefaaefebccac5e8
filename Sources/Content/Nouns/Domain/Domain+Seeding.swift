package import MockPostlyContent
package import MockPostlyWorld

extension Domain {
    /// Whether the content was ever filled from a seed, even an empty one.
    ///
    /// - Throws: SQLite's errors.
    package var isSeeded: Bool {
        get throws { try SeedingMark.isSet(on: work.connection) }
    }

    /// The time to which the relative dates of its seed belong; nil when the content was never filled.
    package var filledAt: Instant? {
        get throws { try SeedingMark.date(on: work.connection) }
    }

    /// Moves the dates that the seed gave relative to the day of filling to the present day of the
    /// world, and commits.
    ///
    /// Only for a content that is as its seed gave it. Nothing is written when it was filled today.
    ///
    /// - Throws: SQLite's errors.
    package func followSeed() throws {
        guard try registry.mustFollow(world.now, on: work.connection) else { return }
        try work.write { try registry.follow(world.now, on: work.connection) }
        try work.commit()
    }

    /// Replaces the content by that of the files of `seed`, which are read again.
    ///
    /// When it throws, nothing has changed. The writes are part of the open unit of work. Throws
    /// the first fault of the seed as ``SeedFault``. Up to `smallSeed` bytes of files are kept in
    /// memory between the two passes of the reading.
    ///
    /// - Parameters:
    ///   - seed: where the files are.
    ///   - time: from which relative dates count; by default the world's.
    ///   - smallSeed: in bytes, by default 4 MiB.
    /// - Throws: ``SeedFault``, or SQLite's errors.
    package func reset(
        toFilesOf seed: SeedSource,
        on time: Instant? = nil,
        smallSeed: Int = 4 << 20
    ) throws {
        try fill(from: seed, by: registry.seeds, on: time, smallSeed: smallSeed)
    }

    /// The most faults of a seed that are told at once.
    private static let mostFaults = 100

    /// As ``reset(toFilesOf:smallSeed:)``, read by parts of these `kinds`, which it returns.
    @discardableResult
    func fill(
        from seed: SeedSource,
        by kinds: [any SeedPart.Type],
        on time: Instant? = nil,
        smallSeed: Int = 4 << 20
    ) throws -> SeedParts {
        try work.write {
            try registry.clear(work)
            let reading = SeedReading(into: work, world, on: time, limit: Self.mostFaults)
            (reading.rowNames, reading.rowDates) = (registry.rowNames, registry.rowDates)
            let parts = SeedParts(kinds, of: reading)
            reading.read(seed, by: parts, smallSeed: smallSeed)
            if let failure = reading.failure { throw failure }
            if var fault = reading.faults.first {
                fault.others = Array(reading.faults.dropFirst())
                throw fault
            }
            try registry.buildIndexes(work)
            try SeedingMark.set(at: reading.filledAt ?? reading.startedAt, on: work.connection)
            try documents.follow(isImportNew: parts.part(DocumentsSeed.self).saysImport)
            movingSeed = reading.hasMovingDates ? MovingSeed(seed) : nil
            keepsTime = reading.filledAt != nil
            return parts
        }
    }
}
