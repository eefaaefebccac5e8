package import MockPostlyControl
package import MockPostlyHTTP
package import MockPostlyLog
internal import MockPostlyWorld
package import MockPostlyWorlds

/// The course that every request takes, whoever sends it and however it came.
///
/// Its stages, each in a file of its own:
///
/// 1. **address** (`Course+Address`): which world, and whether the control plane is asked;
/// 2. **before** (``before``): who may answer, delay or change it before a dialect sees it;
/// 3. **dialect** (`Course+Dialect`): the owner of its path, or the control plane, makes a reply;
///    what comes later waits in `Course+Waiting`;
/// 4. **commit** (`Course+Commit`): an answer with writes waits until they are permanent;
/// 5. **delivery** (`Course+Delivery`): the answer leaves;
/// 6. **after** (`Course+Delivery`): figures, the log, and ``after``.
///
/// Who waits for the answer is a ``Client``; what differs between a loop with sockets and a call in
/// process is a ``CourseDriver``. Belongs to the loop's thread.
package final class Course {
    package let worlds: Worlds
    package let log: Log
    package let metrics = Metrics()
    let control: Control
    let hasControl: Bool
    /// Threads and timers; set before the first request.
    ///
    /// It holds this object in turn.
    package unowned var driver: (any CourseDriver)?
    /// Counts of what brings the requests, for the figures.
    package var traffic: () -> Traffic = { Traffic() }

    /// Stands between a request's world and its dialect: may answer itself, go on by `next`, delay
    /// that, or change what comes of it, and throws as a dialect does.
    ///
    /// `request` is without the world's prefix. The control plane's requests do not come by. Nil,
    /// which costs nothing, unless somebody sets it.
    package typealias Interceptor = (
        _ request: Request, _ world: RunningWorld, _ next: @escaping () throws -> Reply
    ) throws -> Reply

    package var before: Interceptor?
    /// Is told of every request that has ended, in the order of their ends.
    ///
    /// Requests of the control plane and those that were refused are told of as well. Nil, which
    /// costs nothing, unless somebody sets it.
    package var after: ((Passed) -> Void)?

    // What the stages keep.
    /// Requests that came before there was a world.
    var early: [() -> Void] = []
    /// Answers that leave when their world's writes are permanent.
    var parked: [Parked] = []
    var parkedBytes = 0
    /// Requests that wait for slow work, for a time or for something to happen, by their numbers.
    var waiting: [Int: Waiting] = [:]
    var nextNumber = 1

    package init(of worlds: Worlds, _ sameSite: SameSite, log: Log) {
        self.worlds = worlds
        self.log = log
        hasControl = worlds.configuration.hasControl
        control = Control(of: worlds, sameSite, adminToken: worlds.configuration.adminToken)
        worlds.settle = { [unowned self] in commitParked() }
        worlds.process.metricsText = { [unowned self] in try metricsText() }
    }

    /// Takes a request that `client` waits to have answered.
    ///
    /// The answer may be there when this returns, and may come later.
    package func take<C: Client>(_ request: Request, from client: C) {
        take(request, from: client, at: monotonicNanoseconds())
    }

    func take<C: Client>(_ request: Request, from client: C, at start: UInt64) {
        let (step, route) = begin(request, label: client.label)
        guard case .answered(let response, let world) = step, !mustWait(world) else {
            let passage = Passage(request: request, client: client, route: route, start: start)
            return proceed(step, passage)
        }
        // Most answers leave at once; nothing is copied for them.
        driver?.willAnswer(in: world)
        client.respond(response)
        noteAnswer(response, request, route, start, world)
    }

    /// Goes on with requests that came before there was a world.
    package func takeEarly() {
        let waiting = early
        early = []
        for take in waiting { take() }
    }
}

/// A request on its course.
struct Passage {
    var request: Request
    let client: any Client
    let route: RouteTaken
    /// When it came, in machine time.
    let start: UInt64
    /// Who asked, as its dialect has found out by now.
    var asker: String?
}

/// Which route a request took, for figures.
package enum RouteTaken: Hashable, Sendable {
    /// A dialect by its place in the registry, and its route by its place in the table.
    case served(dialect: Int, route: Int?)
    case control(Int?)
    case none
}
