internal import MockPostlyContent
package import MockPostlyControl
internal import MockPostlyDialect
internal import MockPostlyEventHTTP
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyWorld

/// Everything between a request and its answer, without sockets: worlds, dialects, control plane.
///
/// Belongs to the loop's thread.
package final class Application {
    /// What a request has led to so far.
    enum Outcome {
        /// The answer; it may leave when the world's writes are permanent.
        case answered(Response, RunningWorld?)
        /// Work for another thread; ``finish(_:with:_:_:in:)`` goes on with its result. This and
        /// what follows is of no world when the control plane asks for it.
        case slow(SlowWork<Reply>, RunningWorld?)
        /// Nothing before the time has passed; ``resume(_:_:_:in:)`` goes on then.
        case delayed(Duration, () throws -> Reply, RunningWorld?)
        /// Nothing before something happens, or the patience ends.
        case held(HeldReply, RunningWorld?)
        /// The connection becomes another protocol's.
        case handedOver(Response, any Takeover, RunningWorld?)
        /// There is no content yet; the request is to be tried again when there is.
        case notLoaded
        /// The content of the world is being changed; the request is to be tried again afterwards.
        case busy(RunningWorld)
    }

    /// Which route a request took, for figures.
    enum RouteTaken: Hashable {
        /// A dialect by its place in the registry, and its route by its place in the table.
        case served(dialect: Int, route: Int?)
        case control(Int?)
        case none
    }

    var table = WorldTable()
    let configuration: Configuration
    let shelf: ImageShelf
    let snapshotShelf: SnapshotShelf
    private let sameSite: SameSite
    private lazy var control = Control(of: self, sameSite, adminToken: configuration.adminToken)
    let log: Log
    let metrics = Metrics()
    /// What is held for the clients of all worlds.
    let budget: BufferBudget
    /// What the transport has to say for ``Metrics``.
    var traffic: () -> Traffic = { Traffic() }
    /// Sends the answers that wait for a commit, before worlds are changed as wholes.
    var settle: () -> Void = {}
    /// Opens and closes the port of a world; nil where nothing listens.
    ///
    /// It holds this object in turn.
    weak var ports: (any WorldPorts)?
    /// What the last world with a port of its own marks connections with.
    var nextLabel = 0
    /// Whether the log has it that the data file is not in its place.
    var hasToldOfMove = false
    /// Machine time before which no more is told of writes that were undone.
    var nextWordOfLoss: UInt64 = 0
    /// Machine time of the next look for worlds that nobody uses.
    private var nextSweep: UInt64 = 0

    package init(_ configuration: Configuration, log: Log, _ sameSite: SameSite) {
        self.configuration = configuration
        self.log = log
        self.sameSite = sameSite
        budget = BufferBudget(limit: configuration.limits.buffered)
        shelf = ImageShelf(
            configuration.seed,
            configuration.content,
            configuration.documentOrigin
        )
        snapshotShelf = SnapshotShelf(directory: configuration.snapshotDirectory)
    }

    var worlds: [RunningWorld] { table.list }

    /// Whether there is a default world.
    var isLoaded: Bool { !table.isEmpty }

    /// Adds a world; the first one is the default.
    func add(_ world: RunningWorld) {
        // What other worlds begin with is what this one has begun with.
        if table.isEmpty, let start = world.start, let stamp = world.stamp {
            shelf.keep(.seed, start, stamp)
        }
        take(world)
    }

    /// Puts a world in the table, and what it holds for its clients into the budget.
    func take(_ world: RunningWorld) {
        world.context.budget = budget
        table.add(world)
    }

    /// The world called `name`.
    func world(_ name: String) -> RunningWorld? {
        table[name]
    }

    /// Lets go of all worlds, which are closed.
    func removeWorlds() {
        table.removeAll()
    }

    // MARK: Requests

    /// Begins to answer `request`, which came by the listener of a world, if it has that label.
    func begin(_ request: Request, label: Int = 0) -> (outcome: Outcome, route: RouteTaken) {
        if nextSweep != 0 { sweepIfDue() }
        let path = request.path
        // What nearly all requests are.
        if label == 0, !request.hasWorldField, path.count < 3 || !path.starts(with: "/w/".utf8) {
            if Control.owns(path), configuration.hasControl {
                return answerByControl(request, WorldPlan.defaultName)
            }
            guard let home = table.home else { return (.notLoaded, .none) }
            return begin(request, in: home)
        }
        guard !table.isEmpty else { return (.notLoaded, .none) }
        var request = request
        let (world, name) = address(&request, label)
        if Control.owns(request.path), configuration.hasControl {
            return answerByControl(request, name)
        }
        guard let world else {
            return (.answered(noSuchWorld(name, request), nil), .none)
        }
        world.touch()
        return begin(request, in: world)
    }

    /// The answer to a request for a world that is not there; pages may read it.
    private func noSuchWorld(_ name: String, _ request: Request) -> Response {
        var response =
            request.method == .options
            ? Response(status: 204) : Control.response(to: .noSuchWorld(name, known: worldNames))
        guard request.hasOrigin else { return response }
        response.fields.append(.init("Access-Control-Allow-Origin", "*"))
        guard request.method == .options else { return response }
        response.fields.append(.init("Access-Control-Allow-Methods", "*"))
        if let asked = request.header("access-control-request-headers") {
            response.fields.append(.init("Access-Control-Allow-Headers", asked))
        }
        return response
    }

    /// The world that `request` is for, and its name if there is none.
    ///
    /// A prefix of the path counts first, then the field, then the listener. The prefix is taken
    /// off.
    private func address(
        _ request: inout Request,
        _ label: Int
    ) -> (world: RunningWorld?, name: String) {
        if let name = WorldPrefix.world(in: request.path) {
            request.dropPathPrefix(WorldPrefix.length(name))
            if let world = table.find(name) { return (world, world.name) }
            return (nil, String(decoding: name, as: UTF8.self))
        }
        if let name = request.worldField {
            return (table.find(Array(name.utf8)[...]), name)
        }
        guard label != 0 else { return (table.home, WorldPlan.defaultName) }
        let world = table.list.first { $0.listener?.label == label }
        return (world, world?.name ?? "that was at this port")
    }

    /// The answer to a request whose body is too large, in the words of its dialect; nil for the
    /// usual one.
    func excess(for request: Request) -> Response? {
        var request = request
        let world = address(&request, 0).world
        if Control.owns(request.path), configuration.hasControl { return Control.excess }
        guard let world else { return nil }
        return world.owner(of: request).dialect.excess(for: request)
    }

    private func answerByControl(_ request: Request, _ world: String) -> (Outcome, RouteTaken) {
        do {
            let (reply, route) = try control.respond(to: request, world: world)
            // What it has written is permanent: nothing waits for a commit.
            return (Self.outcome(reply, nil), .control(route))
        } catch let busy as WorldBusy {
            return (.busy(busy.world), .control(nil))
        } catch {
            note(error, request)
            return (.answered(Control.failure, nil), .control(nil))
        }
    }

    /// Ends worlds that nobody has used for as long as they may be idle.
    func sweepIfDue() {
        guard nextSweep != 0 else { return }
        let now = monotonicNanoseconds()
        guard now >= nextSweep else { return }
        noteUses(at: now)
        let expired = worlds.filter { $0.isExpired(at: now) && !$0.isHeld }
        for world in expired {
            log.detail("world \(world.name) ended: nobody used it")
            remove(world)
        }
        scheduleSweep()
    }

    /// Notes when worlds were used that were since the last time.
    func noteUses(at now: UInt64) {
        for world in table.list { world.noteUse(at: now) }
    }

    /// Looks again soon, while there is a world that can end.
    func scheduleSweep() {
        let canEnd = worlds.contains { $0.plan.timeToLive != nil }
        nextSweep = canEnd ? monotonicNanoseconds() + 50_000_000 : 0
    }

    private func begin(
        _ request: Request,
        in world: RunningWorld
    ) -> (outcome: Outcome, route: RouteTaken) {
        guard !world.isHeld else { return (.busy(world), .none) }
        let served = world.owner(of: request)
        do {
            let (reply, route) = try served.dialect.respond(to: request)
            return (Self.outcome(reply, world), .served(dialect: served.place, route: route))
        } catch {
            note(error, request)
            let failure = served.dialect.failure(for: request)
            return (.answered(failure, world), .served(dialect: served.place, route: nil))
        }
    }

    private static func outcome(_ reply: Reply, _ world: RunningWorld?) -> Outcome {
        switch reply {
        case .now(let response): .answered(response, world)
        case .later(let work): .slow(work, world)
        case .after(let delay, let body): .delayed(delay, body, world)
        case .held(let held): .held(held, world)
        case .handOver(let response, let takeover): .handedOver(response, takeover, world)
        }
    }

    /// Counts and logs an answer that leaves now; `start` is when its request came, in machine time.
    func noteAnswer(
        _ response: Response,
        _ request: Request,
        _ route: RouteTaken,
        _ start: UInt64,
        _ world: RunningWorld?
    ) {
        let elapsed = monotonicNanoseconds() - start
        metrics.count(.init(route: route, status: response.status), nanoseconds: elapsed)
        guard log.logsRequests else { return }
        log.request(
            Log.Entry(
                method: request.method.name,
                target: request.shownTarget,
                status: response.status,
                milliseconds: Double(elapsed) / 1_000_000,
                bytes: response.body.count,
                world: world?.name
            )
        )
    }

    private func note(_ error: any Error, _ request: Request) {
        log.failure("\(request.method.name) \(request.shownTarget): \(error)")
    }

    /// Goes on with a request that had to wait; it waits again while its world is being changed.
    func resume(
        _ body: () throws -> Reply,
        _ request: Request,
        _ route: RouteTaken,
        in world: RunningWorld?
    ) -> Outcome {
        if let world, world.isDeleted { return .answered(noSuchWorld(world.name, request), nil) }
        if let world, world.isHeld { return .busy(world) }
        do {
            return Self.outcome(try body(), world)
        } catch let busy as WorldBusy {
            return .busy(busy.world)
        } catch {
            note(error, request)
            return .answered(failure(for: request, route, in: world), world)
        }
    }

    /// Goes on with a request whose slow work has come to `result`.
    func finish(
        _ work: SlowWork<Reply>,
        with result: any Sendable,
        _ request: Request,
        _ route: RouteTaken,
        in world: RunningWorld?
    ) -> Outcome {
        resume({ try work.finish(result) }, request, route, in: world)
    }

    /// The answer to `request` when the server failed, in the words of what took it.
    func failure(
        for request: Request,
        _ route: RouteTaken,
        in world: RunningWorld?
    ) -> Response {
        guard case .served(let place, _) = route, let dialect = world?.dialect(at: place) else {
            return Control.failure
        }
        return dialect.failure(for: request)
    }

    /// The answer to `request` when too much slow work waits.
    func overload(
        for request: Request,
        _ route: RouteTaken,
        in world: RunningWorld?
    ) -> Response {
        guard case .served(let place, _) = route, let dialect = world?.dialect(at: place) else {
            return Control.overload
        }
        return dialect.overload(for: request)
    }

    /// Sends the answers that wait for a commit, and makes the writes of `world` permanent that no
    /// answer waits for: those of a change of its content that failed.
    func settle(_ world: RunningWorld) throws {
        settle()
        guard commit(world) else { throw NotPermanent() }
    }

    /// Makes the writes of `world` permanent; returns whether they are.
    func commit(_ world: RunningWorld) -> Bool {
        guard world.domain.work.isPending, !world.isDeleted else { return true }
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
        worlds.reduce(true) { commit($1) && $0 }
    }
}

/// `/w/<world>` in front of a path.
enum WorldPrefix {
    /// The name of the world in `path`; nil when it has no such prefix.
    static func world(in path: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard path.starts(with: "/w/".utf8) else { return nil }
        let name = path.dropFirst(3).prefix { $0 != UInt8(ascii: "/") }
        return name.isEmpty ? nil : name
    }

    static func length(_ name: ArraySlice<UInt8>) -> Int { 3 + name.count }
}

extension Request {
    /// The target for a log: without the values of parameters that can be secrets.
    var shownTarget: String { LogText.redacted(target) }
}
