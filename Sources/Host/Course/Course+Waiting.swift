internal import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// A request that waits, and the event that it waits for.
struct Waiting {
    enum Cause {
        /// The result of slow work on another thread.
        case work(SlowWork<Reply>)
        /// A timer, after which the closure makes the reply.
        case time(() throws -> Reply)
        /// An event in the dialect, such as a message for a long poll.
        case event(HeldReply)
        /// A timer, after which a request to the control plane starts again: another program has locked
        /// the data file of this world.
        case lock(RunningWorld)
    }

    let cause: Cause
    /// Nil for a request to the control plane.
    let world: RunningWorld?
    let inFlight: InFlightRequest
    /// The timer that ends the waiting; nil when there is none.
    var timer: AnyObject?

    /// The same request, which tries `body` when `timer` has fired.
    func trying(_ body: @escaping () throws -> Reply, _ timer: AnyObject) -> Waiting {
        Waiting(cause: .time(body), world: world, inFlight: inFlight, timer: timer)
    }
}

/// Stage 3 when the reply of a dialect comes later.
extension Course {
    /// Continues a request from `step`.
    func proceed(_ step: Step, _ inFlight: InFlightRequest) {
        switch step {
        case .answered(let response, let world): answer(inFlight, with: response, in: world)
        case .slow(let work, let world): begin(work, in: world, of: inFlight)
        case .delayed(let delay, let body, let world):
            wait(newNumber(), delay: delay, cause: .time(body), in: world, of: inFlight)
        case .held(let held, let world): hold(held, in: world, of: inFlight)
        case .handedOver(let response, let takeover, let world):
            handOver(response, to: takeover, in: world, of: inFlight)
        case .notLoaded:
            inFlight.client.holdConnection()
            early.append { [unowned self] in takeAgain(inFlight) }
        case .busy(let world):
            inFlight.client.holdConnection()
            world.whenFree { [unowned self] in takeAgain(inFlight) }
        case .locked(let world, let again): waitForLock(of: world, inFlight, again)
        }
    }

    /// Lets a request wait until it may be tried again, by `again` or else from its start.
    private func waitForLock(
        of world: RunningWorld,
        _ inFlight: InFlightRequest,
        _ again: (() throws -> Reply)?
    ) {
        let number = newNumber()
        guard let delay = nextTry(for: inFlight),
            let timer = driver?.wake(number, for: inFlight.client, after: delay)
        else {
            let response = lockedOut(inFlight.request, inFlight.route, in: world)
            return deliver(response, to: inFlight, world)
        }
        inFlight.client.holdConnection()
        world.waitingRequests += 1
        waiting[number] = Waiting(
            cause: again.map { .time($0) } ?? .lock(world),
            world: world,
            inFlight: inFlight,
            timer: timer
        )
    }

    private func nextTry(for inFlight: InFlightRequest) -> Duration? {
        Worlds.nextTry(afterWaiting: monotonicNanoseconds() - inFlight.start)
    }

    private func takeAgain(_ inFlight: InFlightRequest) {
        handle(inFlight.request, from: inFlight.client, at: inFlight.start)
    }

    private func newNumber() -> Int {
        defer { nextNumber += 1 }
        return nextNumber
    }

    private func begin(
        _ work: SlowWork<Reply>,
        in world: RunningWorld?,
        of inFlight: InFlightRequest
    ) {
        let number = newNumber()
        let isTaken = driver?.perform(number, for: inFlight.client, on: work.lane, work.work)
        guard isTaken == true else {
            let response = overload(for: inFlight.request, inFlight.route, in: world)
            return answer(inFlight, with: response, in: world)
        }
        work.willBegin()
        // A pipelining client expects its requests to be carried out in order.
        inFlight.client.holdConnection()
        world?.waitingRequests += 1
        // The control plane has read the body; dropping it lets an import free its memory early.
        if world == nil { inFlight.request.body = [] }
        waiting[number] = Waiting(cause: .work(work), world: world, inFlight: inFlight)
    }

    private func wait(
        _ number: Int,
        delay: Duration,
        cause: Waiting.Cause,
        in world: RunningWorld?,
        of inFlight: InFlightRequest
    ) {
        inFlight.client.holdConnection()
        world?.waitingRequests += 1
        waiting[number] = Waiting(cause: cause, world: world, inFlight: inFlight)
        if let timer = driver?.wake(number, for: inFlight.client, after: delay) {
            waiting[number]?.timer = timer
        } else {
            // The server is stopping: reply at once.
            wake(number)
        }
    }

    /// Keeps a request until the dialect answers it or its timeout ends.
    private func hold(_ held: HeldReply, in world: RunningWorld?, of inFlight: InFlightRequest) {
        let number = newNumber()
        held.deliver = { [unowned self] response in
            guard let waiting = waiting.removeValue(forKey: number) else { return }
            world?.waitingRequests -= 1
            answer(waiting.inFlight, with: response, in: world)
        }
        wait(number, delay: held.timeout, cause: .event(held), in: world, of: inFlight)
        // What a system does for a request goes on without its client, and is in the journal.
        guard world == nil else { return }
        inFlight.client.whenLeft { [weak self, weak held] in
            guard let self, let held, waiting.removeValue(forKey: number) != nil else { return }
            held.leave()
        }
    }

    /// Continues the request whose slow work `number` has given `result`.
    ///
    /// Does nothing when no request waits for this work any more.
    package func resume(_ number: Int, with result: any Sendable) {
        guard case .work(let work) = waiting[number]?.cause else { return }
        goOn(number) { try work.finish(result) }
    }

    /// Continues the request `number`, whose timer has fired.
    package func wake(_ number: Int) {
        switch waiting[number]?.cause {
        case .time(let body): goOn(number, body)
        case .event(let held): held.expire()
        case .lock(let world):
            guard let waiting = waiting.removeValue(forKey: number) else { return }
            world.waitingRequests -= 1
            takeAgain(waiting.inFlight)
        case .work, nil: break
        }
    }

    /// Ends all searches and timers now, these in the order in which the requests began to wait; used
    /// when stopping.
    package func wakeAll() {
        worlds.journals.searches.stop()
        for number in waiting.keys.sorted() { wake(number) }
    }

    /// Drops all waiting requests without answering them.
    package func abandonAll() {
        waiting = [:]
        early = []
    }

    private func goOn(_ number: Int, _ body: @escaping () throws -> Reply) {
        guard let waiting = waiting[number] else { return }
        let (inFlight, world) = (waiting.inFlight, waiting.world)
        let step = resume(body, request: inFlight.request, route: inFlight.route, in: world)
        if case .busy(let busy) = step {
            return busy.whenFree { [unowned self] in goOn(number, body) }
        }
        if case .locked(let world, _) = step {
            if let delay = nextTry(for: inFlight),
                let timer = driver?.wake(number, for: inFlight.client, after: delay)
            {
                // What was done so far, such as the reading of an import, is not done again.
                self.waiting[number] = waiting.trying(body, timer)
                return
            }
            self.waiting[number] = nil
            waiting.world?.waitingRequests -= 1
            let response = lockedOut(inFlight.request, inFlight.route, in: world)
            return deliver(response, to: inFlight, world)
        }
        self.waiting[number] = nil
        world?.waitingRequests -= 1
        if let asker = world?.asker { inFlight.asker = asker }
        inFlight.changes += world?.takeChanges() ?? []
        proceed(step, inFlight)
    }
}
