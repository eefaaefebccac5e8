internal import MockPostlyHTTP
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
    }

    let cause: Cause
    /// Nil for a request to the control plane.
    let world: RunningWorld?
    let passage: Passage
    /// The timer that ends the waiting; nil when there is none.
    var timer: AnyObject?
}

/// Stage 3 when the reply of a dialect comes later.
extension Course {
    /// Continues a request from `step`.
    func proceed(_ step: Step, _ passage: Passage) {
        switch step {
        case .answered(let response, let world): answer(passage, with: response, in: world)
        case .slow(let work, let world): begin(work, in: world, of: passage)
        case .delayed(let delay, let body, let world):
            wait(newNumber(), delay: delay, cause: .time(body), in: world, of: passage)
        case .held(let held, let world): hold(held, in: world, of: passage)
        case .handedOver(let response, let takeover, let world):
            handOver(response, to: takeover, in: world, of: passage)
        case .notLoaded:
            passage.client.holdConnection()
            early.append { [unowned self] in takeAgain(passage) }
        case .busy(let world):
            passage.client.holdConnection()
            world.whenFree { [unowned self] in takeAgain(passage) }
        }
    }

    private func takeAgain(_ passage: Passage) {
        handle(passage.request, from: passage.client, at: passage.start)
    }

    private func newNumber() -> Int {
        defer { nextNumber += 1 }
        return nextNumber
    }

    private func begin(_ work: SlowWork<Reply>, in world: RunningWorld?, of passage: Passage) {
        let number = newNumber()
        let isTaken = driver?.perform(number, for: passage.client, on: work.lane, work.work)
        guard isTaken == true else {
            let response = overload(for: passage.request, passage.route, in: world)
            return answer(passage, with: response, in: world)
        }
        work.willBegin()
        // A pipelining client expects its requests to be carried out in order.
        passage.client.holdConnection()
        world?.waitingRequests += 1
        // The control plane has read the body; dropping it lets an import free its memory early.
        if world == nil { passage.request.body = [] }
        waiting[number] = Waiting(cause: .work(work), world: world, passage: passage)
    }

    private func wait(
        _ number: Int,
        delay: Duration,
        cause: Waiting.Cause,
        in world: RunningWorld?,
        of passage: Passage
    ) {
        passage.client.holdConnection()
        world?.waitingRequests += 1
        waiting[number] = Waiting(cause: cause, world: world, passage: passage)
        if let timer = driver?.wake(number, for: passage.client, after: delay) {
            waiting[number]?.timer = timer
        } else {
            // The server is stopping: reply at once.
            wake(number)
        }
    }

    /// Keeps a request until the dialect answers it or its patience ends.
    private func hold(_ held: HeldReply, in world: RunningWorld?, of passage: Passage) {
        let number = newNumber()
        held.deliver = { [unowned self] response in
            guard let waiting = waiting.removeValue(forKey: number) else { return }
            world?.waitingRequests -= 1
            answer(waiting.passage, with: response, in: world)
        }
        wait(number, delay: held.patience, cause: .event(held), in: world, of: passage)
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
        case .work, nil: break
        }
    }

    /// Ends all timers now, in the order in which the requests began to wait; used when stopping.
    package func wakeAll() {
        for number in waiting.keys.sorted() { wake(number) }
    }

    /// Drops all waiting requests without answering them.
    package func abandonAll() {
        waiting = [:]
        early = []
    }

    private func goOn(_ number: Int, _ body: @escaping () throws -> Reply) {
        guard let waiting = waiting[number] else { return }
        let (passage, world) = (waiting.passage, waiting.world)
        let step = resume(body, request: passage.request, route: passage.route, in: world)
        if case .busy(let busy) = step {
            return busy.whenFree { [unowned self] in goOn(number, body) }
        }
        self.waiting[number] = nil
        world?.waitingRequests -= 1
        if let asker = world?.asker { passage.asker = asker }
        passage.changes += world?.takeChanges() ?? []
        proceed(step, passage)
    }
}
