internal import MockPostlyContent
internal import MockPostlyControl
internal import MockPostlyCourse
internal import MockPostlyCrypto
internal import MockPostlyDialect
package import MockPostlyEventHTTP
internal import MockPostlyHTTP
package import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyPlatform
internal import MockPostlyThreads
internal import MockPostlyWorld
package import MockPostlyWorlds

/// A server as a process runs it: sockets, content, worker, signals.
///
/// Belongs to the thread that makes and runs it.
package final class Server {
    /// Where it is reached; known as soon as it is made.
    package let address: ServerAddress
    let configuration: Configuration
    let log: Log
    package let worlds: Worlds
    let course: Course
    package let loop: EventLoop
    let worker: Worker
    /// What connections and ports of worlds may have open.
    let files: OpenFiles
    /// Listening sockets of the server's own address.
    private(set) var ownSockets = 0
    private let orders: Mailbox<Order>
    private(set) var http: HTTPServer?
    private var watches: [ReadingWatch] = []
    private var deadline: RepeatingTimer?
    /// When all is to be over, in nanoseconds of the monotonic clock; nil as long as nobody has
    /// called ``stop()``.
    package private(set) var stopDeadline: UInt64?
    private var sweep: RepeatingTimer?
    private var readyFile: ReadyFile?
    /// How the command lines of this user find the server.
    private var announcement: ReadyFile?
    var failure: StartFailure?
    private var onReady: (() -> Void)?

    /// What to do with the results of slow work that no request waits for.
    var errands: [Int: (any Sendable) -> Void] = [:]
    var errandCount = 0
    var dateSecond = Int64.min
    /// When the first event of this tick was handled, in machine time; 0 before it.
    var tickStart: UInt64 = 0

    /// Binds the addresses of `configuration`.
    ///
    /// Content is loaded when it runs.
    package init(_ configuration: Configuration, log: Log) throws(StartFailure) {
        self.configuration = configuration
        self.log = log
        ignoreFatalWriteSignals()
        if let path = configuration.readyFile { try ReadyFile.removeStale(path) }
        let (limits, files) = try Self.limits(configuration, log)
        self.files = files
        try Self.prepareSnapshots(configuration, log)
        try Self.checkExport(configuration)
        try configuration.checkPlaces()
        let sockets = try Self.bind(configuration)
        address = ServerAddress(host: configuration.host, port: sockets[0].port)
        worlds = Worlds(
            configuration.worlds,
            log: log,
            budget: BufferBudget(limit: configuration.limits.buffered)
        )
        worlds.process.versions = BuildInfo.all
        course = Course(of: worlds, configuration.sameSite, log: log)
        do {
            loop = try EventLoop()
            worker = try Worker(limit: configuration.workerQueue)
            orders = try Mailbox()
            let http = try HTTPServer(on: loop, limits: limits, budget: worlds.budget) {
                // Unsafe, for each request: the server holds what calls this.
                [unowned(unsafe) self] request, exchange in
                handle(request, exchange)
            }
            self.http = http
            for socket in sockets { try http.listen(on: socket) }
            ownSockets = sockets.count
            try watch(http)
            course.driver = self
            // Worlds that nobody uses end even when nobody asks.
            sweep = try RepeatingTimer(every: .milliseconds(250), on: loop) { [unowned self] in
                worlds.noteUses(at: monotonicNanoseconds())
                worlds.sweepIfDue()
                worlds.lookAfterDataFile()
            }
        } catch {
            throw StartFailure(error)
        }
    }

    /// The limits, with no more connections than this process may have files open.
    private static func limits(
        _ configuration: Configuration,
        _ log: Log
    ) throws(StartFailure) -> (ServerLimits, OpenFiles) {
        var limits = configuration.limits
        if configuration.hasControl {
            // What an export gives can be given back.
            limits.request.largeBody = RequestLimits.LargeBody(
                path: Control.prefix + "/import",
                bytes: configuration.importLimit
            )
        }
        let open = raiseOpenFileLimit()
        let files = try OpenFiles(open, limits, worlds: configuration.worldLimit)
        if files.connections < limits.connections {
            limits.connections = files.connections
            log.detail(
                "only \(open) files may be open, so there are at most \(files.connections)"
                    + " connections"
            )
        }
        limits.refusals = files.refusals
        return (limits, files)
    }

    /// Refuses an export that could not be written when it is too late.
    private static func checkExport(_ configuration: Configuration) throws(StartFailure) {
        guard let path = configuration.exportOnExit else { return }
        do {
            try ContentFile.checkPlace(of: path)
        } catch {
            throw StartFailure(
                .configuration,
                "the export on exit to \(path) cannot be written: \(error.words)",
                hint: "check the path given to --export-on-exit"
            )
        }
    }

    /// Makes the directory of the snapshots, and tidies up after servers that were killed.
    private static func prepareSnapshots(
        _ configuration: Configuration,
        _ log: Log
    ) throws(StartFailure) {
        guard let directory = configuration.snapshotDirectory else { return }
        do {
            try ContentFile.makeDirectory(directory)
        } catch {
            throw StartFailure(
                .configuration,
                "the snapshot directory \(directory) cannot be used: \(error.words)",
                hint: "check the path given to --snapshot-dir"
            )
        }
        for name in ContentFile.removeLeftovers(in: directory) {
            log.detail("removed \(name), which a killed server had not finished")
        }
    }

    private static func bind(
        _ configuration: Configuration
    ) throws(StartFailure) -> [ListeningSocket] {
        var sockets: [ListeningSocket]
        do {
            sockets = try ListeningSocket.bind(host: configuration.host, port: configuration.port)
        } catch {
            let (host, port) = (configuration.host, "port \(configuration.port)")
            switch error {
            case .inUse: throw StartFailure(error, port)
            case .notAnAddress: throw StartFailure(error, host)
            default: throw StartFailure(error, "\(host) \(port)")
            }
        }
        if let path = configuration.unixSocket {
            do {
                sockets.append(try ListeningSocket.bind(path: path))
            } catch {
                throw StartFailure(error, path)
            }
        }
        return sockets
    }

    private func watch(_ http: HTTPServer) throws(EventError) {
        course.traffic = { [unowned self] in traffic }
        worlds.ports = self
        http.onRejection = { [unowned self] rejection, request in
            course.refuse(rejection, request)
        }
        http.onFailure = { [log] words in log.failure(words) }
        // No page of a browser could read a refusal without it.
        http.rejectionFields = [Response.Field("Access-Control-Allow-Origin", "*")]
        watches.append(
            try ReadingWatch(worker.results.readingEnd, on: loop) { [unowned self] in
                takeResults()
            }
        )
        watches.append(
            try ReadingWatch(orders.readingEnd, on: loop) { [unowned self] in obeyOrders() }
        )
        if configuration.ownsProcess {
            let orders = orders
            do {
                try EndingSignals.watch { orders.send { $0.stop() } }
            } catch {
                throw EventError(words: "no thread: " + error.words)
            }
            try loop.onSignal(SIGUSR1) { [unowned self] in resetBySignal() }
        }
        loop.atEndOfTick { [unowned self] in endTick() }
    }

    // MARK: Life

    /// Nanoseconds that what is in flight has after ``stop()``.
    private static let stopPatience: UInt64 = 2_000_000_000

    /// Loads the content and serves until ``stop()`` or a signal.
    ///
    /// `onReady` is called once, when requests are answered. Throws when the content cannot be
    /// loaded.
    package func run(onReady: @escaping () -> Void) throws(StartFailure) {
        self.onReady = onReady
        let configuration = configuration
        _ = worker.perform(0, on: .contents) {
            do throws(StartFailure) {
                return Loaded.world(Handover(try Loader.load(configuration.worlds)))
            } catch {
                return Loaded.failure(error)
            }
        }
        loop.run()
        shutDown()
        if let failure { throw failure }
    }

    /// Stops accepting, answers what is being answered, without further delay, and lets
    /// ``run(onReady:)`` return; within two seconds, and at once when called again.
    package func stop() {
        guard let http, deadline == nil, !http.isStopping else {
            stopDeadline = monotonicNanoseconds()
            return loop.stop()
        }
        stopDeadline = monotonicNanoseconds() + Self.stopPatience
        deadline = try? RepeatingTimer(
            every: .nanoseconds(Int64(Self.stopPatience)),
            on: loop
        ) { [unowned self] in
            loop.stop()
        }
        http.stop { [unowned self] in loop.stop() }
        course.wakeAll()
    }

    /// The way in for other threads.
    package var remote: Remote { Remote(orders) }

    private func takeResults() {
        for result in worker.results.receive() ?? [] {
            if let loaded = result.value as? Loaded {
                take(loaded)
            } else if let errand = errands.removeValue(forKey: result.number) {
                errand(result.value)
            } else {
                beginTick()
                course.finish(result.number, with: result.value)
            }
        }
    }

    private func obeyOrders() {
        for order in orders.receive() ?? [] { order(self) }
    }

    private func shutDown() {
        orders.shut()
        obeyOrders()
        // Connections first: nothing is told that is not written down.
        course.commitParked()
        course.abandonAll()
        http = nil
        // Before the mailboxes that they watch.
        watches = []
        deadline = nil
        sweep = nil
        readyFile = nil
        exportAtEnd()
        announcement = nil
        worlds.closeAll()
        log.flush()
    }

    private func take(_ loaded: Loaded) {
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
                announcement = RuntimeDirectory.announce(address, log)
            }
            onReady?()
            onReady = nil
            if configuration.ownsProcess { releaseProgramPages() }
            // OpenSSL takes its time at its first use, which is better not a request's.
            _ = worker.perform(0, on: .accounts) { initializeCrypto() }
            course.takeEarly()
        }
    }

    private var traffic: Traffic {
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

/// What loading came to.
private enum Loaded: Sendable {
    case world(Handover)
    case failure(StartFailure)
}

/// A world on its way from the thread that loads it to the loop's.
///
/// `@unchecked`: the loading thread keeps nothing of it.
private struct Handover: @unchecked Sendable {
    let world: RunningWorld

    init(_ world: RunningWorld) {
        self.world = world
    }
}
