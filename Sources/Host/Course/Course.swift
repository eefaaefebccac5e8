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
/// The stages, each with the one value of the request, ``InFlight``:
///
/// 1. **receive** (here): a request arrives;
/// 2. **address** (`Course+Address`): finds the world, or the control plane;
/// 3. **orders** (`Course+Orders`): a fault may delay the request, keep it from its dialect, or
///    damage the answer; a stub may answer in place of the dialect;
/// 4. **dialect** (`Course+Dialect`): the owner of the path, or the control plane, replies; what
///    comes later waits in `Course+Waiting`;
/// 5. **commit** (`Course+Answers`): an answer waits until its world's writes are committed;
/// 6. **send** and **note** (`Course+Answers`): the answer is sent, then counted, logged and kept in
///    the world's journal.
///
/// A ``AnswerReceiver`` receives the response; a ``CourseDriver`` provides threads and timers. Belongs to
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

    /// The answers that may be given again; nil before the first.
    var answers: AnswerCache?
    /// The state of the table of worlds that ``answers`` belong to.
    var knownWorlds = 0
    /// How many requests were answered from their bytes alone.
    var preparedCount = 0

    /// The hints that the log has had as a warning.
    var warnedHints: Set<String> = []
    /// The expressions of stubs and faults that the log has had as a warning.
    var warnedExpressions = WarnedExpressions()

    /// Requests that arrived before the content was loaded.
    var early: [InFlight] = []
    /// Answers that are sent after the next commit.
    var parked: [Parked] = []
    var parkedBytes = 0
    /// An empty list with room, for the next ``parked``.
    var spareParked: [Parked] = []
    /// Requests that wait for slow work, a timer or an event, by their numbers.
    var waiting: [Int: Waiting] = [:]
    var nextNumber = 1

    /// A course over `worlds`; set ``driver`` next.
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
    }

    /// Answers a request of `client`.
    ///
    /// The response may be sent before this returns, or later.
    package func receive(_ request: Request, from client: any AnswerReceiver) {
        let now = time?.recent ?? monotonicNanoseconds()
        let trust = worlds.configuration.forwardingTrust
        if trust == .loopback {
            begin(InFlight(request, of: client, since: now))
        } else {
            begin(InFlight(request.believing(trust), of: client, since: now))
        }
    }

    /// Takes a request through the stages, from the first one.
    func begin(_ inFlight: InFlight) {
        if let reply = address(inFlight) { proceed(inFlight, with: reply) }
    }

    /// Takes a request further with what the dialect or control plane has replied.
    func proceed(_ inFlight: InFlight, with reply: Reply) {
        inFlight.noteRows()
        switch reply {
        case .now(let response): answer(inFlight, with: response)
        case .later(let later): wait(inFlight, for: later)
        }
    }

    /// Ends a tick: commits, sends events and answers, keeps them in journals, tells those who watch
    /// journals, sends what is left, and writes the log.
    package func endTick() {
        commitParked()
        worlds.journals.tellWatchers()
        // An answer that somebody has waited for may have written.
        commitParked()
        driver?.flush()
        log.flush()
    }

    /// Continues the requests that arrived before the content was loaded.
    package func takeEarly() {
        let waiting = early
        early = []
        for inFlight in waiting { begin(inFlight) }
    }
}
