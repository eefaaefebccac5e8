internal import MockPostlyContent
internal import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyWorld

/// What becomes of a server whose data file cannot be written to.
extension Worlds {
    /// Sees to it that the next writes of `world` have a chance, and says why these had none; at most
    /// once a second.
    func noteLoss(of world: RunningWorld, _ error: any Error) {
        guard !(error is DataFileMoved) else { return noteMove(of: world) }
        // On a full disk the log may be what is in the way.
        try? world.file?.emptyLog()
        let now = monotonicNanoseconds()
        guard now >= nextWordOfLoss else { return }
        nextWordOfLoss = now + 1_000_000_000
        log.failure("world \(world.name): the writes were undone: \(error)")
    }

    /// What is wrong with the data file, for a person; nil when nothing is.
    package var impairment: String? {
        guard let world = table.home, let file = world.file else { return nil }
        do {
            try file.checkPlace()
            return nil
        } catch {
            noteMove(of: world)
            return error.words
        }
    }

    /// Looks whether the data file is in its place, and empties its log when nobody writes.
    package func lookAfterDataFile() {
        guard impairment == nil, let world = table.home else { return }
        do {
            try world.tidy()
        } catch {
            log.detail("the log of the data file was not emptied: \(error)")
        }
    }

    /// Says it once that the data file is not in its place.
    func noteMove(of world: RunningWorld) {
        guard !hasToldOfMove, let file = world.file, let fault = file.fault else { return }
        hasToldOfMove = true
        world.domain.work.countsReads = false
        log.failure("\(fault.words); nothing is written any more until the server is restarted")
        do {
            try file.leavePlace()
        } catch {
            log.failure("data file \(file.path): what was written last may be lost: \(error)")
        }
    }
}

extension DataFileMoved {
    /// What has happened, for a person.
    var words: String {
        "the file \(path) was " + (isReplaced ? "replaced by another" : "moved or deleted")
    }
}
