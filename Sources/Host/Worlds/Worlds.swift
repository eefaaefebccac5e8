internal import MockPostlyContent
internal import MockPostlyControl
internal import MockPostlyDialect
package import MockPostlyHTTP
package import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyWorld

/// The worlds of a server, and all that is done to them as wholes: made, reset, copied, compared,
/// exported, imported, moved in time, ended.
///
/// It is what the control plane asks. Belongs to the loop's thread.
package final class Worlds {
    package let configuration: HostConfiguration
    package let log: Log
    /// What is held for the clients of all worlds.
    package let budget: BufferBudget
    var table = WorldTable()
    let shelf: ImageShelf
    let snapshotShelf: SnapshotShelf
    /// What only the process knows.
    package var process = ProcessFacts()
    /// Lets the answers leave that wait for a commit, before worlds are changed as wholes.
    package var settle: () -> Void = {}
    /// Opens and closes the port of a world; nil where nothing listens.
    ///
    /// It holds this object in turn.
    package weak var ports: (any WorldPorts)?
    /// What the last world with a port of its own marks connections with.
    var nextLabel = 0
    /// How often a world was reset.
    package internal(set) var resets = 0
    /// Whether the log has it that the data file is not in its place.
    var hasToldOfMove = false
    /// Machine time before which no more is told of writes that were undone.
    var nextWordOfLoss: UInt64 = 0
    /// Machine time of the next look for worlds that nobody uses; 0 when none can end.
    private var nextSweep: UInt64 = 0

    package init(_ configuration: HostConfiguration, log: Log, budget: BufferBudget) {
        self.configuration = configuration
        self.log = log
        self.budget = budget
        shelf = ImageShelf(
            configuration.seed,
            configuration.content,
            configuration.documentOrigin
        )
        snapshotShelf = SnapshotShelf(directory: configuration.snapshotDirectory)
    }

    // MARK: The table

    /// All worlds, the default one first.
    package var list: [RunningWorld] { table.list }

    /// The default world; nil as long as nothing is loaded.
    package var home: RunningWorld? { table.home }

    /// Whether there is a default world.
    package var isLoaded: Bool { !table.isEmpty }

    /// The world called `name`; equal bytes, not equal characters.
    package subscript(name: String) -> RunningWorld? { table[name] }

    /// The world called `name`, as it stands in a path.
    package func find(_ name: ArraySlice<UInt8>) -> RunningWorld? { table.find(name) }

    /// The world whose listener marks connections with `label`.
    package func world(labelled label: Int) -> RunningWorld? {
        table.list.first { $0.listener?.label == label }
    }

    /// Adds a world; the first one is the default.
    package func add(_ world: RunningWorld) {
        // What other worlds begin with is what this one has begun with.
        if table.isEmpty, let start = world.start, let stamp = world.stamp {
            shelf.keep(.seed, start, stamp)
        }
        enter(world)
    }

    /// Puts a world in the table, and what it holds for its clients into the budget.
    func enter(_ world: RunningWorld) {
        world.context.budget = budget
        world.context.report = { [log, name = world.name] report in
            switch report {
            case .failure(let words): log.failure("world \(name): \(words)")
            case .detail(let words): log.detail("world \(name): \(words)")
            }
        }
        table.add(world)
    }

    /// Loads the default world, and adds it.
    package func load() throws(StartFailure) {
        add(try Loader.load(configuration))
    }

    /// Closes all worlds and lets go of them; what cannot be written down is said in the log.
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

    /// Ends worlds that nobody has used for as long as they may be idle.
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
        }
        scheduleSweep()
    }

    /// Notes when worlds were used that were since the last time.
    package func noteUses(at now: UInt64) {
        for world in table.list { world.noteUse(at: now) }
    }

    /// Looks again soon, while there is a world that can end.
    func scheduleSweep() {
        let canEnd = table.list.contains { $0.plan.timeToLive != nil }
        nextSweep = canEnd ? monotonicNanoseconds() + 50_000_000 : 0
    }

    // MARK: Commits

    /// Lets the answers leave that wait for a commit, and makes the writes of `world` permanent that
    /// no answer waits for: those of a change of its content that failed.
    ///
    /// Throws ``NotPermanent``.
    func settle(_ world: RunningWorld) throws {
        settle()
        guard commit(world) else { throw NotPermanent() }
    }

    /// Makes the writes of `world` permanent, and tells of them; returns whether they are.
    package func commit(_ world: RunningWorld) -> Bool {
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

    /// Makes the writes of all worlds permanent; returns whether they are.
    package func commit() -> Bool {
        table.list.reduce(true) { commit($1) && $0 }
    }
}

/// What only the process knows of itself, for the control plane.
package struct ProcessFacts {
    /// Name and value of what the server is made of; the first two are its name and version.
    package var versions: [(name: String, value: String)] = []
    /// Figures in the Prometheus text format.
    package var metricsText: () throws -> String = { "" }

    package init() {}
}

/// Writes could not be made permanent.
package struct NotPermanent: Error {
    package init() {}
}
