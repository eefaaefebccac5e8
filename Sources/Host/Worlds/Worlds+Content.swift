internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyFaults
package import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyNouns
internal import MockPostlySockets
internal import MockPostlyStubs
internal import MockPostlyThreads
internal import MockPostlyWorld

/// Whole contents of worlds: reset, export, import.
extension Worlds {
    /// Resets the content of a world to what it began with, or all of the world.
    package func reset(_ order: ResetOrder) throws -> Deferred<ResetSummary> {
        let world = try existing(order.world)
        let scopes = try order.scope.map { Set(try $0.map(scope)) }
        let summary = try change(world, disconnects: order.disconnects) {
            // The clock goes back after the content, which is of that time already.
            try world.reset(scopes, on: order.isOfEverything ? world.firstClock.now() : nil)
        }
        return try summary.map { [self] summary in
            resets += 1
            if order.isOfEverything, !world.isDeleted { startAnew(world) }
            return summary
        }
    }

    /// Makes all of `world` but its content as it began.
    ///
    /// Snapshots stay, and so does the counting of numbers: an old one never means something new.
    private func startAnew(_ world: World) {
        // First, or the new time could send what waits.
        world.sockets?.startAnew()
        world.stubs.removeAll()
        world.stubs.commonDelay = .none
        addFirstStubs(to: world)
        world.domain.world.clock = world.firstClock
        changeFaults(of: world) { faults in
            _ = faults.removeAll()
            faults.restartRandom(seed: world.plan.faultSeed)
            world.addFaults(of: configuration)
        }
        world.journal?.clear()
    }

    private func scope(_ name: String) throws(HostError) -> ContentScope {
        guard let scope = configuration.content.scope(named: name) else {
            throw .noSuchSystem(name, known: configuration.content.scopes.map(\.name))
        }
        return scope
    }

    /// Replaces the content of `world` between two requests.
    ///
    /// Requests before it see the whole old content, requests after it the whole new one. A long
    /// change is carried out by another thread; meanwhile the requests of this world wait. Those of
    /// other worlds do not, unless a change of their content waits for the same thread.
    func change(
        _ world: World,
        disconnects: Bool,
        _ plan: () throws -> ContentChange
    ) throws -> Deferred<ResetSummary> {
        // Earlier writes are committed first: they must not be lost if the change fails.
        try settle(world)
        let start = monotonicNanoseconds()
        let change: ContentChange
        do {
            change = try plan()
            if try world.carryOutQuickly(change) {
                guard commit(world) else { throw NotPermanent() }
                return .now(try summary(of: world, since: start, disconnects))
            }
        } catch {
            // No answer with writes will follow, so nothing else would end this transaction.
            _ = commit(world)
            if let fault = error as? SeedFault { throw HostError.seedAtFault(fault.report) }
            throw error
        }
        let reset = Deferred.later(on: .contents(bytes: change.bytes)) {
            try change.carryOut()
        } finish: { [self] result -> ResetSummary in
            defer { world.letGo() }
            do {
                try world.complete(change, with: result.get())
            } catch  where DatabaseFailure(error)?.isBusy == true {
                throw FileLocked()
            } catch let fault as SeedFault {
                throw HostError.seedAtFault(fault.report)
            }
            return try summary(of: world, since: start, disconnects)
        }
        return reset.beginning { world.hold() }
    }

    private func summary(
        of world: World,
        since start: UInt64,
        _ disconnects: Bool
    ) throws -> ResetSummary {
        let nanoseconds = monotonicNanoseconds() - start
        if disconnects { world.disconnectAll() }
        return ResetSummary(
            world: world.name,
            counts: try WorldCounts(of: world),
            milliseconds: Double(nanoseconds / 1000) / 1000
        )
    }

    // MARK: Export

    /// The content of a world as the bytes of a file.
    package func export(world name: String, as format: ExportFormat) throws -> Deferred<[UInt8]> {
        let world = try existing(name)
        try settle(world)
        let (place, origin) = (try world.place(), configuration.documentOrigin)
        let registry = configuration.content
        return .later(on: .contents(bytes: place.bytes)) {
            try Self.bytes(of: place.read(registry, origin), as: format, registry)
        } finish: { bytes in
            try bytes.get()
        }
    }

    /// The state of a dialect in the form of a user's own file.
    ///
    /// - Throws: ``HostError/notServed(dialect:)`` where `dialect` is not served, or has no such file.
    package func stateFile(of dialect: String, world name: String) throws -> [UInt8] {
        let world = try existing(name)
        try settle(world)
        guard let bytes = try world.dialect(named: dialect)?.stateFile else {
            throw HostError.notServed(dialect: dialect)
        }
        return bytes
    }

    /// The bytes of an export; any thread may call it.
    static func bytes(
        of content: Content,
        as format: ExportFormat,
        _ registry: ContentRegistry
    ) throws -> [UInt8] {
        switch format {
        case .sqlite: content.bytes
        case .seed: try content.seed(registry)
        }
    }

    /// Writes the default world to `path`: a seed when the name ends in `.json`, else a database.
    ///
    /// Throws ``ContentFault`` or an SQLite error; a file that was at `path` is unchanged then.
    package func exportDefaultWorld(to path: String) throws {
        guard let world = table.home else { return }
        try settle(world)
        let format: ExportFormat = path.hasSuffix(".json") ? .seed : .sqlite
        let registry = configuration.content
        let content = try world.place().read(registry, configuration.documentOrigin)
        try ContentFile.write(Self.bytes(of: content, as: format, registry), to: path)
    }

    // MARK: Import

    /// Replaces the content of a world by `bytes`: an SQLite database or a seed in JSON.
    package func importContent(
        _ bytes: [UInt8],
        into name: String
    ) throws -> Deferred<ResetSummary> {
        // A seed was read at no particular time: its relative dates are of today.
        let now = try existing(name).now
        let (registry, origin) = (configuration.content, configuration.documentOrigin)
        let body = TakenOnce(bytes)
        let isDatabase = bytes.isDatabase
        let read = Deferred.later(on: .contents(bytes: bytes.count)) {
            // The body's memory is released before the documents are read.
            isDatabase
                ? try Content(ContentFile.image(of: body.take() ?? [], registry), origin)
                : try .reading(
                    .bytes(body.take() ?? [], name: "body"),
                    registry,
                    origin,
                    on: now
                )
        } finish: { result in
            do {
                return try result.get()
            } catch let fault as ContentFault {
                throw HostError.importedDatabaseUnusable(reason: fault.words)
            } catch let fault as SeedFault {
                throw HostError.importedSeedAtFault(fault.report)
            }
        }
        return try read.flatMap { [self] content in
            let world = try existing(name)
            return try change(world, disconnects: false) { try world.restore(content) }
        }
    }

}

extension [UInt8] {
    /// Whether they begin as an SQLite file does; if not, an imported body is a seed in JSON.
    fileprivate var isDatabase: Bool { starts(with: "SQLite format 3\0".utf8) }
}

/// A large value that its first and only reader releases, on any thread.
private final class TakenOnce<Value: Sendable>: Sendable {
    private let value: Monitor<Value?>

    init(_ value: Value) {
        self.value = Monitor(value)
    }

    func take() -> Value? {
        value.withLock { value in
            defer { value = nil }
            return value
        }
    }
}
