internal import MockPostlyBlog
package import MockPostlyControl
internal import MockPostlyCrypto
internal import MockPostlyDomain
package import MockPostlyHTTP
internal import MockPostlySQLite
internal import MockPostlyWorld

/// Worlds: made, listed, deleted.
extension Application {
    package var worldNames: [String] { worlds.isEmpty ? [] : worlds.map(\.name) }

    package var worldLimit: Int { configuration.worldLimit }

    /// Whether there is a world called so; of the default one that is said before it is loaded.
    package func hasWorld(_ name: String) -> Bool {
        sweepIfDue()
        return table.isEmpty
            ? name.utf8.elementsEqual(WorldPlan.defaultName.utf8) : table[name] != nil
    }

    /// The world called `name`, which is used by that.
    ///
    /// Throws a ``Problem`` when there is none, or when nothing is loaded.
    func existing(_ name: String) throws(Problem) -> RunningWorld {
        let world = try found(name)
        world.touch()
        return world
    }

    /// As ``existing(_:)`` for those who only look: that is no use.
    func found(_ name: String) throws(Problem) -> RunningWorld {
        guard !table.isEmpty else { throw .notReady }
        guard let world = table[name] else {
            throw Problem.unknownWorld(name, known: worldNames)
        }
        return world
    }

    // MARK: Making

    package func create(
        _ order: WorldOrder,
        for authority: String,
        _ answer: @escaping (WorldInfo) throws -> Response
    ) throws -> Reply {
        try check(order)
        return try content(order.from) { [self] image, stamp in
            // Others may have been made meanwhile.
            try check(order)
            let world = try make(order, image, stamp)
            return try answer(info(of: world, for: authority))
        }
    }

    /// Refuses an order that cannot be carried out, before anything is done for it.
    private func check(_ order: WorldOrder) throws(Problem) {
        guard !table.isEmpty else { throw .notReady }
        guard table.extraCount < worldLimit else {
            throw Problem(
                429,
                "Too many worlds",
                detail: "There are \(table.extraCount) worlds, and no more are allowed.",
                hint: "Delete some, give new ones a ttl, or start the server with --max-worlds."
            )
        }
        if let id = order.id, table[id] != nil {
            throw Problem(
                409,
                "World exists",
                detail: "There is a world '\(id)' already.",
                hint: "Choose another id, leave it out, or delete that world first."
            )
        }
        if order.port != nil, ports == nil {
            throw Problem(
                409,
                "No ports",
                detail: "Nothing listens here, so a world cannot have a port.",
                hint: "Leave 'port' out."
            )
        }
    }

    private func make(
        _ order: WorldOrder,
        _ image: PageImage,
        _ stamp: SeedStamp?
    ) throws -> RunningWorld {
        let id = order.id ?? table.newName()
        var plan = WorldPlan(id, origin: order.from.text, configuration)
        plan.timeToLive = order.timeToLive
        if let seed = order.randomSeed { plan.randomSeed = seed }
        switch order.from {
        case .world(let parent):
            plan.randomSalt = order.from.text
            // Its dates and tokens are of that time.
            if let clock = table[parent]?.domain.world.clock { plan.clock = clock }
        case .snapshot: plan.randomSalt = order.from.text
        case .scenario(let name): plan.scenario = Scenario(rawValue: name)
        // Files of the seed that have changed are read again by a reset.
        case .seed: plan.seed = configuration.seed
        case .empty: break
        }
        if let setting = order.clock { plan.clock.apply(setting) }
        let world = try Loader.open(
            plan,
            image,
            configuration,
            stamp: plan.seed == nil ? nil : stamp,
            caches: table.home?.caches
        )
        world.people = try people(of: world)
        // Whoever was minted for has taken some of the chosen numbers.
        if plan.randomSeed != nil {
            world.domain.world.restartRandom(seed: plan.firstRandomSeed)
        }
        if let port = order.port { try open(port, for: world) }
        table.add(world)
        scheduleSweep()
        return world
    }

    /// Those whom a test of the world's scenario may want to be.
    private func people(of world: RunningWorld) throws -> [WorldInfo.Person] {
        guard let scenario = world.plan.scenario else { return [] }
        let session = scenario.endedSession
        return try scenario.people.map { person in
            var token: String?
            if let session, session.email.utf8.elementsEqual(person.email.utf8) {
                // It held for seven days from when it was made.
                let left = Duration.seconds(7 * 86_400) - session.age
                token = try world.blog?.mint(for: person.email, lifetime: left)?.token
            }
            return WorldInfo.Person(
                email: person.email,
                password: person.password,
                token: token
            )
        }
    }

    private func open(_ port: UInt16, for world: RunningWorld) throws(Problem) {
        guard let ports else { return }
        nextLabel += 1
        do {
            world.listener = (nextLabel, try ports.open(port, label: nextLabel))
        } catch {
            throw Problem(
                409,
                error.kind == .addressInUse ? "Port in use" : "No such port",
                detail: "The port \(port) cannot be had: \(error.words).",
                hint: "Choose another, or 0 for a free one. No world was made."
            )
        }
    }

    // MARK: Contents

    /// Finds or makes the content that `origin` names, and answers by what `make` makes of it.
    private func content(
        _ origin: WorldOrder.Origin,
        _ make: @escaping (PageImage, SeedStamp?) throws -> Response
    ) throws -> Reply {
        switch origin {
        case .world(let name):
            let world = try existing(name)
            try settle(world)
            return .now(try make(world.image(), nil))
        case .snapshot(let name):
            return try snapshotContent(name) { try make($0, nil) }
        case .seed: return try kept(.seed, make)
        case .empty: return try kept(.empty, make)
        case .scenario(let name):
            guard let scenario = Scenario(rawValue: name) else {
                throw Problem.unknownScenario(name, known: scenarios.map(\.name))
            }
            return try kept(.scenario(scenario), make)
        }
    }

    private func kept(
        _ key: ImageShelf.Key,
        _ make: @escaping (PageImage, SeedStamp?) throws -> Response
    ) throws -> Reply {
        do {
            if let (image, stamp) = try shelf[key] { return .now(try make(image, stamp)) }
        } catch let fault as SeedFault {
            throw Problem(seed: fault)
        }
        let recipe = shelf.recipe(key)
        let work = SlowWork {
            Result { try recipe() }
        } finish: { [self] result in
            do {
                let (image, stamp) = try result.get()
                shelf.keep(key, image, stamp)
                return try make(image, stamp)
            } catch let fault as SeedFault {
                throw Problem(seed: fault)
            }
        }
        return .later(work)
    }

    package var scenarios: [ScenarioInfo] {
        Scenario.allCases.map { ScenarioInfo(name: $0.rawValue, summary: $0.summary) }
    }

    // MARK: Ending

    package func delete(world name: String) throws {
        let world = try existing(name)
        guard !world.isDefault else {
            throw Problem(
                409,
                "Not deletable",
                detail: "The default world stays as long as the server runs.",
                hint: "Reset it, or delete another."
            )
        }
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
    /// As a client says it.
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

extension Problem {
    init(seed fault: SeedFault) {
        self.init(
            409,
            "Seed at fault",
            detail: fault.description,
            hint: "Mend the seed and ask again; nothing was changed."
        )
    }
}
