internal import MockPostlyBlog
internal import MockPostlyControl
internal import MockPostlyCrypto
internal import MockPostlyDomain
internal import MockPostlyEventHTTP
internal import MockPostlyHTTP
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
    private let loop: EventLoop
    private let worker: Worker
    private let orders: Mailbox<Order>
    private var http: HTTPServer?
    private var watches: [ReadingWatch] = []
    private var deadline: RepeatingTimer?
    private var readyFile: ReadyFile?
    private var failure: StartFailure?
    private var onReady: (() -> Void)?

    /// Requests that came before the content was there.
    private var early: [(Request, Exchange)] = []
    /// Answers that leave when their world's writes are permanent.
    private var parked: [Parked] = []
    private var parkedBytes = 0
    /// Bytes of parked answers beyond which the tick's writes are made permanent early.
    private static let mostParkedBytes = 4 * 1024 * 1024
    /// Slow work that is being done.
    private var jobs: [Int: Job] = [:]
    private var nextJob = 1
    private var dateSecond = Int64.min
    private var tickStart: UInt64 = 0

    private struct Job {
        var work: SlowWork
        var world: RunningWorld
        var pending: Pending
    }

    /// A request on its way to its answer.
    private struct Pending {
        var request: Request
        var exchange: Exchange
        var route: Application.RouteTaken
        var start: UInt64
    }

    private struct Parked {
        var response: Response
        var world: RunningWorld
        var pending: Pending
    }

    /// Binds the addresses of `configuration`.
    ///
    /// Content is loaded when it runs.
    package init(_ configuration: Configuration, log: Log) throws(StartFailure) {
        self.configuration = configuration
        self.log = log
        ignoreFatalWriteSignals()
        let limits = Self.limits(configuration, log)
        let sockets = try Self.bind(configuration)
        address = ServerAddress(host: configuration.host, port: sockets[0].port)
        application = Application(
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
            let http = try HTTPServer(on: loop, limits: limits) {
                // Unsafe, for each request: the server holds what calls this.
                [unowned(unsafe) self] request, exchange in
                handle(request, exchange)
            }
            self.http = http
            for socket in sockets { try http.listen(on: socket) }
            try watch(http)
        } catch {
            throw StartFailure(error)
        }
    }

    /// The limits, with no more connections than this process may have files open.
    private static func limits(_ configuration: Configuration, _ log: Log) -> ServerLimits {
        var limits = configuration.limits
        let open = raiseOpenFileLimit()
        // Some are for the server's own files, and for clients that are told "too many".
        let room = max(16, open - 64 - HTTPServer.mostRefused)
        if open > 0 && room < limits.connections {
            limits.connections = room
            log.detail("only \(open) files may be open, so there are at most \(room) connections")
        }
        return limits
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
        http.onRejection = { [unowned self] rejection in
            application.metrics.countRejection(rejection.status)
            refreshDate(nil)
            log.rejection(status: rejection.status, rejection.words)
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
            for signal in [SIGINT, SIGTERM] {
                try loop.onSignal(signal) { [unowned self] in stop() }
            }
            try loop.onSignal(SIGUSR1) { [unowned self] in resetBySignal() }
        }
        loop.atEndOfTick { [unowned self] in endTick() }
    }

    // MARK: Life

    /// Loads the content and serves until ``stop()`` or a signal.
    ///
    /// `onReady` is called once, when requests are answered. Throws when the content cannot be
    /// loaded.
    package func run(onReady: @escaping () -> Void) throws(StartFailure) {
        self.onReady = onReady
        let configuration = configuration
        _ = worker.perform(0) {
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

    /// Stops accepting, answers what is being answered, and lets ``run(onReady:)`` return; within
    /// two seconds, and at once when called again.
    package func stop() {
        guard let http, deadline == nil, !http.isStopping else { return loop.stop() }
        deadline = try? RepeatingTimer(every: .seconds(2), on: loop) { [unowned self] in
            loop.stop()
        }
        http.stop { [unowned self] in loop.stop() }
    }

    /// The way in for other threads.
    package var remote: Remote { Remote(orders) }

    private func obeyOrders() {
        for order in orders.receive() ?? [] { order(self) }
    }

    private func shutDown() {
        orders.shut()
        obeyOrders()
        // Connections first: nothing is told that is not written down.
        commitParked()
        http = nil
        // Before the mailboxes that they watch.
        watches = []
        deadline = nil
        readyFile = nil
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
            onReady?()
            onReady = nil
            if configuration.ownsProcess { releaseProgramPages() }
            // OpenSSL takes its time at its first use, which is better not a request's.
            _ = worker.perform(0) { initializeCrypto() }
            let waiting = early
            early = []
            for (request, exchange) in waiting { handle(request, exchange) }
        }
    }

    /// How much the default world holds; nothing before it is loaded.
    package var summary: (posts: Int64, users: Int64, comments: Int64) {
        guard let totals = try? application.worlds.first?.domain.posts.totals() else {
            return (0, 0, 0)
        }
        return totals
    }

    /// Whether the default world has a person with this e-mail.
    package func hasAccount(email: String) -> Bool {
        let world = application.worlds.first
        return (try? world?.domain.users.hasAccount(email: email)) ?? false
    }

    // MARK: Requests

    private func handle(_ request: Request, _ exchange: Exchange) {
        let start = monotonicNanoseconds()
        if tickStart == 0 { tickStart = start }
        let (outcome, route) = application.begin(request)
        switch outcome {
        case .notLoaded:
            exchange.holdConnection()
            early.append((request, exchange))
        case .answered(let response, let world):
            // Most answers leave at once; nothing is copied for them.
            guard let world, world.domain.work.isPending else {
                return send(response, exchange, request, route, start, world)
            }
            let pending = Pending(request: request, exchange: exchange, route: route, start: start)
            park(Parked(response: response, world: world, pending: pending))
        case .slow(let work, let world):
            let pending = Pending(request: request, exchange: exchange, route: route, start: start)
            begin(work, world, pending)
        }
    }

    private func begin(_ work: SlowWork, _ world: RunningWorld, _ pending: Pending) {
        let number = nextJob
        nextJob += 1
        guard worker.perform(number, work.work) else {
            return answer(pending, world.blog.overload(for: pending.request), world)
        }
        // A client that sends on relies on its first request being done.
        pending.exchange.holdConnection()
        jobs[number] = Job(work: work, world: world, pending: pending)
    }

    private func takeResults() {
        for result in worker.results.receive() ?? [] {
            if let loaded = result.value as? Loaded {
                take(loaded)
            } else if let job = jobs.removeValue(forKey: result.number) {
                let response = application.finish(
                    job.work,
                    result.value,
                    job.pending.request,
                    in: job.world
                )
                answer(job.pending, response, job.world)
            }
        }
    }

    /// Sends `response`, or parks it while its world has writes that are not permanent.
    private func answer(_ pending: Pending, _ response: Response, _ world: RunningWorld?) {
        if let world, world.domain.work.isPending {
            park(Parked(response: response, world: world, pending: pending))
        } else {
            send(pending, response, world)
        }
    }

    /// Keeps an answer until the commit, which comes early when there is too much to keep.
    private func park(_ answer: Parked) {
        parked.append(answer)
        parkedBytes += answer.response.body.count
        if parkedBytes > Self.mostParkedBytes { commitParked() }
    }

    private func send(_ pending: Pending, _ response: Response, _ world: RunningWorld?) {
        send(response, pending.exchange, pending.request, pending.route, pending.start, world)
    }

    private func send(
        _ response: Response,
        _ exchange: Exchange,
        _ request: Request,
        _ route: Application.RouteTaken,
        _ start: UInt64,
        _ world: RunningWorld?
    ) {
        refreshDate(world)
        exchange.respond(response)
        let elapsed = monotonicNanoseconds() - start
        let kind = Metrics.Kind(route: route, status: response.status)
        application.metrics.count(kind, nanoseconds: elapsed)
        guard log.logsRequests else { return }
        log.request(
            Log.Entry(
                method: request.method.name,
                target: request.shownTarget,
                status: response.status,
                milliseconds: Double(elapsed) / 1_000_000,
                bytes: response.body.count,
                world: world?.name
            )
        )
    }

    /// Keeps the Date field at the second of the world that answers.
    private func refreshDate(_ world: RunningWorld?) {
        guard let http else { return }
        let clock = world ?? application.worlds.first
        let now = clock?.domain.world.now ?? Clock.real.now()
        guard now.seconds != dateSecond else { return }
        dateSecond = now.seconds
        http.currentDate = Array(now.httpDate.utf8)
    }

    // MARK: Ticks

    private func endTick() {
        if !parked.isEmpty { commitParked() }
        if tickStart > 0 {
            application.metrics.countTick(nanoseconds: monotonicNanoseconds() - tickStart)
            tickStart = 0
        }
        log.flush()
    }

    /// Makes the tick's writes permanent, then lets its answers go; where that fails, all of the
    /// world's answers say so.
    private func commitParked() {
        let answers = parked
        parked = []
        parkedBytes = 0
        var failed: [RunningWorld] = []
        for world in application.worlds where !application.commit(world) { failed.append(world) }
        for answer in answers {
            let isLost = failed.contains { $0 === answer.world }
            let response =
                isLost ? answer.world.blog.failure(for: answer.pending.request) : answer.response
            send(answer.pending, response, answer.world)
        }
    }

    private func resetBySignal() {
        guard let world = application.worlds.first else { return }
        // What was asked before does not stand or fall with the reset.
        commitParked()
        do {
            try world.reset()
            guard application.commit(world) else { return }
            application.metrics.countReset()
            log.detail("world \(world.name) was reset to its seed")
        } catch let fault as SeedFault {
            log.failure("world \(world.name) was not reset: \(fault.description)")
        } catch {
            log.failure("world \(world.name) was not reset: \(error)")
        }
        // No answer waits for it: nothing else would end the transaction of a reset that failed.
        _ = application.commit(world)
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
