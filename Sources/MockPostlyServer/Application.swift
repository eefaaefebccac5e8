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
        /// Work for another thread; ``finish(_:_:_:_:in:)`` makes the answer of its result.
        case slow(SlowWork, RunningWorld)
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

    private(set) var worlds: [RunningWorld] = []
    private let sameSite: SameSite
    private lazy var control = Control(of: self, sameSite)
    private let log: Log
    let metrics = Metrics()
    /// What the transport has to say for ``Metrics``.
    var traffic: () -> Traffic = { Traffic() }

    package init(log: Log, _ sameSite: SameSite) {
        self.log = log
        self.sameSite = sameSite
    }

    /// Whether there is a default world.
    var isLoaded: Bool { !worlds.isEmpty }

    /// Adds a world; the first one is the default.
    func add(_ world: RunningWorld) {
        worlds.append(world)
    }

    /// The world called `name`.
    func world(_ name: some StringProtocol) -> RunningWorld? {
        worlds.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// Lets go of all worlds, which are closed.
    func removeWorlds() {
        worlds = []
    }

    // MARK: Requests

    /// Begins to answer `request`.
    func begin(_ request: Request) -> (outcome: Outcome, route: RouteTaken) {
        if Control.owns(request.path) { return answerByControl(request) }
        guard let home = worlds.first else { return (.notLoaded, .none) }
        guard let name = WorldPrefix.world(in: request.path) else {
            return begin(request, in: home)
        }
        guard let world = world(name) else {
            let known = worlds.map(\.name).joined(separator: ", ")
            let problem = Problem(
                404,
                "Unknown world",
                detail: "There is no world '\(name)'.",
                hint: "The worlds are: \(known)."
            )
            return (.answered(problem.response, nil), .none)
        }
        var request = request
        request.dropPathPrefix(WorldPrefix.length(name))
        // No world is in front of the control plane: it speaks of all of them.
        if Control.owns(request.path) { return answerByControl(request) }
        return begin(request, in: world)
    }

    /// The answer to a request whose body is too large, in the words of its dialect; nil for the
    /// usual one.
    func excess(for request: Request) -> Response? {
        var request = request
        var world = worlds.first
        if let name = WorldPrefix.world(in: request.path) {
            world = self.world(name)
            request.dropPathPrefix(WorldPrefix.length(name))
        }
        guard let world, !Control.owns(request.path) else { return nil }
        return world.responder(world.dialect(of: request)).excess(for: request)
    }

    private func answerByControl(_ request: Request) -> (Outcome, RouteTaken) {
        do {
            let (response, route) = try control.respond(to: request)
            // A reset writes; its answer waits for the commit as any other.
            let writer = worlds.first { $0.domain.work.isPending }
            return (.answered(response, writer), .control(route))
        } catch {
            note(error, request)
            return (.answered(Self.controlFailure, nil), .control(nil))
        }
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

    private static func outcome(_ reply: Reply, _ world: RunningWorld) -> Outcome {
        switch reply {
        case .now(let response): .answered(response, world)
        case .later(let work): .slow(work, world)
        case .after(let delay, let body): .delayed(delay, body, world)
        case .held(let held): .held(held, world)
        case .handOver(let response, let takeover): .handedOver(response, takeover, world)
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
        in world: RunningWorld
    ) -> Response {
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
        in world: RunningWorld
    ) -> Response {
        guard case .served(let dialect, _) = route else { return Self.controlFailure }
        return world.responder(dialect).failure(for: request)
    }

    /// The answer to `request` when too much slow work waits.
    func overload(
        for request: Request,
        _ route: RouteTaken,
        in world: RunningWorld
    ) -> Response {
        guard case .served(let dialect, _) = route else { return Self.controlFailure }
        return world.responder(dialect).overload(for: request)
    }

    /// Makes the writes of `world` permanent; returns whether they are.
    func commit(_ world: RunningWorld) -> Bool {
        guard world.domain.work.isPending else { return true }
        do {
            try world.domain.work.commit()
            world.settleEvents(true)
            return true
        } catch {
            world.settleEvents(false)
            log.failure("world \(world.name): the writes were undone: \(error)")
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
                return (failure(for: request, route, in: world), date)
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
    static func world(in path: ArraySlice<UInt8>) -> String? {
        guard path.starts(with: "/w/".utf8) else { return nil }
        let name = path.dropFirst(3).prefix { $0 != UInt8(ascii: "/") }
        guard !name.isEmpty else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    static func length(_ name: String) -> Int { 3 + name.utf8.count }
}

extension Request {
    /// The target for a log: without the values of parameters that can be secrets.
    var shownTarget: String { LogText.redacted(target) }
}
