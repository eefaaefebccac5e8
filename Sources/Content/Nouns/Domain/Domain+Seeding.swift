package import MockPostlyContent
internal import MockPostlyWorld

extension Domain {
    /// Whether the content was ever filled from a seed, even an empty one.
    ///
    /// - Throws: SQLite's errors.
    package var isSeeded: Bool {
        get throws { try SeedingMark.isSet(on: work.connection) }
    }

    /// The day, in days since 1970, to which the relative dates of its seed belong; nil when the
    /// content was never filled.
    ///
    /// In UTC. A world compares it with the day of its clock to see whether dates must move.
    package var seedDay: Int64? {
        get throws { try SeedingMark.date(on: work.connection)?.daysSince1970 }
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
    ///   - smallSeed: in bytes, by default 4 MiB.
    /// - Throws: ``SeedFault``, or SQLite's errors.
    package func reset(toFilesOf seed: SeedSource, smallSeed: Int = 4 << 20) throws {
        try fill(from: seed, by: registry.seeds, smallSeed: smallSeed)
    }

    /// The most faults of a seed that are told at once.
    private static let mostFaults = 100

    /// As ``reset(toFilesOf:smallSeed:)``, read by parts of these `kinds`, which it returns.
    @discardableResult
    func fill(
        from seed: SeedSource,
        by kinds: [any SeedPart.Type],
        smallSeed: Int = 4 << 20
    ) throws -> SeedParts {
        try work.write {
            try registry.clear(work)
            let reading = SeedReading(into: work, world, limit: Self.mostFaults)
            reading.rowNames = registry.rowNames
            let parts = SeedParts(kinds, of: reading)
            reading.read(seed, by: parts, smallSeed: smallSeed)
            if let failure = reading.failure { throw failure }
            if var fault = reading.faults.first {
                fault.others = Array(reading.faults.dropFirst())
                throw fault
            }
            try registry.buildIndexes(work)
            try SeedingMark.set(at: reading.startedAt, on: work.connection)
            try documents.follow(isImportNew: parts.part(DocumentsSeed.self).saysImport)
            return parts
        }
    }
}
