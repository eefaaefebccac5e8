internal import MockPostlyContent
internal import MockPostlyEventHTTP
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyWorld

/// A request on its way to its answer.
struct Pending {
    var request: Request
    var exchange: Exchange
    var route: Application.RouteTaken
    var start: UInt64
}

/// An answer that leaves when the writes of its world are permanent.
struct Parked {
    var response: Response
    var world: RunningWorld
    var pending: Pending
}

/// Slow work that is being done.
struct Job {
    var work: SlowWork<Reply>
    /// Nil when the control plane has asked for it.
    var world: RunningWorld?
    var pending: Pending
}

/// A request that waits for its time.
struct Delayed {
    var body: () throws -> Reply
    /// Nil when the control plane has asked for it.
    var world: RunningWorld?
    var pending: Pending
    /// Nil when the time is not waited for.
    var timer: OneShotTimer?
}

/// Requests in, answers out.
extension Server {
    /// Bytes of parked answers beyond which the tick's writes are made permanent early.
    private static let mostParkedBytes = 4 * 1024 * 1024
    /// How long a writer's answer may wait for its event to reach many sockets.
    private static let mostMillisecondsForEvents: Int64 = 5

    func handle(_ request: Request, _ exchange: Exchange) {
        let start = monotonicNanoseconds()
        if tickStart == 0 { tickStart = start }
        let (outcome, route) = application.begin(request, label: exchange.label)
        switch outcome {
        case .notLoaded:
            exchange.holdConnection()
            early.append((request, exchange))
        case .busy(let world):
            exchange.holdConnection()
            world.whenFree { [unowned self] in handle(request, exchange) }
        case .answered(let response, let world):
            // Most answers leave at once; nothing is copied for them.
            guard let world, world.domain.work.isPending else {
                return send(response, exchange, request, route, start, world)
            }
            let pending = Pending(request: request, exchange: exchange, route: route, start: start)
            park(Parked(response: response, world: world, pending: pending))
        case .slow, .delayed, .held, .handedOver:
            let pending = Pending(request: request, exchange: exchange, route: route, start: start)
            proceed(outcome, pending)
        }
    }

    private func proceed(_ outcome: Application.Outcome, _ pending: Pending) {
        switch outcome {
        case .notLoaded, .busy: break
        case .answered(let response, let world): answer(pending, response, world)
        case .slow(let work, let world): begin(work, world, pending)
        case .delayed(let delay, let body, let world):
            wait(delay, Delayed(body: body, world: world, pending: pending))
        case .held(let held, let world): hold(held, world, pending)
        case .handedOver(let response, let takeover, let world):
            refreshDate(world)
            pending.exchange.respond(response, handingOverTo: takeover)
            let (request, route) = (pending.request, pending.route)
            application.noteAnswer(response, request, route, pending.start, world)
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

    // MARK: Later

    private func begin(_ work: SlowWork<Reply>, _ world: RunningWorld?, _ pending: Pending) {
        let number = nextNumber
        nextNumber += 1
        guard worker.perform(number, on: work.lane, work.work) else {
            let response = application.overload(for: pending.request, pending.route, in: world)
            return answer(pending, response, world)
        }
        work.willBegin()
        // A client that sends on relies on its first request being done.
        pending.exchange.holdConnection()
        world?.waitingRequests += 1
        var pending = pending
        // The control plane has read it; an import lets go of it as soon as it can.
        if world == nil { pending.request.body = [] }
        jobs[number] = Job(work: work, world: world, pending: pending)
    }

    /// Answers the request that has had the slow work with this number done.
    func finish(job number: Int, _ result: any Sendable) {
        guard let job = jobs[number] else { return }
        let (pending, world) = (job.pending, job.world)
        if tickStart == 0 { tickStart = monotonicNanoseconds() }
        let outcome = application.finish(
            job.work,
            with: result,
            pending.request,
            pending.route,
            in: world
        )
        if case .busy(let busy) = outcome {
            return busy.whenFree { [unowned self] in finish(job: number, result) }
        }
        jobs[number] = nil
        world?.waitingRequests -= 1
        proceed(outcome, pending)
    }

    private func wait(_ delay: Duration, _ delayed: Delayed) {
        let number = nextNumber
        nextNumber += 1
        var delayed = delayed
        // Who stops does not want to wait.
        if http?.isStopping == false {
            delayed.timer = try? OneShotTimer(after: delay, on: loop) { [unowned self] in
                resume(number)
            }
        }
        delayed.pending.exchange.holdConnection()
        delayed.world?.waitingRequests += 1
        self.delayed[number] = delayed
        if delayed.timer == nil { resume(number) }
    }

    /// Keeps a request until its answer comes, or its patience ends.
    private func hold(_ held: HeldReply, _ world: RunningWorld?, _ pending: Pending) {
        let number = nextNumber
        nextNumber += 1
        var timer: OneShotTimer?
        if http?.isStopping == false {
            timer = try? OneShotTimer(after: held.patience, on: loop) { [unowned held] in
                held.expire()
            }
        }
        pending.exchange.holdConnection()
        self.held[number] = (held, timer)
        held.deliver = { [unowned self] response in
            self.held[number] = nil
            answer(pending, response, world)
        }
        if timer == nil { held.expire() }
    }

    private func resume(_ number: Int) {
        guard let delayed = delayed[number] else { return }
        if tickStart == 0 { tickStart = monotonicNanoseconds() }
        let pending = delayed.pending
        let outcome = application.resume(
            delayed.body,
            pending.request,
            pending.route,
            in: delayed.world
        )
        if case .busy(let busy) = outcome {
            return busy.whenFree { [unowned self] in resume(number) }
        }
        self.delayed[number] = nil
        delayed.world?.waitingRequests -= 1
        proceed(outcome, pending)
    }

    /// Goes on with all that waits for its time.
    func resumeAll() {
        for number in delayed.keys.sorted() { resume(number) }
        for number in held.keys.sorted() { held[number]?.reply.expire() }
    }

    // MARK: Ticks

    func endTick() {
        // Their writes become permanent with all others of the tick.
        http?.takeTurns()
        if !parked.isEmpty { commitParked() }
        http?.flush()
        if tickStart > 0 {
            application.metrics.countTick(nanoseconds: monotonicNanoseconds() - tickStart)
            tickStart = 0
        }
        log.flush()
    }

    /// Keeps an answer until the commit, which comes early when there is too much to keep.
    private func park(_ answer: Parked) {
        parked.append(answer)
        parkedBytes += answer.response.body.count
        if parkedBytes > Self.mostParkedBytes { commitParked() }
    }

    /// Makes the tick's writes permanent, then lets its answers go; where that fails, all of the
    /// world's answers say so.
    func commitParked() {
        let answers = parked
        parked = []
        parkedBytes = 0
        // The answers of a tick are mostly of a few worlds, which come in runs.
        var failed: [RunningWorld] = []
        for answer in answers where answer.world.domain.work.isPending {
            if !application.commit(answer.world) { failed.append(answer.world) }
        }
        // Those who are connected hear of a write before its writer does, unless there are too many.
        http?.flush(forMilliseconds: Self.mostMillisecondsForEvents)
        for answer in answers {
            let (pending, world) = (answer.pending, answer.world)
            let isLost = failed.contains { $0 === world }
            let response =
                isLost
                ? application.answerAfterLoss(
                    to: pending.request,
                    label: pending.exchange.label,
                    pending.route,
                    in: world
                ) : answer.response
            send(pending, response, world)
        }
    }

    // MARK: Sending

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
        application.noteAnswer(response, request, route, start, world)
    }

    /// Keeps the Date field at the second of the world that answers.
    func refreshDate(_ world: RunningWorld?) {
        guard let http else { return }
        let clock = world ?? application.worlds.first
        let now = clock?.domain.world.now ?? Clock.real.now()
        guard now.seconds != dateSecond else { return }
        dateSecond = now.seconds
        http.currentDate = Array(now.httpDate.utf8)
    }
}
