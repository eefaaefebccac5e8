internal import MockPostlyContent
package import MockPostlyControl
internal import MockPostlyCrypto
internal import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlySeeds
internal import MockPostlyWorld

/// Making, listing and deleting worlds.
extension Worlds {
    package var worldNames: [String] { table.list.map(\.name) }

    package var worldLimit: Int { configuration.worldLimit }

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
    func existing(_ name: String) throws -> RunningWorld {
        let world = try found(name)
        guard !world.isHeld else { throw WorldBusy(world: world) }
        world.touch()
        return world
    }

    /// As ``existing(_:)``, but does not count as using the world and ignores changes of its
    /// content.
    func found(_ name: String) throws(HostError) -> RunningWorld {
        guard !table.isEmpty else { throw .notReady }
        guard let world = table[name] else {
            throw .noSuchWorld(name, known: worldNames)
        }
        return world
    }

    // MARK: Making

    package func create(
        _ order: WorldOrder,
        for authority: String
    ) throws -> Deferred<WorldInfo> {
        try check(order)
        return try content(order.from).map { [self] content, stamp in
            // Other worlds may have been made while the content was read.
            try check(order)
            return try info(of: make(order, content, stamp), for: authority)
        }
    }

    /// Throws when `order` cannot be carried out, before anything is done for it.
    private func check(_ order: WorldOrder) throws(HostError) {
        guard !table.isEmpty else { throw .notReady }
        guard table.extraCount < worldLimit else {
            throw .tooManyWorlds(count: table.extraCount)
        }
        if let id = order.id, table[id] != nil { throw .worldExists(id) }
        if order.port != nil, ports == nil { throw .noPorts }
    }

    private func make(
        _ order: WorldOrder,
        _ content: Content,
        _ stamp: SeedStamp?
    ) throws -> RunningWorld {
        let id = order.id ?? table.newName()
        var plan = WorldPlan(id, origin: order.from.text, configuration)
        plan.timeToLive = order.timeToLive
        if let seed = order.randomSeed { plan.randomSeed = seed }
        switch order.from {
        case .world(let parent):
            plan.randomSalt = order.from.text
            // The copied dates and tokens belong to the parent's time.
            if let clock = table[parent]?.domain.world.clock { plan.clock = clock }
        case .snapshot: plan.randomSalt = order.from.text
        case .scenario(let name): plan.scenario = Scenario(rawValue: name)
        // With a seed in the plan, a reset reads changed files again.
        case .seed: plan.seed = configuration.seed
        case .empty: break
        }
        if let setting = order.clock { plan.clock.apply(setting) }
        let world = try Loader.open(
            plan,
            content,
            configuration,
            stamp: plan.seed == nil ? nil : stamp,
            caches: table.home?.caches
        )
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

    /// The users of the world's scenario, with the tokens of sessions that it describes.
    private func people(of world: RunningWorld) throws -> [WorldInfo.Person] {
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

    private func open(_ port: UInt16, for world: RunningWorld) throws(HostError) {
        guard let ports else { return }
        nextLabel += 1
        do {
            world.listener = (nextLabel, try ports.open(port, label: nextLabel))
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

    /// The content that `origin` names, and the stamp of the seed files it was made from.
    private func content(
        _ origin: WorldOrder.Origin
    ) throws -> Deferred<(Content, SeedStamp?)> {
        switch origin {
        case .world(let name):
            let world = try existing(name)
            try settle(world)
            return try reading(world.place()).map { ($0, nil) }
        case .snapshot(let name): return try content(ofSnapshot: name).map { ($0, nil) }
        case .seed: return try kept(.seed)
        case .empty: return try kept(.empty)
        case .scenario(let name):
            guard let scenario = Scenario(rawValue: name) else {
                throw HostError.noSuchScenario(name, known: scenarios.map(\.name))
            }
            return try kept(.scenario(scenario))
        }
    }

    /// The content at `place`: at once when it is in memory or small, else by another thread.
    func reading(_ place: ContentPlace) throws -> Deferred<Content> {
        let (registry, origin) = (configuration.content, configuration.documentOrigin)
        switch place {
        case .pages(let content): return .now(content)
        case .dataFile(_, let bytes) where bytes <= ContentPlace.smallest:
            return .now(try place.read(registry, origin))
        default: break
        }
        return .later(on: .contents(bytes: place.bytes)) {
            try place.read(registry, origin)
        } finish: { content in
            try content.get()
        }
    }

    private func kept(_ key: ImageShelf.Key) throws -> Deferred<(Content, SeedStamp?)> {
        do {
            if let (content, stamp) = try shelf[key] { return .now((content, stamp)) }
        } catch let fault as SeedFault {
            throw HostError.seedAtFault(fault.description)
        }
        let recipe = shelf.recipe(key)
        return .later(on: .contents(bytes: shelf.byteCount(key))) {
            try recipe()
        } finish: { [self] result in
            do {
                let (content, stamp) = try result.get()
                shelf.keep(key, content, stamp)
                return (content, stamp)
            } catch let fault as SeedFault {
                throw HostError.seedAtFault(fault.description)
            }
        }
    }

    package var scenarios: [ScenarioInfo] {
        Scenario.allCases.map { ScenarioInfo(name: $0.rawValue, summary: $0.summary) }
    }

    // MARK: Ending

    package func delete(world name: String) throws {
        let world = try existing(name)
        guard !world.isDefault else { throw HostError.defaultWorldStays }
        settle()
        remove(world)
    }

    func remove(_ world: RunningWorld) {
        table.remove(world)
        if let listener = world.listener { ports?.close(label: listener.label) }
        world.delete()
    }
}

extension WorldOrder.Origin {
    /// The origin as clients write it.
    var text: String {
        switch self {
        case .seed: "seed"
        case .empty: "empty"
        case .snapshot(let name): "snapshot:\(name)"
        case .world(let name): name == WorldPlan.defaultName ? "default" : "world:\(name)"
        case .scenario(let name): "scenario:\(name)"
        }
    }
}
