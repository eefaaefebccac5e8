internal import MockPostlyContent
internal import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyWorld

/// What the server does when its data file cannot be written.
extension Worlds {
    /// Logs, at most once a second, why a commit of `world` failed, and tries to free disk space.
    func noteLoss(of world: World, _ error: any Error) {
        guard !(error is DataFileMoved) else { return noteMove(of: world) }
        // On a full disk, emptying the write-ahead log may give the next writes space.
        try? world.file?.emptyLog()
        let now = monotonicNanoseconds()
        guard now >= nextWordOfLoss else { return }
        nextWordOfLoss = now + 1_000_000_000
        log.failure("world \(world.name): the writes were undone: \(error)")
    }

    /// The world that has to wait when `error` says that another program has its data file locked;
    /// nil for other errors.
    package func world(lockedBy error: any Error) -> World? {
        guard error is FileLocked, let world = table.home, world.file != nil else { return nil }
        let now = monotonicNanoseconds()
        if now >= nextWordOfLock {
            nextWordOfLock = now + 10_000_000_000
            log.notice("another program has locked the data file; what writes waits for it")
        }
        return world
    }

    /// After which time to try again what has waited for another program's lock for `waited` nanoseconds;
    /// nil when that was long enough, five seconds.
    ///
    /// A quarter of the time that it has waited, between 5 and 100 ms.
    package static func nextTry(afterWaiting waited: UInt64) -> Duration? {
        guard waited < 5_000_000_000 else { return nil }
        return .nanoseconds(Int64(min(max(waited / 4, 5_000_000), 100_000_000)))
    }

    /// What is wrong with the data file, in words for a person; nil when nothing is.
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

    /// Checks that the data file is still at its path, and empties its log when it is idle.
    package func lookAfterDataFile() {
        guard impairment == nil, let world = table.home else { return }
        writeLateCounts(of: world)
        do {
            try world.tidy()
        } catch {
            log.detail("the log of the data file was not emptied: \(error)")
        }
    }

    /// Writes the views that were not counted while another program had the data file locked.
    private func writeLateCounts(of world: World) {
        let work = world.domain.work
        guard work.hasLateCounts, !work.isPending, !world.isHeld else { return }
        // While the file is still locked, this fails, and the next look tries again.
        guard (try? work.write {}) != nil else { return }
        _ = commit(world)
    }

    /// Logs once that the data file was moved, deleted or replaced, and stops writing to it.
    func noteMove(of world: World) {
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
    /// What has happened, in words for a person.
    var words: String {
        "the file \(path) was " + (isReplaced ? "replaced by another" : "moved or deleted")
    }
}
