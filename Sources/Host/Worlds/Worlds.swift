internal import MockPostlyContent
internal import MockPostlyDialect
package import MockPostlyHTTP
package import MockPostlyJournal
package import MockPostlyLog
internal import MockPostlyNouns
package import MockPostlySockets
package import MockPostlyStubs
internal import MockPostlyWorld

/// The worlds of a server, and all operations on whole worlds.
///
/// These are: make, reset, copy, compare, export, import, set the clock, delete. A refusal is thrown
/// as a ``HostError``, and then nothing has changed; other errors are faults of the server. What may
/// be slow is a `Deferred` value. Belongs to the loop's thread.
package final class Worlds {
    package let configuration: HostConfiguration
    package let log: Log
    /// The memory limit for data that waits for clients, over all worlds.
    package let budget: BufferBudget
    /// What the journals of all worlds share.
    package let journals: JournalHub
    /// The memory for undoing writes.
    private let histories: HistoryBudget
    var table: WorldTable
    /// The names of worlds that ended because nobody used them.
    var expired = ExpiredWorlds()
    let shelf: ImageShelf
    /// The limits of the stubs of all worlds.
    let stubs = StubBudget()
    /// The stubs with which worlds begin that are no forks; set before the first world is added.
    package var firstStubs: [Stub] = []
    /// What happens to sockets later; the server gives it a timer.
    package let alarms = Alarms()
    /// Opens and closes the ports of worlds; nil when the server does not listen.
    ///
    /// It knows nothing of worlds.
    let ports: (any WorldPorts)?
    /// The label that was given last.
    private var lastLabel = 0
    /// The number of resets since the start, for the metrics.
    package internal(set) var resets = 0
    /// Whether the log already says that the data file was moved.
    var hasToldOfMove = false
    /// The machine time before which no further failed commit is logged.
    var nextWordOfLoss: UInt64 = 0
    /// The machine time before which it is not logged again that the data file is locked.
    var nextWordOfLock: UInt64 = 0
    /// The machine time of the next search for unused worlds; 0 when no world has a time to live.
    private var nextSweep: UInt64 = 0

    /// An empty table of worlds; ``load()`` or ``add(_:)`` adds the default world.
    package init(
        _ configuration: HostConfiguration,
        log: Log,
        budget: BufferBudget,
        ports: (any WorldPorts)? = nil
    ) {
        (self.configuration, self.ports) = (configuration, ports)
        table = WorldTable(of: configuration.instance)
        self.log = log
        self.budget = budget
        journals = JournalHub(configuration.journal)
        histories = HistoryBudget(limit: configuration.historySize)
        shelf = ImageShelf(
            configuration.seed,
            registry: configuration.content,
            origin: configuration.documentOrigin
        )
    }

    /// When something is due that no request brings, in nanoseconds of the monotonic clock; nil for
    /// nothing.
    package var nextAlarm: UInt64? { journals.searches.count > 0 ? 0 : alarms.next }

    // MARK: The table

    /// All worlds, the default one first.
    package var list: [World] { table.list }

    /// The default world; nil as long as nothing is loaded.
    package var home: World? { table.home }

    /// The world that requests which name no world are for; nil as long as nothing is loaded.
    package var front: World? {
        @inline(__always) get { table.front }
    }

    /// Grows whenever a request may be for another world than the same request before.
    package var changes: Int { table.changes }

    /// Whether there is a default world.
    package var isLoaded: Bool { !table.isEmpty }

    /// The world called `name`, compared byte by byte; nil when there is none.
    package subscript(name: String) -> World? { table[name] }

    /// The world whose name has these bytes, as they stand in a path.
    package func find(_ name: ArraySlice<UInt8>) -> World? { table.find(name) }

    /// The world that has `label`, which is not 0.
    package func world(labelled label: Int) -> World? {
        table.list.first { $0.label == label }
    }

    /// The label for connections that are for `world`; no other world ever has it.
    package func label(of world: World) -> Int {
        if world.label == 0 {
            lastLabel += 1
            world.label = lastLabel
        }
        return world.label
    }

    /// Adds a world; the first one is the default world.
    package func add(_ world: World) {
        // Worlds made later from the same seed share this image.
        if table.isEmpty, let start = world.start, let stamp = world.stamp {
            let isPassing = world.domain.world.clock.pace != .frozen
            shelf.store(.seed, start, at: world.filledAt, isPassing: isPassing, stamp)
        }
        enter(world)
        addFirstStubs(to: world)
    }

    /// Adds the stubs with which worlds begin, as far as there is room for them.
    func addFirstStubs(to world: World) {
        do {
            for stub in firstStubs { try world.stubs.add(stub) }
        } catch {
            log.warning("world \(world.name) has not all stubs of the stub directory: \(error)")
        }
    }

    /// Puts a world in the table, and connects it to the shared memory limit and to the log.
    func enter(_ world: World) {
        world.context.budget = budget
        world.stubs.join(stubs)
        world.openSockets(alarms)
        followFaults(of: world)
        world.notes.log = log
        // Without a control plane nobody could read it.
        if configuration.hasControl, configuration.journal.entries > 0 {
            world.openJournal(journals)
        }
        if configuration.hasControl, configuration.historySize > 0 {
            world.attempt("its writes cannot be undone") {
                try world.domain.work.keepHistory(histories)
            }
        }
        expired.forget(world.name)
        table.add(world)
    }

    /// Loads the default world on the calling thread, and adds it.
    package func load() throws(StartFailure) {
        add(try Loader.load(configuration))
    }

    /// Commits and closes all worlds, and empties the table; failures are logged.
    package func closeAll() {
        for world in table.list {
            do {
                try world.close()
            } catch {
                log.failure("world \(world.name): \(error)")
            }
        }
        table.removeAll()
    }

    // MARK: Worlds that nobody uses

    /// Deletes worlds whose time to live is over, if a search is due.
    @inline(__always) package func sweepIfDue() {
        if nextSweep != 0 { sweepNow() }
    }

    private func sweepNow() {
        let now = monotonicNanoseconds()
        guard now >= nextSweep else { return }
        noteUses(at: now)
        for world in table.list where world.isExpired(at: now) && !world.isHeld {
            log.detail("world \(world.name) ended: nobody used it")
            remove(world)
            expired.note(world.name, after: world.plan.timeToLive ?? .zero)
        }
        scheduleSweep()
    }

    /// Sets the time of last use of the worlds used since the last call; `now` is machine time.
    package func noteUses(at now: UInt64) {
        for world in table.list { world.noteUse(at: now) }
    }

    /// Plans the next search in 50 ms, if any world has a time to live.
    func scheduleSweep() {
        let canEnd = table.list.contains { $0.plan.timeToLive != nil }
        nextSweep = canEnd ? monotonicNanoseconds() + 50_000_000 : 0
    }

    // MARK: Commits

    /// Commits everything in `world`, before a whole world is changed.
    ///
    /// That includes writes for which no answer waits: those of a failed change of content.
    /// Throws ``NotPermanent`` when the commit fails.
    func settle(_ world: World) throws {
        guard commit(world) else { throw NotPermanent() }
    }

    /// Commits the writes of `world` and sends their events; returns false when the commit failed.
    ///
    /// After a failure the writes are rolled back, their events are dropped and the log says why.
    package func commit(_ world: World) -> Bool {
        guard world.hasWrites, !world.isDeleted else { return true }
        do {
            try world.domain.work.commit()
            world.settleEvents(arePermanent: true)
            return true
        } catch {
            world.settleEvents(arePermanent: false)
            noteLoss(of: world, error)
            return false
        }
    }

    /// Commits the writes of all worlds; returns false when any commit failed.
    package func commit() -> Bool {
        table.list.reduce(true) { commit($1) && $0 }
    }
}

/// A commit failed; the writes were rolled back.
package struct NotPermanent: Error {
    package init() {}
}
