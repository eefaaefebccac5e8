internal import MockPostlyControl
package import MockPostlyHTTP
internal import MockPostlyJournal
package import MockPostlyWorlds

/// A request on its way through the stages, and what is known of it so far.
final class InFlight: Findings {
    /// As it came; the stages may see it without a prefix of its path.
    let request: Request
    let client: any AnswerReceiver
    /// When it arrived, in nanoseconds of the machine's monotonic clock.
    let start: UInt64
    /// Nil for the control plane, an unknown world and as long as nothing is loaded.
    var world: World?
    var route = RouteTaken.none
    var asker: String?
    /// The rows that it has written so far, for the journal.
    var changes: [RowChange] = []
    /// The number of the commit in which it has written last; nil without writes.
    var step: Int?

    init(_ request: Request, of client: any AnswerReceiver, since start: UInt64) {
        self.request = request
        self.client = client
        self.start = start
    }

    /// The same without the request's body, which was read.
    var withoutBody: InFlight {
        var request = request
        request.body = []
        let inFlight = InFlight(request, of: client, since: start)
        (inFlight.route, inFlight.asker, inFlight.changes) = (route, asker, changes)
        inFlight.step = step
        return inFlight
    }

    /// Takes note of the rows that its world has written, before this handles another request.
    func noteRows() {
        guard let rows = world?.takeChanges(), !rows.isEmpty else { return }
        changes += rows
        step = world?.step
    }
}

/// The receiver of the response to one request: an HTTP connection, or a caller in this process.
package protocol AnswerReceiver {
    /// The label of the listener that the request arrived at; 0 for the server's own address.
    var label: Int { get }
    /// Whether there is a connection that another protocol can take over.
    var hasConnection: Bool { get }

    /// Stops reading further requests from the same connection until this one is answered.
    func holdConnection()

    /// Calls `body` when the client leaves before the response of a held request.
    func whenLeft(_ body: @escaping () -> Void)

    /// Sends the response; called exactly once for a request.
    ///
    /// A response with a takeover hands the connection over; it goes only to a client that has one.
    func respond(_ response: Response)

    /// Called after the response was sent and noted; `world` is that which answered, if any.
    func noteEnd(in world: World?)
}

extension AnswerReceiver {
    package func noteEnd(in world: World?) {}
    package func whenLeft(_ body: @escaping () -> Void) {}
}

/// The receiver of the answer to a request that the control plane has sent.
private final class OwnReceiver: AnswerReceiver {
    private let answer: (Response, Int?) -> Void
    private var response: Response?

    /// A client that calls `answer` once, with the number of the entry in the journal, if any.
    init(_ answer: @escaping (Response, Int?) -> Void) {
        self.answer = answer
    }

    var label: Int { 0 }
    var hasConnection: Bool { false }

    func holdConnection() {}

    func respond(_ response: Response) { self.response = response }

    func noteEnd(in world: World?) {
        guard let response else { return }
        answer(response, world.flatMap { $0.isDeleted ? nil : $0.journal?.last })
    }
}

extension Course: ServingCourse {
    package func send(_ request: Request, answer: @escaping (Response, Int?) -> Void) {
        receive(request, from: OwnReceiver(answer))
    }
}

/// What a ``Course`` asks of the server around it: the threads, timers and sockets of an event loop,
/// or those of calling threads.
package protocol CourseDriver: AnyObject {
    /// Counters of the transport since its start, for the metrics.
    var traffic: Traffic { get }

    /// Runs `work` on the thread of `lane`, then calls ``Course/resume(_:with:)`` with `number`.
    ///
    /// Returns false, and does nothing, when the queue of the lane is full.
    func perform(
        _ number: Int,
        for client: any AnswerReceiver,
        on lane: Lane,
        _ work: @escaping @Sendable () -> any Sendable
    ) -> Bool

    /// Starts a timer that calls ``Course/wake(_:)`` with `number` after `delay`.
    ///
    /// Releasing the returned object cancels the timer. Nil when the server is stopping: then the
    /// request must not wait.
    func wake(_ number: Int, for client: any AnswerReceiver, after delay: Duration) -> AnyObject?

    /// Called before a response is sent, so that its `Date` field follows the clock of its world.
    func willAnswer(in world: World?)

    /// Sends events to connected clients, before the requests that caused them are answered.
    func publish()

    /// Sends what is left of answers and events to the sockets, at the end of a tick.
    func flush()
}

extension CourseDriver {
    package var traffic: Traffic { Traffic() }
    package func publish() {}
    package func flush() {}
}
