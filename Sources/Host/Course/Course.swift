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
    /// Sends requests on to real servers; nil when there are none.
    package var forwarding: Forwarding?
    /// Threads, timers and sockets.
    let driver: any CourseDriver
    /// The time of the loop that requests come from; nil without a loop, where it is read for each.
    package let time: TickTime?

    /// Gets every finished request; nil costs nothing.
    let observer: (any RequestObserver)?

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

    /// A course over `worlds`, whose threads, timers and sockets are those of `driver`.
    package init(
        of worlds: Worlds,
        _ sameSite: SameSite,
        _ driver: any CourseDriver,
        log: Log,
        time: TickTime? = nil,
        observer: (any RequestObserver)? = nil
    ) {
        self.worlds = worlds
        self.observer = observer
        (self.driver, self.time) = (driver, time)
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
        control.endTick()
        // An answer that somebody has waited for may have written.
        commitParked()
        if let nanoseconds = driver.flush() { metrics.countTick(nanoseconds: nanoseconds) }
        log.flush()
    }

    /// Continues the requests that arrived before the content was loaded.
    package func takeEarly() {
        let waiting = early
        early = []
        for inFlight in waiting { begin(inFlight) }
    }
}

/// A request on its way through the stages, and what is known of it so far.
final class InFlight: Findings {
    /// As it came; the stages may see it without a prefix of its path.
    let request: Request
    let client: any AnswerReceiver
    /// When it arrived, in nanoseconds of the machine's monotonic clock.
    let start: UInt64
    /// Nil for the control plane, an unknown world and as long as nothing is loaded.
    var world: World?
    /// The world whose journal has it when no world answers; nil for the control plane.
    var witness: World?
    var route = RouteTaken.none
    var asker: String?
    /// The rows that it has written so far, for the journal.
    var changes: [RowChange] = []
    /// The number of the commit in which it has written last; nil without writes.
    var step: Int?
    /// Whether the body of its answer is changed, so that it must be there as a whole.
    var wantsWholeBody = false

    init(_ request: Request, of client: any AnswerReceiver, since start: UInt64) {
        self.request = request
        self.client = client
        self.start = start
    }

    /// The same with another body of the request: none, because it was read, or the beginning of one
    /// that went on as it came.
    func having(_ body: [UInt8]) -> InFlight {
        var request = request
        request.body = body
        let inFlight = InFlight(request, of: client, since: start)
        (inFlight.world, inFlight.witness) = (world, witness)
        (inFlight.route, inFlight.asker, inFlight.changes) = (route, asker, changes)
        inFlight.step = step
        return inFlight
    }

    /// Takes note of the rows that its world has written, before this handles another request.
    func noteRows() {
        guard let rows = world?.takeChanges(), !rows.isEmpty else { return }
        changes += rows
        step = world?.step
    }
}

/// The receiver of the response to one request: an HTTP connection, or a caller in this process.
package protocol AnswerReceiver {
    /// The label of the listener that the request arrived at; 0 for the server's own address.
    var label: Int { get }
    /// Whether there is a connection that another protocol can take over.
    var hasConnection: Bool { get }
    /// Whether the body of the request was read as slowly as a fault says already.
    var hasReadSlowly: Bool { get }

    /// Stops reading further requests from the same connection until this one is answered.
    func holdConnection()

    /// Calls `body` when the client leaves before the response of a held request.
    func whenLeft(_ body: @escaping () -> Void)

    /// Sends the response; called exactly once for a request.
    ///
    /// A response with a takeover hands the connection over; it goes only to a client that has one.
    func respond(_ response: Response)

    /// Called after the response was sent and noted; `world` is that which answered, if any.
    func noteEnd(in world: World?)
}

extension AnswerReceiver {
    package var hasReadSlowly: Bool { false }
    package func noteEnd(in world: World?) {}
    package func whenLeft(_ body: @escaping () -> Void) {}
}

/// The receiver of the answer to a request that the control plane has sent.
private final class OwnReceiver: AnswerReceiver {
    private let answer: (Response, Int?) -> Void
    private var response: Response?

    /// A client that calls `answer` once, with the number of the entry in the journal, if any.
    init(_ answer: @escaping (Response, Int?) -> Void) {
        self.answer = answer
    }

    var label: Int { 0 }
    var hasConnection: Bool { false }

    func holdConnection() {}

    func respond(_ response: Response) { self.response = response }

    func noteEnd(in world: World?) {
        guard let response else { return }
        answer(response, world.flatMap { $0.isDeleted ? nil : $0.journal?.last })
    }
}

extension Course: ServingCourse {
    package func send(_ request: Request, answer: @escaping (Response, Int?) -> Void) {
        receive(request, from: OwnReceiver(answer))
    }
}

/// What a ``Course`` asks of the server around it: the threads, timers and sockets of an event loop,
/// or those of calling threads.
///
/// It does not call the course: who runs both hands over what is done or due.
package protocol CourseDriver: AnyObject {
    /// Counters of the transport since its start, for the metrics.
    var traffic: Traffic { get }

    /// Runs `work` on the thread of `lane`; its result, with `number`, is for
    /// ``Course/resume(_:with:)``.
    ///
    /// Returns false, and does nothing, when the queue of the lane is full.
    func perform(
        _ number: Int,
        for client: any AnswerReceiver,
        on lane: Lane,
        _ work: @escaping @Sendable () -> any Sendable
    ) -> Bool

    /// Starts a timer after which `number` is due for ``Course/wake(_:)``.
    ///
    /// Releasing the returned object cancels the timer. Nil when the server is stopping: then the
    /// request must not wait.
    func wake(_ number: Int, for client: any AnswerReceiver, after delay: Duration) -> AnyObject?

    /// Called before a response is sent, so that its `Date` field follows the clock of its world, or
    /// of the home of `worlds`.
    func willAnswer(in world: World?, of worlds: Worlds)

    /// Sends events to connected clients, before the requests that caused them are answered.
    func publish()

    /// Sends what is left of answers and events to the sockets, at the end of a tick; returns how long
    /// the tick was in nanoseconds, or nil for a tick without events.
    func flush() -> UInt64?
}

extension CourseDriver {
    package var traffic: Traffic { Traffic() }
    package func publish() {}
    package func flush() -> UInt64? { nil }
}
