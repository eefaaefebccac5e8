internal import MockPostlyContent
internal import MockPostlyControl
internal import MockPostlyCrypto
package import MockPostlyDialect
package import MockPostlyEventHTTP
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyWorld

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A server as a process runs it: sockets, content, worker, signals.
///
/// Belongs to the thread that makes and runs it.
package final class Server {
    /// Where it is reached; known as soon as it is made.
    package let address: ServerAddress
    let configuration: Configuration
    let log: Log
    let application: Application
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
    private var failure: StartFailure?
    private var onReady: (() -> Void)?

    // What `Server+Requests.swift` keeps.
    /// Requests that came before the content was there.
    var early: [(Request, Exchange)] = []
    /// Answers that leave when their world's writes are permanent.
    var parked: [Parked] = []
    var parkedBytes = 0
    /// Slow work that is being done, and requests that wait for their time.
    var jobs: [Int: Job] = [:]
    var delayed: [Int: Delayed] = [:]
    /// Requests that wait for something to happen.
    var held: [Int: (reply: HeldReply, timer: OneShotTimer?)] = [:]
    /// Slow work that no request waits for.
    private var errands: [Int: (any Sendable) -> Void] = [:]
    var nextNumber = 1
    var dateSecond = Int64.min
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
        application = Application(
            configuration,
            log: log,
            SameSite(
                allowedHosts: configuration.allowedHosts,
                isLoopbackOnly: configuration.isLoopbackOnly
            )
        )
        do {
            loop = try EventLoop()
            worker = try Worker(limit: configuration.workerQueue)
            orders = try Mailbox()
            let http = try HTTPServer(on: loop, limits: limits, budget: application.budget) {
                // Unsafe, for each request: the server holds what calls this.
                [unowned(unsafe) self] request, exchange in
                handle(request, exchange)
            }
            self.http = http
            for socket in sockets { try http.listen(on: socket) }
            ownSockets = sockets.count
            try watch(http)
            // Worlds that nobody uses end even when nobody asks.
            sweep = try RepeatingTimer(every: .milliseconds(250), on: loop) { [unowned self] in
                application.noteUses(at: monotonicNanoseconds())
                application.sweepIfDue()
                application.lookAfterDataFile()
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
        application.traffic = { [unowned self] in traffic }
        application.settle = { [unowned self] in commitParked() }
        application.ports = self
        http.onRejection = { [unowned self] rejection, request in
            application.metrics.countRejection(rejection.status)
            refreshDate(nil)
            log.rejection(status: rejection.status, rejection.words)
            return request.flatMap { application.excess(for: $0) }
        }
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
            try EndingSignals.watch { orders.send { $0.stop() } }
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
                return Loaded.world(Handover(try Loader.load(configuration)))
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
        resumeAll()
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
                finish(job: result.number, result.value)
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
        commitParked()
        delayed = [:]
        http = nil
        // Before the mailboxes that they watch.
        watches = []
        deadline = nil
        sweep = nil
        readyFile = nil
        exportAtEnd()
        announcement = nil
        for world in application.worlds {
            do {
                try world.close()
            } catch {
                log.failure("world \(world.name): \(error)")
            }
        }
        application.removeWorlds()
        log.flush()
    }

    private func take(_ loaded: Loaded) {
        switch loaded {
        case .failure(let failure):
            self.failure = failure
            loop.stop()
        case .world(let handover):
            application.add(handover.world)
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
            let waiting = early
            early = []
            for (request, exchange) in waiting { handle(request, exchange) }
        }
    }

    /// As ``Application/introductions``.
    package var introductions: [Introduction] { application.introductions }

    private func resetBySignal() {
        guard let world = application.worlds.first else { return }
        let log = log
        carryOut("the reset of world \(world.name)") { [application] in
            try application.reset(ResetOrder(world: world.name)).map { _ in
                log.detail("world \(world.name) was reset to its seed")
            }
        }
        // No answer waits for it: nothing else would end the transaction of a reset that failed.
        _ = application.commit(world)
    }

    /// Does what no request has asked for, and says in the log if it fails.
    private func carryOut(_ name: String, _ next: @escaping () throws -> Deferred<Void>) {
        do {
            guard case .later(let work) = try next() else { return }
            let number = nextNumber
            nextNumber += 1
            guard worker.perform(number, on: work.lane, work.work) else {
                return log.failure("\(name) failed: too much slow work waits already")
            }
            work.willBegin()
            errands[number] = { [unowned self] result in
                carryOut(name) { try work.finish(result) }
            }
        } catch let error as HostError {
            log.failure("\(name) failed: \(Problem(error).detail)")
        } catch let busy as WorldBusy {
            busy.world.whenFree { [unowned self] in carryOut(name, next) }
        } catch {
            log.failure("\(name) failed: \(error)")
        }
    }

    /// Writes the default world to the file that is wanted at the end.
    private func exportAtEnd() {
        guard let path = configuration.exportOnExit, application.isLoaded else { return }
        do {
            try application.exportDefaultWorld(to: path)
            log.detail("the default world was written to \(path)")
        } catch let fault as ContentFault {
            failure = failure ?? StartFailure(export: path, fault.words)
        } catch {
            failure = failure ?? StartFailure(export: path, "\(error)")
        }
    }

    private var traffic: Traffic {
        guard let http else { return Traffic() }
        return Traffic(
            connections: http.connectionCount,
            accepted: http.accepted,
            refused: http.refused,
            received: http.bytesReceived,
            sent: http.bytesSent
        )
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
