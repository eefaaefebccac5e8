internal import MockPostlyContent
internal import MockPostlyControl
package import MockPostlyCourse
internal import MockPostlyCrypto
internal import MockPostlyDialect
package import MockPostlyEventHTTP
internal import MockPostlyHTTP
package import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyPlatform
internal import MockPostlyProxy
internal import MockPostlySockets
internal import MockPostlyTLS
internal import MockPostlyThreads
internal import MockPostlyWorld
package import MockPostlyWorlds

/// A server with sockets, content, worker threads and signal handling.
///
/// Belongs to the thread that creates and runs it, which is the loop's thread. Other threads use
/// ``remote``.
///
/// ```swift
/// let server = try Server(configuration, log: log)
/// print(server.address.url)
/// try server.run { print("ready") }     // until a signal or remote.stop()
/// ```
package final class Server {
    /// The address it listens on; known as soon as the server is created, even with port 0.
    package let address: ServerAddress
    let configuration: Configuration
    let log: Log
    /// Empty until the content is loaded.
    package let worlds: Worlds
    let course: Course
    /// Threads, timers and sockets.
    let driver: LoopDriver
    private let orders: Mailbox<Order>
    /// The proxy that leads clients here which call for other servers; nil when there is none.
    private(set) var proxy: Proxy?
    private var watches: [ReadingWatch] = []
    private var deadline: RepeatingTimer?
    /// When the loop ends at the latest, in monotonic nanoseconds; nil before ``stop()`` is called.
    ///
    /// Two seconds after the call; the moment itself when the loop was ended at once.
    package private(set) var stopDeadline: UInt64?
    private var sweep: RepeatingTimer?
    private var readyFile: ReadyFile?
    /// The file by which the user's command lines find the server; nil when it cannot be written.
    private var announcement: ReadyFile?
    var failure: StartFailure?
    private var onReady: (() -> Void)?

    /// Handlers for the results of slow work that no request waits for, by negative numbers.
    var deferredTasks: [Int: (Server, any Sendable) -> Void] = [:]
    var deferredTaskCount = 0
    /// The next try of a reset by signal that another program's lock stops; a later signal's stands for
    /// both.
    var lockTimer: AnyObject?
    /// The timer of the next alarm, and when that is due; nil without alarms.
    var alarmTimer: AnyObject?
    var alarmDue: UInt64?
    /// What the log was warned of, and when, in monotonic nanoseconds.
    var warnings: [String: UInt64] = [:]

    /// Checks `configuration` and binds its addresses; connections wait until ``run(onReady:)``.
    ///
    /// The content is loaded later, when the server runs. `observer` gets every finished request.
    ///
    /// - Throws: ``StartFailure`` for an address that is taken, a certificate that cannot be used,
    ///   a ready file of another server, and a place for an export or snapshots that cannot be
    ///   written.
    package init(
        _ configuration: Configuration,
        log: Log,
        observer: (any RequestObserver)? = nil
    ) throws(StartFailure) {
        self.configuration = configuration
        self.log = log
        ignoreFatalWriteSignals()
        if let path = configuration.readyFile { try ReadyFile.removeStale(path) }
        let (limits, files) = try Self.limits(configuration, log)
        try Self.prepareSnapshots(configuration, log)
        try Self.checkExport(configuration)
        try configuration.checkPlaces()
        let tls = try Self.tlsContext(configuration, log)
        let trust = try Self.upstreamTrust(configuration)
        let sockets = try Self.bind(configuration)
        let proxySockets = try Self.bindProxy(configuration)
        address = ServerAddress(
            host: configuration.host,
            port: sockets[0].port,
            // A Unix socket has no port.
            hasBothFamilies: sockets.count { $0.port != 0 } == 2,
            proxyPort: proxySockets.first?.port
        )
        do {
            driver = try LoopDriver(configuration, files, log: log)
            orders = try Mailbox()
        } catch {
            throw StartFailure(error)
        }
        worlds = Worlds(
            configuration.hosting,
            log: log,
            budget: BufferBudget(limit: configuration.limits.buffered),
            ports: driver
        )
        worlds.firstStubs = try StubFiles(configuration.worlds.stubDirectory).firstStubs()
        course = Course(
            of: worlds,
            configuration.sameSite,
            driver,
            log: log,
            time: driver.time,
            observer: observer
        )
        course.control.process.versions = BuildInfo.all
        course.control.process.trustAnchor = tls?.anchor
        do {
            let http = try HTTPServer(on: loop, limits: limits, budget: worlds.budget, for: self)
            driver.open(http)
            http.tls = tls?.context
            for socket in sockets { try http.listen(on: socket) }
            proxy = try openProxy(on: proxySockets, before: http)
            driver.ownSockets = sockets.count + proxySockets.count
            openForwarding(trust)
            try watch()
            // Unused worlds must end even when no request comes.
            sweep = try RepeatingTimer(every: .milliseconds(250), on: loop, of: self) { server in
                server.worlds.noteUses(at: monotonicNanoseconds())
                server.worlds.sweepIfDue()
                server.course.forgetOutdated()
                server.worlds.lookAfterDataFile()
            }
        } catch {
            throw StartFailure(error)
        }
    }

    private func watch() throws(EventError) {
        watches.append(
            try ReadingWatch(driver.worker.results.readingEnd, on: loop, of: self) {
                $0.takeResults()
            }
        )
        watches.append(
            try ReadingWatch(orders.readingEnd, on: loop, of: self) { $0.obeyOrders() }
        )
        if configuration.ownsProcess {
            let orders = orders
            do {
                try EndingSignals.watch { orders.post { $0.stop() } }
            } catch {
                throw EventError(words: "no thread: " + error.words)
            }
            try loop.onSignal(SIGUSR1, of: self) { $0.resetBySignal() }
        }
    }

    /// The loop, which runs in ``run(onReady:)`` alone.
    package var loop: EventLoop { driver.loop }

    /// The sockets; nil once they are closed.
    var http: HTTPServer? { driver.http }

    // MARK: Life

    /// How long open requests may take after ``stop()``, in nanoseconds.
    private static let stopTimeout: UInt64 = 2_000_000_000

    /// Loads the content and serves until ``stop()`` or a signal.
    ///
    /// `onReady` is called once, when the content is loaded. Throws when the content cannot be
    /// loaded, or when the export on exit fails.
    ///
    /// To be called once. The calling thread is the loop's until it returns.
    ///
    /// - Throws: ``StartFailure``.
    package func run(onReady: @escaping () -> Void) throws(StartFailure) {
        self.onReady = onReady
        let configuration = configuration
        _ = driver.worker.perform(0, on: .contents) {
            do throws(StartFailure) {
                return Loaded.world(Handover(try Loader.load(configuration.worlds)))
            } catch {
                return Loaded.failure(error)
            }
        }
        loop.run { endTick() }
        shutDown()
        if let failure { throw failure }
    }

    /// Stops accepting connections, finishes open requests and lets ``run(onReady:)`` return.
    ///
    /// Delayed requests are answered at once. Takes two seconds at most; a second call ends the
    /// loop immediately.
    ///
    /// On the loop's thread; other threads use ``Remote/stop()``.
    package func stop() {
        guard let http, deadline == nil, !http.isStopping else {
            stopDeadline = monotonicNanoseconds()
            return loop.stop()
        }
        stopDeadline = monotonicNanoseconds() + Self.stopTimeout
        do {
            deadline = try RepeatingTimer(
                every: .nanoseconds(Int64(Self.stopTimeout)),
                on: loop,
                of: self
            ) { $0.loop.stop() }
        } catch {
            log.failure("the server stops without a deadline: \(error.words)")
        }
        proxy?.stop()
        http.stop { [loop] in loop.stop() }
        course.wakeAll()
    }

    /// Access to this server for other threads.
    ///
    /// May be asked for and used before ``run(onReady:)``: orders wait until then.
    package var remote: Remote { Remote(orders) }

    private func takeResults() {
        for result in driver.worker.results.receive() ?? [] {
            if let loaded = result.value as? Loaded {
                handle(loaded)
            } else if let task = deferredTasks.removeValue(forKey: result.number) {
                task(self, result.value)
            } else {
                driver.beginTick()
                course.resume(result.number, with: result.value)
            }
        }
    }

    private func obeyOrders() {
        for order in orders.receive() ?? [] { order(self) }
    }

    private func shutDown() {
        orders.shut()
        obeyOrders()
        // Commit before connections close: no response may leave before its commit.
        course.commitParked()
        course.abandonAll()
        proxy = nil
        driver.close()
        course.forwarding = nil
        // The watches must end before the mailboxes that they watch.
        watches = []
        deadline = nil
        sweep = nil
        readyFile = nil
        exportAtEnd()
        announcement = nil
        worlds.closeAll()
        log.flush()
    }

    private func handle(_ loaded: Loaded) {
        switch loaded {
        case .failure(let failure):
            self.failure = failure
            loop.stop()
        case .world(let handover):
            worlds.add(handover.world)
            do {
                readyFile = try configuration.readyFile.map { path throws(StartFailure) in
                    try ReadyFile(path, address)
                }
            } catch {
                failure = error
                return loop.stop()
            }
            if configuration.ownsProcess {
                announcement = RuntimeDirectory.announce(
                    address,
                    adminToken: configuration.isAdminTokenMade ? configuration.adminToken : nil,
                    log
                )
            }
            onReady?()
            onReady = nil
            course.takeEarly()
            finishStart()
        }
    }

    /// Does what the first requests need not wait for.
    private func finishStart() {
        let ownsProcess = configuration.ownsProcess
        // OpenSSL's first use is slow, so it happens here and not during a request.
        let isTaken = perform(on: .accounts) {
            initializeCrypto()
            if ownsProcess { releaseProgramPages() }
            return ()
        } finish: { _, _ in
        }
        if !isTaken, ownsProcess { releaseProgramPages() }
    }
}

/// The result of loading the content on the worker's thread.
private enum Loaded: Sendable {
    case world(Handover)
    case failure(StartFailure)
}

/// A world on its way from the loading thread to the loop's thread.
///
/// `@unchecked`: the loading thread keeps no reference to it.
private struct Handover: @unchecked Sendable {
    let world: World

    init(_ world: World) {
        self.world = world
    }
}
