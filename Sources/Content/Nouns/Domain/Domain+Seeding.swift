package import MockPostlyContent
internal import MockPostlyWorld

extension Domain {
    /// Whether the content was filled from a seed once, even from one with nothing in it.
    package var isSeeded: Bool {
        get throws { try SeedingMark.isSet(on: work.connection) }
    }

    /// Makes the content that of the files of `seed`, which are read again, and nothing else; all of
    /// it, or nothing changes.
    ///
    /// The writes are part of the open unit of work, as those of a request are. Throws the seed's
    /// first fault, a ``SeedFault``.
    package func reset(toFilesOf seed: SeedSource, smallSeed: Int = 4 << 20) throws {
        try fill(from: seed, by: registry.seeds, smallSeed: smallSeed)
    }

    /// As ``reset(toFilesOf:smallSeed:)``, read by `parts`; returns the reading.
    @discardableResult
    func fill(
        from seed: SeedSource,
        by parts: [any SeedPart.Type],
        smallSeed: Int = 4 << 20
    ) throws -> SeedReading {
        let reading = try work.write {
            try registry.clear(work)
            let reading = SeedReading(parts, into: work, world, limit: 1)
            reading.read(seed, smallSeed: smallSeed)
            if let failure = reading.failure { throw failure }
            if let fault = reading.faults.first { throw fault }
            try registry.buildIndexes(work)
            try SeedingMark.set(at: world.now, on: work.connection)
            try documents.follow(isImportNew: reading.part(DocumentsSeed.self).saysImport)
            return reading
        }
        posts.changes.note(.everything)
        return reading
    }
}
