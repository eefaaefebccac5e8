package import MockPostlyControl
internal import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyJournal
package import MockPostlyLog
internal import MockPostlyMatching
package import MockPostlyWorld
package import MockPostlyWorlds

/// The stages that every request passes, from sockets and from calls in this process alike.
///
/// The stages:
///
/// 1. **address** (`Course+Address`): finds the world, or the control plane;
/// 2. **orders** (`Course+Faults`, `Course+Stubs`): a fault may delay the request, keep it from its
///    dialect, or damage the answer; a stub may answer in place of the dialect;
/// 3. **dialect** (`Course+Dialect`): the owner of the path, or the control plane, replies;
///    a reply that comes later waits in `Course+Waiting`;
/// 4. **commit** (`Course+Commit`): a response waits until its world's writes are committed;
/// 5. **delivery** (`Course+Delivery`): the response is sent;
/// 6. **after** (`Course+Delivery`): metrics, the log, the world's journal, and ``after``.
///
/// A ``Client`` receives the response; a ``CourseDriver`` provides threads and timers. Belongs to
/// the loop's thread.
package final class Course {
    package let worlds: Worlds
    package let log: Log
    package let metrics = Metrics()
    package let control: Control
    let hasControl: Bool
    /// Threads and timers; set before the first request.
    ///
    /// Unowned, because the driver owns this object; unsafe, as every request uses it.
    package unowned(unsafe) var driver: (any CourseDriver)?
    /// The time of the loop that requests come from; nil without a loop, where it is read for each.
    package let time: TickTime?
    /// Reads the counters of the transport, for the metrics.
    package var traffic: () -> Traffic = { Traffic() }

    /// Receives every finished request, in the order in which they end.
    ///
    /// Requests to the control plane and refused requests are included. Nil, the default, costs
    /// nothing.
    package var after: ((Passed) -> Void)?

    /// Made when a request first takes no route.
    private(set) lazy var misplacedPaths = MisplacedPaths(
        worlds.configuration.registry.served(worlds.configuration.dialects)
    )

    /// The dialects that know their own requests below the paths of others.
    private(set) lazy var strays = worlds.configuration.registry
        .served(worlds.configuration.dialects)
        .compactMap { dialect in dialect.isMeantForSure.map { (dialect: dialect, isMeant: $0) } }

    /// Made when a request is first told that there is no such route.
    private(set) lazy var nearestRoute = NearestRoute(
        worlds.configuration.registry.routeLines(worlds.configuration.dialects)
    )

    /// Finders in the tables of dialects, by their index in the registry; made when first needed.
    var routeFinders: [Int: RouteFinder] = [:]

    /// Requests that came several times with the same bytes; nil before the first.
    var known: KnownRequests?
    /// The state of the table of worlds that ``known`` belongs to.
    var knownWorlds = 0
    /// The known request whose answer is being sent, and when it arrived.
    var sending: (request: KnownRequest, start: UInt64)?
    /// How many requests were answered from their bytes alone.
    var preparedCount = 0

    /// The hints that the log has had as a warning.
    var warnedHints: Set<String> = []
    /// The expressions of stubs and faults that the log has had as a warning.
    var warnedExpressions = WarnedExpressions()

    // State of the stages.
    /// Requests that arrived before the content was loaded.
    var early: [() -> Void] = []
    /// Responses that are sent after the next commit.
    var parked: [Parked] = []
    var parkedBytes = 0
    /// An empty list with room, for the next ``parked``.
    var spareParked: [Parked] = []
    /// Requests that wait for slow work, a timer or an event, by their numbers.
    var waiting: [Int: Waiting] = [:]
    var nextNumber = 1

    /// A course over `worlds`, which it connects to its commits; set ``driver`` next.
    package init(of worlds: Worlds, _ sameSite: SameSite, log: Log, time: TickTime? = nil) {
        self.worlds = worlds
        self.time = time
        self.log = log
        hasControl = worlds.configuration.hasControl
        control = Control(
            of: worlds,
            sameSite,
            adminToken: worlds.configuration.adminToken,
            time: time.map { time in { time.recent } }
        )
        worlds.settle = { [unowned self] in commitParked() }
    }

    /// Answers a request of `client`.
    ///
    /// The response may be sent before this returns, or later.
    package func handle<C: Client>(_ request: Request, from client: C) {
        handle(request, from: client, at: time?.recent ?? monotonicNanoseconds())
    }

    func handle<C: Client>(_ request: Request, from client: C, at start: UInt64) {
        let trust = worlds.configuration.forwardingTrust
        // Not one call with a choice, which would copy the request.
        guard trust != .loopback else { return take(request, from: client, at: start) }
        take(request.believing(trust), from: client, at: start)
    }

    private func take<C: Client>(_ request: Request, from client: C, at start: UInt64) {
        let (step, route) = begin(request, label: client.label)
        switch consume step {
        case .answered(let response, let world):
            if mustWait(world) {
                proceed(.answered(response, world), request, from: client, by: route, at: start)
            } else {
                answer(response, to: request, from: client, by: route, at: start, in: world)
            }
        case let step: proceed(step, request, from: client, by: route, at: start)
        }
    }

    private func proceed<C: Client>(
        _ step: Step,
        _ request: Request,
        from client: C,
        by route: RouteTaken,
        at start: UInt64
    ) {
        let inFlight = InFlightRequest(request, of: client, by: route, since: start)
        // By the time it is answered, the world has handled others.
        inFlight.asker = step.world?.asker
        inFlight.changes = step.world?.takeChanges() ?? []
        proceed(step, inFlight)
    }

    /// The fast path: most responses are sent at once, without a `InFlightRequest`.
    private func answer<C: Client>(
        _ response: Response,
        to request: Request,
        from client: C,
        by route: RouteTaken,
        at start: UInt64,
        in world: RunningWorld?
    ) {
        driver?.willAnswer(in: world)
        client.respond(response)
        noteAnswer(
            response,
            to: request,
            by: route,
            since: start,
            in: world,
            asker: world?.asker,
            changes: world?.takeChanges() ?? []
        )
        client.noteEnd(in: world)
        if response.isRepeatable, let world, client.hasConnection, !request.hasForwarding {
            noteRepeatable(response, to: request, label: client.label, route: route, in: world)
        }
    }

    /// Commits what the requests of a tick have written, answers them, and tells those who wait for
    /// entries of journals.
    package func endTick() {
        commitParked()
        worlds.journals.tellWatchers()
        // An answer that somebody has waited for may have written.
        commitParked()
    }

    /// Continues the requests that arrived before the content was loaded.
    package func takeEarly() {
        let waiting = early
        early = []
        for take in waiting { take() }
    }
}

/// A request on its way through the stages.
final class InFlightRequest {
    var request: Request
    let client: any Client
    let route: RouteTaken
    /// When it arrived, in nanoseconds of the machine's monotonic clock.
    let start: UInt64
    /// The account of its checked token; nil as long as the dialect has not checked one.
    var asker: String?
    /// The rows that it has written so far, for the journal.
    var changes: [RowChange] = []

    init(_ request: Request, of client: any Client, by route: RouteTaken, since start: UInt64) {
        self.request = request
        self.client = client
        self.route = route
        self.start = start
    }
}
