internal import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// A request that waits.
struct Waiting {
    let inFlight: InFlight
    /// What it waits for; nil for a request that then begins again.
    let later: Later<Response>?
    /// The world that the wait belongs to; nil for the control plane.
    let world: World?
    /// The timer that ends the waiting; nil when there is none.
    var timer: AnyObject?
}

/// Requests whose answer comes later: after slow work, a delay, an event, or another's writing.
extension Course {
    // MARK: For what the reply says

    func wait(_ inFlight: InFlight, for later: Later<Response>) {
        // A pipelining client expects its requests to be carried out in order.
        let number = newNumber()
        switch later.wait {
        case .work(let lane, let work):
            guard driver.perform(number, for: inFlight.client, on: lane, work) else {
                let response = overload(for: inFlight.request, inFlight.route, in: inFlight.world)
                return answer(inFlight, with: response)
            }
            later.willBegin()
            inFlight.client.holdConnection()
            // The control plane has read the body; dropping it lets an import free its memory early.
            keep(number, inFlight.world == nil ? inFlight.having([]) : inFlight, later)
        case .time(let delay):
            inFlight.client.holdConnection()
            sleep(number, inFlight, later, for: delay)
        case .event(let awaited):
            inFlight.client.holdConnection()
            awaited.deliver = { [unowned self] response in
                guard take(number) != nil else { return }
                finish(inFlight, later, with: response)
            }
            sleep(number, inFlight, later, for: awaited.timeout)
            endWithClient(number)
        }
    }

    /// Ends a wait of the control plane for an event when its client leaves.
    ///
    /// What a system does for a request goes on without its client, and is in the journal; a refusal
    /// that is delayed comes into the log.
    private func endWithClient(_ number: Int) {
        guard let waiting = waiting[number], waiting.world == nil else { return }
        waiting.inFlight.client.whenLeft { [weak self] in
            guard case .event(let awaited) = self?.take(number)?.later?.wait else { return }
            awaited.leave()
        }
    }

    private func sleep(
        _ number: Int,
        _ inFlight: InFlight,
        _ later: Later<Response>,
        for delay: Duration
    ) {
        let timer = driver.wake(number, for: inFlight.client, after: delay)
        keep(number, inFlight, later, timer: timer)
        // A server that is stopping replies at once.
        if timer == nil { wake(number) }
    }

    /// Answers with what an event has given.
    private func finish(_ inFlight: InFlight, _ later: Later<Response>, with response: Response) {
        do {
            proceed(inFlight, with: try later.goOn(response))
        } catch {
            note(error, inFlight.request)
            answer(
                inFlight,
                with: failure(for: inFlight.request, inFlight.route, in: inFlight.world)
            )
        }
    }

    // MARK: For others

    /// Lets a request wait until another thread has changed the content of `world`.
    func waitUntilFree(
        _ world: World,
        _ inFlight: InFlight,
        _ again: (() throws -> Reply)? = nil
    ) -> Reply? {
        inFlight.client.holdConnection()
        world.whenFree { [unowned self] in goOn(inFlight, again) }
        return nil
    }

    /// Lets a request wait until it may be tried again: another program has locked the data file of
    /// `world`.
    func waitForLock(
        of world: World,
        _ inFlight: InFlight,
        _ again: (() throws -> Reply)?
    ) -> Reply? {
        let number = newNumber()
        guard let delay = Worlds.nextTry(afterWaiting: monotonicNanoseconds() - inFlight.start),
            let timer = driver.wake(number, for: inFlight.client, after: delay)
        else {
            inFlight.noteRows()
            // Nothing is to be committed: the lock forbids it.
            send(lockedOut(inFlight.request, inFlight.route, in: world), to: inFlight)
            return nil
        }
        inFlight.client.holdConnection()
        let later = again.map { again in Later(.time(delay)) { _ in try again() } }
        keep(number, inFlight, later, of: world, timer: timer)
        return nil
    }

    // MARK: The table

    private func newNumber() -> Int {
        defer { nextNumber += 1 }
        return nextNumber
    }

    private func keep(
        _ number: Int,
        _ inFlight: InFlight,
        _ later: Later<Response>?,
        of world: World? = nil,
        timer: AnyObject? = nil
    ) {
        let world = world ?? inFlight.world
        world?.waitingRequests += 1
        waiting[number] = Waiting(inFlight: inFlight, later: later, world: world, timer: timer)
    }

    private func take(_ number: Int) -> Waiting? {
        guard let waiting = waiting.removeValue(forKey: number) else { return nil }
        waiting.world?.waitingRequests -= 1
        return waiting
    }

    // MARK: Going on

    /// Continues the request whose slow work `number` has given `result`.
    ///
    /// Does nothing when no request waits for this work any more.
    package func resume(_ number: Int, with result: any Sendable) {
        guard let waiting = take(number), let later = waiting.later else { return }
        goOn(waiting.inFlight) { try later.goOn(result) }
    }

    /// Continues the request `number`, whose timer has fired.
    package func wake(_ number: Int) {
        guard let waiting = waiting[number] else { return }
        switch waiting.later?.wait {
        case .work: return
        case .event(let awaited):
            // A server that is stopping has no timer.
            let timer = awaited.respite().flatMap {
                driver.wake(number, for: waiting.inFlight.client, after: $0)
            }
            guard timer == nil else {
                self.waiting[number]?.timer = timer
                return
            }
            awaited.expire()
        case .time, nil:
            _ = take(number)
            goOn(waiting.inFlight, waiting.later.map { later in { try later.goOn(()) } })
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

    /// Continues a request by `body`, or from its beginning without it.
    ///
    /// It has to wait again while the content of its world is being changed. If the world was
    /// deleted meanwhile, the response is 404.
    private func goOn(_ inFlight: InFlight, _ body: (() throws -> Reply)?) {
        guard let body else {
            (inFlight.world, inFlight.witness, inFlight.route) = (nil, nil, .none)
            return begin(inFlight)
        }
        if let world = inFlight.world {
            if world.isDeleted {
                (inFlight.world, inFlight.witness) = (nil, worlds.home)
                return answer(inFlight, with: noSuchWorld(world.name, inFlight.request))
            }
            guard !world.isHeld else {
                _ = waitUntilFree(world, inFlight, body)
                return
            }
        } else {
            // What was answered before the control plane must not change with the worlds.
            commitParked()
        }
        do {
            proceed(inFlight, with: try body())
        } catch {
            guard let reply = recover(from: error, inFlight, inFlight.request, again: body) else {
                return
            }
            proceed(inFlight, with: reply)
        }
    }
}
