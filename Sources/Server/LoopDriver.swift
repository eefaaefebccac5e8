internal import MockPostlyCourse
internal import MockPostlyEventHTTP
internal import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// The event loop as the driver of a course: threads, timers and sockets.
///
/// Made before the worlds and the course, which get it, and calls neither: what is due is taken from
/// it at the end of a tick. Belongs to the loop's thread.
final class LoopDriver: CourseDriver {
    /// How long the response to a write may wait until its event is sent to all sockets.
    private static let mostTimeForEvents = Duration.milliseconds(5)

    let loop: EventLoop
    /// The time of the loop.
    let time: TickTime
    let worker: Worker
    let log: Log
    /// The name or address that the ports of worlds are opened on.
    let host: String
    /// How many file descriptors connections and worlds' ports may use.
    let files: OpenFiles
    /// The sockets; nil before ``open(_:)`` and after ``close()``.
    private(set) var http: HTTPServer?
    /// The number of listening sockets of the server's own address.
    var ownSockets = 0
    /// The bound sockets of worlds' ports that refuse connections, by the labels of the worlds.
    var shutPorts: [Int: [ListeningSocket]] = [:]
    /// The requests whose timers have fired in this tick, in that order.
    private var due: [Int] = []
    /// The machine time of the first event of this tick; 0 before it.
    private var tickStart: UInt64 = 0
    /// The second of ``HTTPServer/currentDate``.
    private var dateSecond = Int64.min
    /// The machine time up to which that is the second of ``dateSource``.
    private var dateEnd: UInt64 = 0
    private var dateSource = DateSource()

    /// A loop and a worker, without sockets.
    ///
    /// - Throws: ``EventError`` out of memory or descriptors.
    init(_ configuration: Configuration, _ files: OpenFiles, log: Log) throws(EventError) {
        time = TickTime()
        loop = try EventLoop(time: time)
        worker = try Worker(limit: configuration.workerQueue)
        (self.log, self.files, host) = (log, files, configuration.host)
    }

    /// Takes the server whose sockets it uses from now on.
    func open(_ http: HTTPServer) { self.http = http }

    /// Closes all sockets.
    func close() { http = nil }

    // MARK: Ticks

    /// Notes the time at the first event of a tick.
    func beginTick() {
        if tickStart == 0 { tickStart = time.recent }
    }

    /// The requests whose timers have fired since the last call, to be woken.
    func takeDue() -> [Int] {
        guard !due.isEmpty else { return [] }
        defer { due = [] }
        return due
    }

    /// Sends what is left; returns the time since the first event of the tick, in nanoseconds.
    func flush() -> UInt64? {
        http?.flush()
        guard tickStart > 0 else { return nil }
        defer { tickStart = 0 }
        return time.read() - tickStart
    }

    /// Sends events before the response to the write that caused them, as far as time allows.
    ///
    /// At most as long as other requests may wait; the rest is sent at the end of the tick.
    func publish() {
        http?.flush(for: Self.mostTimeForEvents)
    }

    // MARK: Threads and timers

    /// As ``CourseDriver`` demands; false when the lane's queue is full.
    func perform(
        _ number: Int,
        for client: any AnswerReceiver,
        on lane: Lane,
        _ work: @escaping @Sendable () -> any Sendable
    ) -> Bool {
        worker.perform(number, on: lane, work)
    }

    /// Nil when the request is to be continued at once.
    func wake(_ number: Int, for client: any AnswerReceiver, after delay: Duration)
        -> AnyObject?
    {
        timer(after: delay, of: self) { $0.due.append(number) }
    }

    /// Calls `body` with `owner` after `delay`, as long as the result lives; nil when that is not
    /// possible.
    func timer<Owner: AnyObject>(
        after delay: Duration,
        of owner: Owner,
        _ body: @escaping (Owner) -> Void
    ) -> AnyObject? {
        // A stopping server does not wait.
        guard http?.isStopping == false else { return nil }
        do {
            return try OneShotTimer(after: delay, on: loop, of: owner) { [unowned self] owner in
                beginTick()
                body(owner)
            }
        } catch {
            log.failure("a timer cannot be set: \(error.words)")
            return nil
        }
    }

    // MARK: Answers

    /// Sets the `Date` field to the clock of the answering world; formatted only when the second
    /// changes.
    ///
    /// So worlds with clocks of their own send their own dates, over one connection.
    func willAnswer(in world: World?, of worlds: Worlds) {
        let world = world ?? worlds.home
        let source = DateSource(
            world: world.map { ObjectIdentifier($0) },
            worlds: worlds.changes,
            clock: world?.clockChanges ?? 0
        )
        guard time.recent >= dateEnd || source != dateSource, let http else { return }
        dateSource = source
        let clock = world?.clock ?? Clock.real
        let now = clock.now()
        dateEnd = time.recent + clock.rest(ofSecondAt: now)
        guard now.seconds != dateSecond else { return }
        dateSecond = now.seconds
        http.currentDate = Array(now.httpDate.utf8)
    }

    var traffic: Traffic {
        guard let http else { return Traffic() }
        var traffic = Traffic()
        traffic.connections = http.connectionCount
        traffic.accepted = http.accepted
        traffic.refused = http.refused
        traffic.received = http.bytesReceived
        traffic.sent = http.bytesSent
        return traffic
    }
}

/// What the `Date` field follows: a world, as long as the table of worlds and its clock stay the same.
private struct DateSource: Equatable {
    var world: ObjectIdentifier?
    var worlds = 0
    var clock = 0
}
