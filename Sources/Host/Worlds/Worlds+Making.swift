internal import MockPostlyContent
internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyFaults
package import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlySeeds
internal import MockPostlySockets
internal import MockPostlyStubs
internal import MockPostlyWorld

/// Making, listing and deleting worlds.
extension Worlds {
    /// The names of the worlds, the default one first.
    package var worldNames: [String] { table.list.map(\.name) }

    /// Whether there is a world called `name`; before the content is loaded, only `default`.
    package func hasWorld(_ name: String) -> Bool {
        sweepIfDue()
        return table.isEmpty
            ? name.utf8.elementsEqual(WorldPlan.defaultName.utf8) : table[name] != nil
    }

    /// The world called `name`; finding it here counts as using it.
    ///
    /// Throws a `HostError` when there is no such world or nothing is loaded yet, and ``WorldBusy``
    /// while its content is being changed.
    package func existing(_ name: String) throws -> World {
        let world = try found(name)
        guard !world.isHeld else { throw WorldBusy(world: world) }
        world.touch()
        return world
    }

    /// As ``existing(_:)``, but does not count as using the world and ignores changes of its
    /// content.
    package func found(_ name: String) throws(HostError) -> World {
        guard !table.isEmpty else { throw .notReady }
        guard let world = table[name] else { throw noWorld(name) }
        return world
    }

    /// Throws as ``existing(_:)`` does when `world` was deleted, or its content is being changed.
    func validateUse(of world: World) throws {
        guard !world.isDeleted else { throw noWorld(world.name) }
        guard !world.isHeld else { throw WorldBusy(world: world) }
    }

    /// The refusal of a request for a world that is not there.
    package func noWorld(_ name: String) -> HostError {
        if let lifetime = expired[name] { return .worldExpired(name, after: lifetime) }
        guard let instance = configuration.instance else {
            return .noSuchWorld(name, known: worldNames)
        }
        if let owner = Instance.name(in: name), !instance.owns(name) {
            return .worldElsewhere(name, owner: owner, instance: instance.name)
        }
        return .noSuchWorld(name, known: worldNames, instance: instance.name)
    }

    // MARK: Making

    /// Makes a world; when this fails, there is no new world and no open port.
    package func create(
        _ order: WorldOrder,
        for authority: String
    ) throws -> Deferred<WorldInfo> {
        try validate(order)
        let key = try shelfKey(order.from)
        return try content(order, key).map { [self] content, stamp in
            // Other worlds may have been made while the content was read.
            try validate(order)
            let world = try make(order, key, content: content, stamp: stamp)
            return try info(of: world, for: authority)
        }
    }

    /// Throws when `order` cannot be carried out, before anything is done for it.
    private func validate(_ order: WorldOrder) throws(HostError) {
        guard !table.isEmpty else { throw .notReady }
        guard table.extraCount < configuration.worldLimit else {
            throw .tooManyWorlds(count: table.extraCount)
        }
        if let id = order.id, table[id] != nil { throw .worldExists(id) }
        if order.port != nil, ports == nil { throw .noPorts }
        var settings = configuration.settings
        try apply(order.settings, to: &settings)
    }

    private func make(
        _ order: WorldOrder,
        _ key: ImageShelf.Key?,
        content: Content,
        stamp: SeedStamp?
    ) throws -> World {
        let id = order.id ?? table.newName()
        var plan = WorldPlan(id, origin: order.from.text, configuration)
        plan.timeToLive = order.timeToLive
        if let seed = order.randomSeed { plan.randomSeed = seed }
        switch order.from {
        case .world(let parent):
            plan.randomSalt = order.from.text
            if let parent = table[parent]?.plan {
                (plan.settings, plan.onUnknown) = (parent.settings, parent.onUnknown)
            }
        case .snapshot: plan.randomSalt = order.from.text
        case .scenario(let name): plan.scenario = Scenario(rawValue: name)
        // With a seed in the plan, a reset reads changed files again.
        case .seed: plan.seed = configuration.seed
        case .seedFile, .seedPaths:
            switch key {
            case .files(let paths): plan.seed = .paths(paths)
            case .named(let path, let rule): plan.seed = .named(path, rule)
            case .seed, .empty, .scenario, nil: break
            }
        case .seedText(let text, let name): plan.seed = .bytes(text, name: name)
        case .empty: break
        }
        plan.clock = clock(order)
        if let choice = order.onUnknown { plan.onUnknown = choice }
        try apply(order.settings, to: &plan.settings)
        let world = try Loader.open(
            plan,
            content,
            configuration: configuration,
            stamp: plan.seed == nil ? nil : stamp,
            caches: table.home?.caches
        )
        if case .world(let name) = order.from, let parent = table[name] {
            world.stubs.join(stubs)
            try world.stubs.copy(parent.stubs)
            world.faults.copy(parent.faults, at: world.now)
        } else {
            world.stubs.join(stubs)
            addFirstStubs(to: world)
        }
        world.people = try people(of: world)
        // Minting the tokens of `people` has used some of the chosen random numbers.
        if plan.randomSeed != nil {
            world.domain.world.restartRandom(seed: plan.firstRandomSeed)
        }
        if let port = order.port { try open(port, for: world) }
        enter(world)
        scheduleSweep()
        return world
    }

    /// The clock of a new world.
    private func clock(_ order: WorldOrder) -> Clock {
        var clock = Clock(configuration.clock)
        // The copied dates and tokens belong to the parent's time.
        if case .world(let name) = order.from, let parent = table[name] {
            clock = parent.domain.world.clock
        }
        if let setting = order.clock { clock.apply(setting) }
        return clock
    }

    /// The users of the world's scenario, with the tokens of sessions that it describes.
    private func people(of world: World) throws -> [WorldInfo.Person] {
        guard let scenario = world.plan.scenario else { return [] }
        let session = scenario.endedSession
        return try scenario.people.map { person in
            var token: String?
            if let session, session.email.utf8.elementsEqual(person.email.utf8) {
                // Such a token was valid for seven days from when it was made.
                let left = Duration.seconds(7 * 86_400) - session.age
                var order = MintOrder(user: person.email)
                order.lifetime = left
                token = try world.dialect(named: session.dialect)?.mint(order).awaited()?.token
            }
            return WorldInfo.Person(
                email: person.email,
                password: person.password,
                token: token
            )
        }
    }

    private func open(_ port: UInt16, for world: World) throws(HostError) {
        guard let ports else { return }
        do {
            world.port = try ports.open(port, label: label(of: world))
        } catch {
            if error.kind == .tooManyFiles { throw .noFilesForPort(port, reason: error.words) }
            throw .portUnavailable(
                port,
                isInUse: error.kind == .addressInUse,
                reason: error.words
            )
        }
    }

    // MARK: Contents

    /// The content that a new world begins with, and the stamp of the seed files it was made from.
    ///
    /// A seed's relative dates are around the day of the world. `key` is where it is kept.
    private func content(
        _ order: WorldOrder,
        _ key: ImageShelf.Key?
    ) throws -> Deferred<(Content, SeedStamp?)> {
        let clock = clock(order)
        let now = clock.now()
        if let key {
            return try shelf.content(key, on: now, isPassing: clock.pace != .frozen)
                .map { ($0, $1) }
        }
        switch order.from {
        case .world(let name):
            let world = try existing(name)
            try settle(world)
            return try reading(world.place()).map { ($0, nil) }
        case .snapshot(let name): return try content(of: name).map { ($0, nil) }
        case .seedText(let text, let name): return try reading(seed: text, named: name, on: now)
        case .seed, .seedFile, .seedPaths, .empty, .scenario: preconditionFailure("has a key")
        }
    }

    /// The content at `place`, of the default world if that is a data file: at once when it is in
    /// memory or small, else by another thread.
    func reading(_ place: ContentPlace) throws -> Deferred<Content> {
        let (registry, origin) = (configuration.content, configuration.documentOrigin)
        switch place {
        case .pages(let content): return .now(content)
        case .dataFile(let path, let bytes):
            return .later(on: .contents(bytes: bytes)) {
                try Content.reading(dataFile: path, origin)
            } finish: { [self] result in
                let (content, fileImage) = try result.get()
                // The next time, only what is written from now on has to be read.
                if let fileImage { home?.domain.adopt(fileImage) }
                return content
            }
        case .snapshotFile(_, _, let bytes):
            return .later(on: .contents(bytes: bytes)) {
                try place.read(registry, origin)
            } finish: { content in
                try content.get()
            }
        }
    }

    // MARK: Ending

    /// Deletes a world and closes its port; the default world cannot be deleted.
    package func delete(world name: String) throws {
        let world = try existing(name)
        guard !world.isDefault else { throw HostError.defaultWorldStays }
        remove(world)
    }

    /// Deletes all worlds but the default one; returns their names.
    package func deleteWorlds() throws -> [String] {
        guard !table.isEmpty else { throw HostError.notReady }
        let worlds = table.list.filter { !$0.isDefault }
        if let busy = worlds.first(where: \.isHeld) { throw WorldBusy(world: busy) }
        for world in worlds { remove(world) }
        return worlds.map(\.name)
    }

    func remove(_ world: World) {
        if table.front === world {
            log.notice(
                "world \(world.name) has ended; requests without a world go to"
                    + " \(WorldPlan.defaultName) again"
            )
        }
        table.remove(world)
        if world.port != nil { ports?.close(label: world.label) }
        if let alarm = world.endOfFault { alarms.cancel(alarm) }
        world.delete()
        journals.noteEnd()
    }
}

extension WorldOrder.Origin {
    /// The origin as clients write it.
    var text: String {
        switch self {
        case .seed: "seed"
        case .seedFile(let name): "seed:\(name)"
        case .seedPaths(let paths): "seed:" + paths.joined(separator: ",")
        case .seedText: "inline"
        case .empty: "empty"
        case .snapshot(let name): "snapshot:\(name.text)"
        case .world(let name): name == WorldPlan.defaultName ? "default" : "world:\(name)"
        case .scenario(let name): "scenario:\(name)"
        }
    }
}
