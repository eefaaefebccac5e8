internal import MockPostlyControl
internal import MockPostlyCourse
internal import MockPostlyEventHTTP
package import MockPostlyHTTP
package import MockPostlyLog
internal import MockPostlyNouns
package import MockPostlyWorld
package import MockPostlyWorlds
internal import Synchronization

/// A server without sockets, which any thread calls as a function.
///
/// Requests take the same course as those of a connection. One that has to wait really waits: for
/// its time, for slow work, or for something to happen; the others are answered meanwhile.
package final class InProcessServer: Sendable {
    /// An answer, and what the clock of the world that gives it shows.
    package typealias Answer = (response: Response, date: Instant)

    private let desk: Mutex<Desk?>

    /// A server whose default world is loaded.
    package init(_ configuration: Configuration, log: sending Log) throws(StartFailure) {
        desk = Mutex(try Desk(configuration, log))
    }

    /// Answers `request`; nil when the server has ended.
    package func respond(to request: Request) throws -> Answer? {
        let news = try Mailbox<Void>()
        guard let (caller, first) = desk.withLock({ $0?.take(request, news) }) else { return nil }
        var turn = first
        while true {
            let next: Turn?
            switch turn {
            case .answered(let answer): return answer
            case .works(let number, let work):
                let result = work()
                next = desk.withLock { $0?.finish(number, with: result, for: caller) }
            case .waits(let number, let deadline):
                caller.news.wait(for: deadline.left)
                next = desk.withLock { $0?.look(after: caller, number, deadline) }
            }
            guard let next else { return nil }
            turn = next
        }
    }

    /// Calls `body` between requests, and makes permanent what it wrote; nil when the server has
    /// ended.
    package func withWorlds<Result: Sendable>(
        _ body: (Worlds) throws -> Result
    ) throws -> Result? {
        try desk.withLock { desk in
            guard let worlds = desk?.worlds else { return nil }
            let result = try body(worlds)
            guard worlds.commit() else { throw NotPermanent() }
            return result
        }
    }

    /// Ends the server; who waits is told nothing more.
    package func stop() {
        desk.withLock { desk in
            desk?.end()
            desk = nil
        }
    }
}

/// What a caller is to do next.
private enum Turn: Sendable {
    case answered(InProcessServer.Answer)
    /// Slow work with its number, to be done without holding up others.
    case works(Int, @Sendable () -> any Sendable)
    /// Nothing before there is news; with a number, the request with it is woken at the deadline.
    case waits(Int?, Deadline)
}

/// A time of the monotonic clock.
private struct Deadline: Sendable {
    let nanoseconds: UInt64

    /// Farther than anybody waits without looking again.
    static let far = Deadline(after: .seconds(86_400))

    init(after delay: Duration) {
        let (seconds, attoseconds) = delay.components
        let whole = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let wanted = whole.overflow ? UInt64.max / 2 : min(whole.partialValue, UInt64.max / 2)
        nanoseconds =
            monotonicNanoseconds() + wanted + UInt64(clamping: attoseconds / 1_000_000_000)
    }

    var left: Duration {
        let now = monotonicNanoseconds()
        return now >= nanoseconds ? .zero : .nanoseconds(Int64(clamping: nanoseconds - now))
    }
}

/// A thread that waits for the answer to its request.
///
/// `@unchecked`: but for `news` it is touched only by who has the lock of the ``Desk``.
private final class Caller: Client, @unchecked Sendable {
    /// Wakes the thread.
    let news: Mailbox<Void>
    /// What it is to do; set as the course goes on.
    var turn = Turn.waits(nil, .far)
    /// Whether it is this thread that has the lock, and looks itself at ``turn``.
    var isHere = false
    /// Where the time of an answer is found.
    private let desk: Desk

    init(_ desk: Desk, news: Mailbox<Void>) {
        self.desk = desk
        self.news = news
    }

    var label: Int { 0 }
    var hasConnection: Bool { false }
    func holdConnection() {}

    func next(_ turn: Turn) {
        self.turn = turn
        if !isHere { _ = news.send(()) }
    }

    func respond(_ response: Response) {
        var response = response
        // Its source belongs to who has the lock.
        response.collectSource()
        next(.answered((response, desk.date)))
    }

    func respond(_ response: Response, handingOverTo takeover: any Takeover) {
        preconditionFailure("there is no connection to hand over")
    }
}

/// The worlds and the course of their requests; who has the lock has it.
private final class Desk: CourseDriver {
    let worlds: Worlds
    private let course: Course
    /// Those who wait, to be told when the server ends.
    private var callers: [ObjectIdentifier: Caller] = [:]
    /// What the clock of the world that answers shows.
    private(set) var date = Instant(seconds: 0)

    init(_ configuration: Configuration, _ log: Log) throws(StartFailure) {
        worlds = Worlds(
            configuration.worlds,
            log: log,
            budget: BufferBudget(limit: configuration.limits.buffered)
        )
        worlds.process.versions = BuildInfo.all
        course = Course(of: worlds, configuration.sameSite, log: log)
        course.driver = self
        try worlds.load()
    }

    /// Takes a request of the calling thread, which `news` wakes.
    func take(_ request: Request, _ news: Mailbox<Void>) -> (Caller, Turn) {
        let caller = Caller(self, news: news)
        callers[ObjectIdentifier(caller)] = caller
        return (caller, turn(of: caller) { course.take(request, from: caller) })
    }

    func finish(_ number: Int, with result: any Sendable, for caller: Caller) -> Turn {
        caller.turn = .waits(nil, .far)
        return turn(of: caller) { course.finish(number, with: result) }
    }

    /// Looks what has become of a request that waits, whose time may have come.
    func look(after caller: Caller, _ number: Int?, _ deadline: Deadline) -> Turn {
        turn(of: caller) {
            guard case .waits(number, _) = caller.turn, let number, deadline.left == .zero else {
                return
            }
            caller.turn = .waits(nil, .far)
            course.wake(number)
        }
    }

    /// What `caller` is to do after `body`, whose writes are permanent then.
    private func turn(of caller: Caller, after body: () -> Void) -> Turn {
        caller.isHere = true
        defer { caller.isHere = false }
        body()
        course.commitParked()
        if case .answered = caller.turn { callers[ObjectIdentifier(caller)] = nil }
        return caller.turn
    }

    func end() {
        course.abandonAll()
        for caller in callers.values { caller.news.shut() }
        callers = [:]
    }

    // MARK: The course

    func perform(
        _ number: Int,
        for client: any Client,
        on lane: Lane,
        _ work: @escaping @Sendable () -> any Sendable
    ) -> Bool {
        (client as? Caller)?.next(.works(number, work))
        return true
    }

    func wake(_ number: Int, for client: any Client, after delay: Duration) -> AnyObject? {
        (client as? Caller)?.next(.waits(number, Deadline(after: delay)))
        return client as? Caller
    }

    func willAnswer(in world: RunningWorld?) {
        date = (world ?? worlds.home)?.now ?? Clock.real.now()
    }

    func publish() {}
}
