internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyFaults
internal import MockPostlyNouns
internal import MockPostlyWorld

/// The change of the whole content: reset and restore.
extension World {
    /// Where the content can be read; all writes must be committed before.
    ///
    /// When much of a data file must be read, a second connection does that, unless the file was
    /// moved away from its path. The pages that were written since the last time are read here.
    func place() throws -> ContentPlace {
        let place = try placeOfChanges()
        guard let file, case .dataFile(_, let bytes) = place else { return place }
        let isInPlace = (try? file.checkPlace()) != nil
        let unread = try domain.unreadBytes() ?? bytes
        guard !isInPlace || unread <= ContentPlace.smallest else { return place }
        return .pages(try domain.content)
    }

    /// Where a change of the content has to be made.
    private func placeOfChanges() throws -> ContentPlace {
        guard let file else { return .pages(try domain.content) }
        return .dataFile(file.path, bytes: try domain.databaseSize.bytes)
    }

    /// Plans a reset to what the world began with; it happens as a whole or not at all.
    ///
    /// Seed files that have changed since then are read again, and relative dates are as of `time`, by
    /// default now. `scopes` nil resets everything.
    func reset(_ scopes: Set<ContentScope>?, on time: Instant? = nil) throws -> ContentChange {
        change(try placeOfChanges(), .start(try beginning(on: time ?? now), scopes))
    }

    /// What the world began with, or how to make it, with relative dates as of `time`.
    func beginning(on time: Instant) throws -> ContentChange.Start {
        let stamp = try plan.seed?.stamp()
        var begin = ContentChange.Start(
            known: stamp == self.stamp ? start : nil,
            stamp: stamp,
            seed: plan.seed ?? .empty,
            now: plan.beginsWithSeed ? time : nil,
            baseline: baseline,
            baselineTime: filledAt
        )
        if let now = begin.now, let known = begin.known {
            begin.mustMove = !known.isCurrent(at: now, filledAt: filledAt, domain.registry)
        }
        return begin
    }

    /// Plans the replacement of the whole content by `content`.
    func restore(_ content: Content) throws -> ContentChange {
        change(try placeOfChanges(), .content(content))
    }

    private func change(_ place: ContentPlace, _ aim: ContentChange.Aim) -> ContentChange {
        ContentChange(
            place: place,
            aim: aim,
            registry: domain.registry,
            origin: origin,
            survivesPowerLoss: survivesPowerLoss
        )
    }

    /// Carries out `change` now if that is quick; returns false when another thread must do it.
    func carryOutQuickly(_ change: ContentChange) throws -> Bool {
        // No connection may write to a data file that was moved away from its path.
        try file?.checkPlace()
        // A request that would have to wait for another program's lock waits before, without holding up
        // the requests that only read.
        if file != nil { try domain.work.checkWritable() }
        if case .content(let content) = change.aim, try restoreAtOnce(content) { return true }
        if case .start(let start, nil) = change.aim, let known = start.known, !start.mustMove,
            try resetAtOnce(to: known)
        {
            baseline = known
            restart()
            return true
        }
        guard change.bytes <= ContentPlace.smallest, !change.readsSeed else { return false }
        try carryOutHere(change)
        return true
    }

    private func resetAtOnce(to start: Content) throws -> Bool {
        guard try domain.carriesImport(to: start) else { return try restoreAtOnce(start) }
        guard let carried, carried.start === start.image,
            carried.imported === domain.documents.importedSet
        else { return false }
        return try restoreAtOnce(carried.content)
    }

    /// Replaces the content, unless much of it would have to be written to a data file.
    private func restoreAtOnce(_ content: Content) throws -> Bool {
        if file != nil {
            let bytes = try domain.unwrittenBytes(for: content)
            guard let bytes, bytes <= ContentPlace.smallest else { return false }
        }
        do {
            try domain.restore(content)
            return true
        } catch  where file != nil && DatabaseFailure(error)?.isBusy == true {
            // Another program writes to the data file; the other thread waits for it.
            return false
        }
    }

    private func carryOutHere(_ change: ContentChange) throws {
        guard case .start(let start, let scopes) = change.aim else {
            if case .content(let content) = change.aim { try domain.restore(content) }
            return
        }
        let known = try start.make(domain.registry, origin)
        let baseline = try ContentChange.baseline(start, known, scopes, domain.registry, origin)
        if let scopes {
            try domain.reset(scopes, to: known.image)
        } else {
            try domain.reset(to: known)
        }
        note(start, known, baseline)
        restart(scopes)
    }

    /// Takes over the outcome of `change`, which another thread has carried out.
    func complete(_ change: ContentChange, with outcome: ContentChange.Outcome) throws {
        if let content = outcome.content { try domain.restore(content) }
        if let image = outcome.fileImage { domain.adopt(image) }
        if let documents = outcome.documents { domain.follow(documents) }
        guard case .start(let start, let scopes) = change.aim, let known = outcome.start else {
            return
        }
        note(start, known, outcome.baseline ?? known)
        restart(scopes)
        guard scopes == nil, let content = outcome.content, content.image !== known.image else {
            return
        }
        carried = domain.documents.importedSet.map { (known.image, $0, content) }
    }

    private func note(
        _ start: ContentChange.Start,
        _ content: Content,
        _ baseline: Content
    ) {
        (self.start, stamp, self.baseline) = (content, start.stamp, baseline)
        if let now = start.now { filledAt = now }
    }

    /// Resets what is not part of the content: request counters and, with a chosen seed, random
    /// numbers.
    private func restart(_ scopes: Set<ContentScope>? = nil) {
        let scopes = scopes ?? Set(domain.registry.scopes)
        for scope in scopes { dialect(named: scope.name)?.forgetRequests() }
        // All that is served is everything: nobody has seen the rest.
        let rest = domain.registry.scopes.filter { dialect(named: $0.name) != nil }
        guard scopes.isSuperset(of: rest), plan.randomSeed != nil else { return }
        domain.world.restartRandom(seed: plan.firstRandomSeed)
        faults.restartRandom(seed: plan.faultSeed)
    }
}
