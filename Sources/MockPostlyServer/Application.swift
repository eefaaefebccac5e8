package import MockPostlyControl
internal import MockPostlyDomain
package import MockPostlyHTTP
package import MockPostlyWorld

/// Everything between a request and its answer, without sockets: worlds, dialects, control plane.
///
/// Belongs to the loop's thread.
package final class Application {
    /// What a request has led to so far.
    enum Outcome {
        /// The answer; it may leave when the world's writes are permanent.
        case answered(Response, RunningWorld?)
        /// Work for another thread; ``finish(_:_:_:_:in:)`` makes the answer of its result. It is
        /// of no world when the control plane asks for it.
        case slow(SlowWork, RunningWorld?)
        /// Nothing before the time has passed; ``resume(_:_:_:in:)`` goes on then.
        case delayed(Duration, () throws -> Reply, RunningWorld)
        /// Nothing before something happens, or the patience ends.
        case held(HeldReply, RunningWorld)
        /// The connection becomes another protocol's.
        case handedOver(Response, any Takeover, RunningWorld)
        /// There is no content yet; the request is to be tried again when there is.
        case notLoaded
    }

    /// Which route a request took, for figures.
    enum RouteTaken: Hashable {
        case served(Dialect, Int?)
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
        shelf = ImageShelf(configuration.seed)
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
            ? Response(status: 204) : Problem.unknownWorld(name, known: worldNames).response
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
        if Control.owns(request.path), configuration.hasControl { return Self.controlExcess }
        guard let world else { return nil }
        return world.responder(world.dialect(of: request)).excess(for: request)
    }

    private func answerByControl(_ request: Request, _ world: String) -> (Outcome, RouteTaken) {
        do {
            let (reply, route) = try control.respond(to: request, world: world)
            // What it has written is permanent: nothing waits for a commit.
            return (Self.outcome(reply, nil), .control(route))
        } catch {
            note(error, request)
            return (.answered(Self.controlFailure, nil), .control(nil))
        }
    }

    /// Ends worlds that nobody has used for as long as they may be idle.
    func sweepIfDue() {
        guard nextSweep != 0 else { return }
        let now = monotonicNanoseconds()
        guard now >= nextSweep else { return }
        noteUses(at: now)
        let expired = worlds.filter { $0.isExpired(at: now) }
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
        let dialect = world.dialect(of: request)
        let responder = world.responder(dialect)
        do {
            let (reply, route) = try responder.respond(to: request)
            return (Self.outcome(reply, world), .served(dialect, route))
        } catch {
            note(error, request)
            return (.answered(responder.failure(for: request), world), .served(dialect, nil))
        }
    }

    private static func outcome(_ reply: Reply, _ world: RunningWorld?) -> Outcome {
        switch (reply, world) {
        case (.now(let response), _): .answered(response, world)
        case (.later(let work), _): .slow(work, world)
        case (.after(let delay, let body), let world?): .delayed(delay, body, world)
        case (.held(let held), let world?): .held(held, world)
        case (.handOver(let response, let takeover), let world?):
            .handedOver(response, takeover, world)
        case (.after, nil), (.held, nil), (.handOver, nil):
            preconditionFailure("the control plane has no such routes")
        }
    }

    private func note(_ error: any Error, _ request: Request) {
        log.failure("\(request.method.name) \(request.shownTarget): \(error)")
    }

    /// Goes on with a request that had to wait.
    func resume(
        _ body: () throws -> Reply,
        _ request: Request,
        _ route: RouteTaken,
        in world: RunningWorld
    ) -> Outcome {
        guard !world.isDeleted else { return .answered(noSuchWorld(world.name, request), nil) }
        do {
            return Self.outcome(try body(), world)
        } catch {
            note(error, request)
            return .answered(failure(for: request, route, in: world), world)
        }
    }

    /// Makes the answer to `request` of the `result` of slow work.
    func finish(
        _ work: SlowWork,
        _ result: any Sendable,
        _ request: Request,
        _ route: RouteTaken,
        in world: RunningWorld?
    ) -> Response {
        if let world, world.isDeleted { return noSuchWorld(world.name, request) }
        do {
            return try work.finish(result)
        } catch {
            note(error, request)
            return failure(for: request, route, in: world)
        }
    }

    /// The answer to `request` when the server failed, in the words of what took it.
    func failure(
        for request: Request,
        _ route: RouteTaken,
        in world: RunningWorld?
    ) -> Response {
        guard case .served(let dialect, _) = route, let world else { return Self.controlFailure }
        return world.responder(dialect).failure(for: request)
    }

    /// The answer to `request` when too much slow work waits.
    func overload(
        for request: Request,
        _ route: RouteTaken,
        in world: RunningWorld?
    ) -> Response {
        guard case .served(let dialect, _) = route, let world else { return Self.controlOverload }
        return world.responder(dialect).overload(for: request)
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
            world.settleEvents(true)
            return true
        } catch {
            world.settleEvents(false)
            noteLoss(of: world, error)
            return false
        }
    }

    /// Makes the writes of all worlds permanent; returns whether they are.
    package func commit() -> Bool {
        worlds.reduce(true) { commit($1) && $0 }
    }

    /// Answers `request` here and now: slow work is done, and no time is waited for.
    ///
    /// `date` is what the clock of the world that answers shows.
    package func respond(to request: Request) -> (response: Response, date: Instant) {
        let (first, route) = begin(request)
        var outcome = first
        while true {
            switch outcome {
            case .answered(let response, let world):
                let date = (world ?? worlds.first)?.domain.world.now ?? Clock.real.now()
                guard let world, !commit(world) else { return (response, date) }
                return (answerAfterLoss(to: request, label: 0, route, in: world), date)
            case .slow(let work, let world):
                let response = finish(work, work.work(), request, route, in: world)
                outcome = .answered(response, world)
            case .delayed(_, let body, let world):
                outcome = resume(body, request, route, in: world)
            case .held(let held, let world):
                var answer: Response?
                held.deliver = { answer = $0 }
                held.expire()
                outcome = .answered(answer ?? Self.controlFailure, world)
            case .handedOver(_, let takeover, let world):
                // There is no connection to hand over.
                takeover.end()
                outcome = .answered(failure(for: request, route, in: world), world)
            case .notLoaded:
                return (Self.controlFailure, Clock.real.now())
            }
        }
    }

    private static let controlExcess =
        Problem(
            413,
            "Too large",
            detail: "The body is larger than the server takes.",
            hint: "Start it with a larger --max-body, or for an import with a larger --max-import."
        ).response

    private static let controlOverload =
        Problem(
            503,
            "Busy",
            detail: "Too much slow work waits already.",
            hint: "Ask again in a moment."
        ).response

    private static let controlFailure =
        Problem(
            500,
            "Failure",
            detail: "The server could not do this.",
            hint: "Its log says why."
        ).response
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
