internal import MockPostlyControl
internal import MockPostlyEventHTTP
package import MockPostlyHTTP
internal import MockPostlyNouns
package import MockPostlyWorld
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
        desk = Mutex(Desk(try Application(configuration, log: log)))
    }

    /// Answers `request`; nil when the server has ended.
    package func respond(to request: Request) throws -> Answer? {
        let news = try Mailbox<Void>()
        guard var turn = desk.withLock({ $0?.begin(request, news) }) else { return nil }
        while true {
            let result: (any Sendable)?
            switch turn {
            case .answered(let answer): return answer
            case .works(let work): result = work()
            case .waits(let patience):
                news.wait(for: patience)
                result = nil
            }
            guard let next = desk.withLock({ $0?.goOn(news, result) }) else { return nil }
            turn = next
        }
    }

    /// Calls `body` between requests, and makes permanent what it wrote; nil when the server has
    /// ended.
    package func withApplication<Result: Sendable>(
        _ body: (Application) throws -> Result
    ) throws -> Result? {
        try desk.withLock { desk in
            guard let application = desk?.application else { return nil }
            let result = try body(application)
            guard application.commit() else { throw NotPermanent() }
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

/// What a request in process has come to, for the thread that has sent it.
private enum Turn: Sendable {
    case answered(InProcessServer.Answer)
    /// Slow work, to be done without holding up others.
    case works(@Sendable () -> any Sendable)
    /// Nothing to do before the time has passed, or before there is news.
    case waits(Duration)
}

/// The application, and the requests that wait; who has the lock has it.
private final class Desk {
    let application: Application
    private var waiting: [ObjectIdentifier: Waiting] = [:]

    /// A request that is not answered yet.
    private struct Waiting {
        var request: Request
        var route: Application.RouteTaken
        var start: UInt64
        var world: RunningWorld?
        /// Wakes the thread that has sent it.
        var news: Mailbox<Void>
        var next: Next
    }

    private enum Next {
        case work(SlowWork<Reply>)
        case body(() throws -> Reply)
        case event(HeldReply)
        /// What ``HeldReply`` has given.
        case answer(Response)
        /// The request itself, once its world is not changed any more.
        case again
        /// The same for the result of slow work, or a body whose time has passed.
        case retry(() throws -> Reply)
    }

    init(_ application: Application) {
        self.application = application
    }

    func begin(_ request: Request, _ news: Mailbox<Void>) -> Turn {
        let start = monotonicNanoseconds()
        return begin(request, news, start)
    }

    private func begin(_ request: Request, _ news: Mailbox<Void>, _ start: UInt64) -> Turn {
        let (outcome, route) = application.begin(request)
        let waiting = Waiting(
            request: request,
            route: route,
            start: start,
            news: news,
            next: .again
        )
        return turn(outcome, waiting, .again)
    }

    /// Goes on with a request that has waited, or whose slow work came to `result`.
    func goOn(_ news: Mailbox<Void>, _ result: (any Sendable)?) -> Turn {
        guard let request = waiting.removeValue(forKey: ObjectIdentifier(news)) else {
            return .waits(.zero)
        }
        request.world?.waitingRequests -= 1
        switch request.next {
        case .answer(let response): return answered(response, request)
        case .event(let held):
            // Nothing has happened: the answer of one who has waited long enough.
            var answer: Response?
            held.deliver = { answer = $0 }
            held.expire()
            return answered(answer ?? Control.failure, request)
        case .work(let work):
            let body = { try work.finish(result ?? ()) }
            return turn(resumed(body, request), request, .retry(body))
        case .body(let body), .retry(let body):
            return turn(resumed(body, request), request, .retry(body))
        case .again: return begin(request.request, news, request.start)
        }
    }

    func end() {
        for request in waiting.values { request.news.shut() }
        waiting = [:]
    }

    private func resumed(
        _ body: () throws -> Reply,
        _ waiting: Waiting
    ) -> Application.Outcome {
        application.resume(body, waiting.request, waiting.route, in: waiting.world)
    }

    /// What `outcome` means for the thread that waits; `whenFree` is what to do again when a world was
    /// busy.
    private func turn(
        _ outcome: Application.Outcome,
        _ request: Waiting,
        _ whenFree: Next
    ) -> Turn {
        var request = request
        switch outcome {
        case .answered(let response, let world):
            request.world = world
            return answered(response, request)
        case .slow(let work, let world):
            work.willBegin()
            keep(request, .work(work), world)
            return .works(work.work)
        case .delayed(let delay, let body, let world):
            keep(request, .body(body), world)
            return .waits(delay)
        case .held(let held, let world):
            keep(request, .event(held), world)
            let place = ObjectIdentifier(request.news)
            held.deliver = { [unowned self] response in
                waiting[place]?.next = .answer(response)
                _ = waiting[place]?.news.send(())
            }
            return .waits(held.patience)
        case .handedOver(_, let takeover, let world):
            // There is no connection to hand over.
            takeover.end()
            request.world = world
            let failure = application.failure(for: request.request, request.route, in: world)
            return answered(failure, request)
        case .busy(let world):
            keep(request, whenFree, request.world)
            let news = request.news
            world.whenFree { _ = news.send(()) }
            return .waits(.seconds(86_400))
        case .notLoaded: return answered(Control.failure, request)
        }
    }

    private func keep(_ request: Waiting, _ next: Next, _ world: RunningWorld?) {
        var request = request
        request.next = next
        request.world = world
        world?.waitingRequests += 1
        waiting[ObjectIdentifier(request.news)] = request
    }

    /// Makes the writes permanent, and the answer leave.
    private func answered(_ response: Response, _ request: Waiting) -> Turn {
        let world = request.world
        var response = response
        if let world, !application.commit(world) {
            response = application.answerAfterLoss(
                to: request.request,
                label: 0,
                request.route,
                in: world
            )
        }
        application.noteAnswer(response, request.request, request.route, request.start, world)
        let date = (world ?? application.worlds.first)?.domain.world.now ?? Clock.real.now()
        return .answered((response, date))
    }
}
