internal import MockPostlyControl
internal import MockPostlyCourse
internal import MockPostlyEventHTTP
package import MockPostlyHTTP
package import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlySockets
internal import MockPostlyThreads
package import MockPostlyWorld
package import MockPostlyWorlds

/// A server without sockets, which any thread can call as a function.
///
/// Requests pass the same ``Course`` as those of a connection. The calling thread does the slow
/// work of its own request, and sleeps while the request waits for a timer or an event; other
/// threads' requests are answered meanwhile.
///
/// ```swift
/// let server = try InProcessServer(configuration, log: log)
/// let answer = try server.respond(to: request)
/// server.stop()
/// ```
///
/// Any thread may call it, several at a time; one request is handled after the other.
package final class InProcessServer: Sendable {
    /// A response, and the time of the world that gave it.
    package typealias Answer = (response: Response, date: Instant)

    private let host: Monitor<InProcessHost?>

    /// Creates a server and loads its default world.
    ///
    /// - Parameters:
    ///   - configuration: addresses, TLS and the proxy in it have no effect.
    ///   - log: belongs to the server from here on.
    /// - Throws: ``StartFailure`` when the content cannot be loaded or a data file is in use.
    package init(_ configuration: Configuration, log: sending Log) throws(StartFailure) {
        host = Monitor(try InProcessHost(configuration, log))
    }

    /// Answers `request`, blocking the calling thread; nil when the server was stopped.
    ///
    /// A reply that is held waits as long as one over a connection would.
    package func respond(to request: Request) throws -> Answer? {
        guard let (caller, first) = host.withLock({ $0?.begin(request) }) else { return nil }
        var turn = first
        while true {
            let next: Turn?
            switch turn {
            case .answered(let answer): return answer
            case .works(let number, let work):
                let result = work()
                next = host.withLock { $0?.resume(number, with: result, for: caller) }
            case .waits(let number, let deadline):
                let alarm = host.withLock { $0?.nextAlarm } ?? nil
                caller.waitForNews(until: min(deadline.nanoseconds, alarm ?? .max))
                next = host.withLock { $0?.look(after: caller, number, deadline) }
            }
            guard let next else { return nil }
            turn = next
        }
    }

    /// The answer to a request that the parser refused; nil when the server was stopped.
    ///
    /// `request` is what is known of it; nil when its head could not be parsed.
    ///
    /// The response is marked to close the connection; it is logged and kept in the journal.
    package func refuse(_ rejection: Rejection, _ request: Request?) -> Answer? {
        host.withLock { $0?.refuse(rejection, request) }
    }

    /// Calls `body` between requests and commits what it wrote; nil when the server was stopped.
    ///
    /// Throws ``NotPermanent`` when the commit fails.
    ///
    /// `body` must not call this server: the lock is held.
    package func withWorlds<Result: Sendable>(
        _ body: (Worlds) throws -> Result
    ) throws -> Result? {
        try host.withLock { host in
            guard let worlds = host?.worlds else { return nil }
            let result = try body(worlds)
            guard worlds.commit() else { throw NotPermanent() }
            return result
        }
    }

    /// Stops the server; calls of ``respond(to:)`` that wait return nil.
    ///
    /// Repeating it does nothing.
    package func stop() {
        host.withLock { host in
            host?.end()
            host = nil
        }
    }
}

/// What a calling thread has to do next.
private enum Turn: Sendable {
    case answered(InProcessServer.Answer)
    /// Do this slow work without the lock, then report its result with this number.
    case works(Int, @Sendable () -> any Sendable)
    /// Sleep until there is news; with a number, wake this request at the deadline.
    case waits(Int?, Deadline)

    /// Sleep until there is news, for a day: longer than any single wait.
    static var waitsForNews: Turn { .waits(nil, Deadline(in: .seconds(86_400))) }
}

/// A thread that waits for the response to its request.
///
/// `@unchecked`: all but the news is used only under the lock of the ``InProcessHost``.
private final class Caller: AnswerReceiver, @unchecked Sendable {
    /// Whether something has happened since the thread looked last.
    private let news = Monitor(false)
    /// What the thread has to do next; set by the course's calls.
    var turn = Turn.waitsForNews
    /// Whether this thread holds the lock; it then reads ``turn`` itself and needs no wake-up.
    var isHere = false
    /// Has the time of the response.
    private let driver: InProcessDriver

    init(_ driver: InProcessDriver) {
        self.driver = driver
    }

    /// Wakes the thread.
    func wake() {
        news.withLock { $0 = true }
        news.wake()
    }

    /// Sleeps until ``wake()`` was called since the last return, or a time of the monotonic clock.
    func waitForNews(until deadline: UInt64) {
        _ = news.wait(until: deadline) { hasNews -> Void? in
            defer { hasNews = false }
            return hasNews ? () : nil
        }
    }

    var label: Int { 0 }
    var hasConnection: Bool { false }
    func holdConnection() {}

    func next(_ turn: Turn) {
        self.turn = turn
        if !isHere { wake() }
    }

    func respond(_ response: Response) {
        var response = response
        // The body's source may only be read under the lock.
        response.collectSource()
        next(.answered((response, driver.date)))
    }

}

/// The worlds and the course of their requests.
///
/// `@unchecked`: used only under the server's lock.
private final class InProcessHost: @unchecked Sendable {
    let worlds: Worlds
    private let course: Course
    private let driver = InProcessDriver()
    /// The threads that wait; ``end()`` wakes them.
    private var callers: [ObjectIdentifier: Caller] = [:]

    init(_ configuration: Configuration, _ log: Log) throws(StartFailure) {
        worlds = Worlds(
            configuration.worlds,
            log: log,
            budget: BufferBudget(limit: configuration.limits.buffered)
        )
        worlds.firstStubs = try StubFiles(configuration.worlds.stubDirectory).firstStubs()
        course = Course(of: worlds, configuration.sameSite, driver, log: log)
        course.control.process.versions = BuildInfo.all
        try worlds.load()
    }

    /// Begins a request of the calling thread.
    func begin(_ request: Request) -> (Caller, Turn) {
        let caller = Caller(driver)
        callers[ObjectIdentifier(caller)] = caller
        return (caller, turn(of: caller) { course.receive(request, from: caller) })
    }

    func refuse(_ rejection: Rejection, _ request: Request?) -> InProcessServer.Answer {
        (course.refuse(rejection, request), driver.date)
    }

    func resume(_ number: Int, with result: any Sendable, for caller: Caller) -> Turn {
        caller.turn = .waitsForNews
        return turn(of: caller) { course.resume(number, with: result) }
    }

    /// The next turn of a waiting caller, whose deadline may have passed.
    func look(after caller: Caller, _ number: Int?, _ deadline: Deadline) -> Turn {
        turn(of: caller) {
            guard case .waits(number, _) = caller.turn, let number, deadline.hasPassed else {
                return
            }
            caller.turn = .waitsForNews
            course.wake(number)
        }
    }

    /// When something is due that no request waits for; nil for nothing.
    ///
    /// The next thread that has the lock then does it.
    var nextAlarm: UInt64? {
        guard let next = worlds.nextAlarm else { return driver.alarms.next }
        return min(next, driver.alarms.next ?? .max)
    }

    /// Calls `body`, commits its writes and returns what `caller` has to do next.
    private func turn(of caller: Caller, after body: () -> Void) -> Turn {
        caller.isHere = true
        defer { caller.isHere = false }
        let alarm = nextAlarm
        worlds.alarms.fire()
        for number in driver.takeDue() { course.wake(number) }
        body()
        while let task = driver.takeTask() { course.resume(task.number, with: task.work()) }
        course.endTick()
        // Those who sleep have to look at the time earlier.
        if let next = nextAlarm, next < alarm ?? .max {
            for other in callers.values where other !== caller { other.wake() }
        }
        if case .answered = caller.turn { callers[ObjectIdentifier(caller)] = nil }
        return caller.turn
    }

    func end() {
        course.abandonAll()
        for caller in callers.values { caller.wake() }
        callers = [:]
    }
}

/// Tells calling threads what to do, and keeps what no thread waits for: work and timers of requests
/// that the control plane has sent.
///
/// `@unchecked`: used only under the server's lock.
private final class InProcessDriver: CourseDriver, @unchecked Sendable {
    /// The timers of requests that no thread waits for.
    let alarms = Alarms()
    private var due: [Int] = []
    private var tasks: [(number: Int, work: @Sendable () -> any Sendable)] = []
    /// The time of the world whose response is being sent.
    private(set) var date = Instant(seconds: 0)

    /// The requests whose timers have fired since the last call, to be woken.
    func takeDue() -> [Int] {
        alarms.fire()
        defer { due = [] }
        return due
    }

    /// Work to be done, whose result is for the request with its number; nil when there is none.
    func takeTask() -> (number: Int, work: @Sendable () -> any Sendable)? {
        tasks.isEmpty ? nil : tasks.removeFirst()
    }

    func perform(
        _ number: Int,
        for client: any AnswerReceiver,
        on lane: Lane,
        _ work: @escaping @Sendable () -> any Sendable
    ) -> Bool {
        if let caller = client as? Caller {
            caller.next(.works(number, work))
        } else {
            tasks.append((number, work))
        }
        return true
    }

    func wake(_ number: Int, for client: any AnswerReceiver, after delay: Duration) -> AnyObject? {
        guard let caller = client as? Caller else {
            let alarm = alarms.set(after: delay) { [unowned self] in due.append(number) }
            return CancellableAlarm(alarm, of: alarms)
        }
        caller.next(.waits(number, Deadline(in: delay)))
        return caller
    }

    func willAnswer(in world: World?, of worlds: Worlds) {
        date = (world ?? worlds.home)?.now ?? Clock.real.now()
    }
}

/// An alarm that is cancelled when nobody has this any more.
private final class CancellableAlarm {
    private let number: Int
    private let alarms: Alarms

    init(_ number: Int, of alarms: Alarms) {
        (self.number, self.alarms) = (number, alarms)
    }

    deinit { alarms.cancel(number) }
}
