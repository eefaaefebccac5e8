package import MockPostlyContent
internal import MockPostlyJournal
internal import MockPostlyNouns

/// Going back to before the last writes of a world.
extension Worlds {
    /// How many commits of a world can be undone; nil where their history is not kept.
    ///
    /// Throws ``NotPermanent`` when what is pending cannot be committed.
    package func undoable(in name: String) throws -> Int? {
        let world = try existing(name)
        try settle(world)
        return world.domain.work.history == nil ? nil : world.domain.work.undoable
    }

    /// How many commits lead back to before the entry `number` of the journal; nil when that is not known
    /// any more, or has written nothing.
    package func undoable(backTo number: Int, in name: String) throws -> Int? {
        let world = try existing(name)
        try settle(world)
        return world.domain.work.undoable(backTo: number)
    }

    /// Undoes the last `count` commits of a world, of which there must be so many.
    ///
    /// Faults, stubs, the clock, the journal and random numbers stay as they are.
    package func undo(_ count: Int, in name: String) throws -> Undone {
        let world = try existing(name)
        try settle(world)
        return try world.domain.undo(count)
    }
}

extension World {
    /// The number of the commit that is being made or was made last; nil where no history is kept.
    package var step: Int? { domain.work.history?.current }

    /// Takes note that the newest entry of the journal has written in the commit `step`.
    package func noteEntry(in step: Int) {
        guard let journal else { return }
        domain.work.history?.note(request: journal.last, in: step)
    }
}
