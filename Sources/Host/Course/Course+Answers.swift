internal import MockPostlyControl
package import MockPostlyHTTP
package import MockPostlyJournal
internal import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// An answer that is sent when the writes of its world are committed.
struct Parked {
    let response: Response
    let world: World
    let inFlight: InFlight
}

// MARK: Commit

/// No client sees a write before it is committed.
///
/// The writes of one tick share one transaction per world, so a commit serves many answers.
extension Course {
    /// When the parked answers have more bytes than this, the commit does not wait for the tick's
    /// end.
    private static let mostParkedBytes = 4 * 1024 * 1024
    /// A list of more parked answers is freed after use.
    private static let keptCapacity = 1024

    /// Sends an answer, or parks it while its world has uncommitted writes.
    func answer(_ inFlight: InFlight, with response: Response) {
        guard let world = inFlight.world, world.hasWrites else {
            send(response, to: inFlight)
            return prepare(response, to: inFlight)
        }
        parked.append(Parked(response: response, world: world, inFlight: inFlight))
        parkedBytes += response.body.count
        if parkedBytes > Self.mostParkedBytes { commitParked() }
    }

    /// Commits the writes that parked answers wait for, then sends the events of these writes, and
    /// these answers in order.
    ///
    /// When the commit of a world fails, all parked answers of this world become failures.
    package func commitParked() {
        guard !parked.isEmpty else { return }
        var answers = spareParked
        spareParked = []
        swap(&answers, &parked)
        parkedBytes = 0
        // A tick has few worlds; after its commit a world has no writes and is skipped.
        var failed: [World] = []
        for place in answers.indices {
            let world = answers[place].world
            if world.hasWrites, !worlds.commit(world) { failed.append(world) }
        }
        driver.publish()
        for place in answers.indices {
            let (inFlight, world) = (answers[place].inFlight, answers[place].world)
            if failed.contains(where: { $0 === world }) {
                inFlight.changes = []
                send(answerAfterLoss(to: inFlight, in: world), to: inFlight)
            } else {
                send(answers[place].response, to: inFlight)
            }
        }
        answers.removeAll(keepingCapacity: answers.capacity <= Self.keptCapacity)
        spareParked = answers
    }

    /// The answer to a request after the commit of its world failed.
    ///
    /// A GET or HEAD request is answered again from the present content, without counting a view.
    private func answerAfterLoss(to inFlight: InFlight, in world: World) -> Response {
        let request = inFlight.request
        guard request.method == .get || request.method == .head, !world.isDeleted else {
            return failure(for: request, inFlight.route, in: world)
        }
        var addressed = request
        _ = address(&addressed, inFlight.client.label)
        addressed.findings = inFlight
        let served = world.owner(of: addressed)
        return world.withoutCountingReads {
            let reply = try? reply(to: addressed, in: world, served).reply
            guard case .now(let response) = reply, !world.hasWrites else {
                // This read writes something other than a view counter, which would be lost as
                // well.
                world.undoWrites()
                return failure(for: request, inFlight.route, in: world)
            }
            return response
        }
    }
}

// MARK: Send and note

extension Course {
    /// Sends an answer, then counts it, logs it and keeps it in the world's journal.
    ///
    /// A connection that another protocol is to take over is handed over with it; without one, the
    /// request fails.
    func send(_ response: Response, to inFlight: InFlight) {
        if let takeover = response.takeover, !inFlight.client.hasConnection {
            takeover.end()
            let response = failure(for: inFlight.request, inFlight.route, in: inFlight.world)
            return send(response, to: inFlight)
        }
        if forwarding != nil, let source = response.source as? any RecordedSource {
            return send(response, source, to: inFlight)
        }
        driver.willAnswer(in: inFlight.world, of: worlds)
        inFlight.client.respond(response)
        let elapsed = (time?.read() ?? monotonicNanoseconds()) - inFlight.start
        if response.takeover == nil {
            note(response, to: inFlight, after: elapsed)
        } else {
            // What is noted must not keep the takeover.
            var response = response
            response.takeover = nil
            note(response, to: inFlight, after: elapsed)
        }
        inFlight.client.noteEnd(in: inFlight.world)
    }

    /// Takes note of an answer; of one whose body came over time, `response` has the beginning, and
    /// `sent` says how much of it there was and whether it came to its end.
    func note(
        _ response: Response,
        to inFlight: InFlight,
        after elapsed: UInt64,
        having sent: (count: Int, isWhole: Bool)? = nil
    ) {
        guard let incoming = inFlight.request.incoming else {
            return keep(response, to: inFlight, after: elapsed, having: sent)
        }
        keep(response, to: inFlight.having(incoming.beginning), after: elapsed, having: sent)
        incoming.forget()
    }

    private func keep(
        _ response: Response,
        to inFlight: InFlight,
        after elapsed: UInt64,
        having sent: (count: Int, isWhole: Bool)?
    ) {
        let (route, start) = (inFlight.route, inFlight.start)
        metrics.count(.init(route: route, status: response.status), nanoseconds: elapsed)
        if let world = inFlight.world ?? inFlight.witness, let journal = world.journal {
            if let count = sent?.count {
                let exchange = RecordedExchange(
                    inFlight.request,
                    response,
                    route: route,
                    asker: inFlight.asker,
                    changes: inFlight.changes,
                    longest: journal.longestBody,
                    sent: count
                )
                journal.add(
                    exchange,
                    start: start,
                    nanoseconds: elapsed,
                    peer: inFlight.request.peer,
                    in: world.domain.world
                )
            } else {
                journal.add(
                    inFlight.request,
                    response,
                    route: route,
                    asker: inFlight.asker,
                    changes: inFlight.changes,
                    start: start,
                    nanoseconds: elapsed,
                    in: world.domain.world
                )
            }
            if let step = inFlight.step { world.noteEntry(in: step) }
            if world.failsOnUnknown, RecordedExchange.isUnknown(response, route) {
                journal.noteUnknown()
            }
        }
        observer?.note(
            Passed(
                request: inFlight.request,
                answer: .sent(response),
                bytes: sent?.count ?? response.body.count,
                isWhole: sent?.isWhole ?? true,
                route: route,
                world: inFlight.world?.name,
                asker: inFlight.asker,
                start: start,
                nanoseconds: elapsed
            )
        )
        guard log.logsRequests else { return }
        log.request(
            Log.Entry(
                method: inFlight.request.method.name,
                target: inFlight.request.shownTarget,
                status: response.status,
                bytes: sent?.count ?? response.body.count,
                world: inFlight.world?.name,
                fault: response.mark?.fault,
                stub: response.mark?.stub,
                upstream: forwarding == nil ? nil : response.mark?.upstream
            ),
            nanoseconds: elapsed,
            at: start + elapsed
        )
    }

    /// Counts and logs a request or a connection that was refused before it had an address.
    ///
    /// `request` is without its body, and nil when its head could not be parsed. Returns the
    /// response, in the words of the dialect or control plane that the request was for, if any.
    package func refuse(
        _ rejection: Rejection,
        _ request: Request?,
        label: Int = 0
    ) -> Response {
        metrics.countRejection(rejection.status)
        driver.willAnswer(in: nil, of: worlds)
        log.rejection(status: rejection.status, rejection.words)
        observer?.note(
            Passed(
                request: request,
                answer: .refused(rejection),
                route: .none,
                world: nil,
                asker: nil,
                start: monotonicNanoseconds(),
                nanoseconds: 0
            )
        )
        guard let request else { return readable(rejection.response) }
        let response = excess(for: request, label: label) ?? readable(rejection.response)
        keep(request, response, label: label)
        return response
    }

    /// `refusal` with the field without which no web page could read it.
    private func readable(_ refusal: Response) -> Response {
        var response = refusal
        response.fields.append(Response.Field("Access-Control-Allow-Origin", "*"))
        return response
    }

    /// Keeps a refused request, whose body was not read to its end, in the journal of its world.
    private func keep(_ request: Request, _ response: Response, label: Int) {
        var addressed = request
        let world = address(&addressed, label).world ?? worlds.home
        guard let world, let journal = world.journal, !Control.owns(addressed.path) else { return }
        journal.add(
            request,
            response,
            route: .none,
            asker: nil,
            start: time?.recent ?? monotonicNanoseconds(),
            nanoseconds: 0,
            in: world.domain.world
        )
        if world.failsOnUnknown { journal.noteUnknown() }
    }
}

/// Who gets every finished request, in the order in which they end.
///
/// Requests to the control plane and refused requests are included.
package protocol RequestObserver: AnyObject {
    /// The most bytes that it wants of a body which was sent in pieces.
    var longestBody: Int { get }
    func note(_ passed: Passed)
}

/// A finished request, as a ``RequestObserver`` gets it.
package struct Passed {
    package enum Answer {
        case sent(Response)
        /// Refused before it had an address, by the parser or by the limit of connections.
        case refused(Rejection)
    }

    /// The request as received, without its body if slow work has consumed it; nil when its head
    /// could not be parsed, or only a connection came.
    package var request: Request?
    package var answer: Answer
    /// The length of the body that was sent, of which `answer` may have the beginning.
    package var bytes = 0
    /// Whether that body came to its end, and the client has got it.
    package var isWhole = true
    package var route: RouteTaken
    /// The name of its world; nil when it was for the control plane or for an unknown world.
    package var world: String?
    /// The account of its checked token, as the dialect writes it; nil without such a token.
    package var asker: String?
    /// When it arrived, in nanoseconds of the machine's monotonic clock.
    package var start: UInt64
    /// The time from its arrival to the sending of its response.
    package var nanoseconds: UInt64
}
