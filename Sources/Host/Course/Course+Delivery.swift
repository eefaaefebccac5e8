package import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// Stages 5 and 6: the answer leaves, and is counted and logged.
extension Course {
    func deliver(_ response: Response, to passage: Passage, _ world: RunningWorld?) {
        driver?.willAnswer(in: world)
        passage.client.respond(response)
        note(response, passage, world)
    }

    /// Gives the connection of a request to another protocol, where there is one.
    func handOver(
        _ response: Response,
        _ takeover: any Takeover,
        _ world: RunningWorld?,
        _ passage: Passage
    ) {
        guard passage.client.hasConnection else {
            takeover.end()
            return answer(passage, failure(for: passage.request, passage.route, in: world), world)
        }
        driver?.willAnswer(in: world)
        passage.client.respond(response, handingOverTo: takeover)
        note(response, passage, world)
    }

    private func note(_ response: Response, _ passage: Passage, _ world: RunningWorld?) {
        noteAnswer(
            response,
            passage.request,
            passage.route,
            passage.start,
            world,
            asker: passage.asker
        )
    }

    /// Counts and logs an answer that leaves now; `start` is when its request came, in machine time.
    func noteAnswer(
        _ response: Response,
        _ request: Request,
        _ route: RouteTaken,
        _ start: UInt64,
        _ world: RunningWorld?,
        asker: String? = nil
    ) {
        let elapsed = monotonicNanoseconds() - start
        metrics.count(.init(route: route, status: response.status), nanoseconds: elapsed)
        after?(
            Passed(
                request: request,
                answer: .sent(response),
                route: route,
                world: world?.name,
                asker: asker ?? world?.asker,
                start: start,
                nanoseconds: elapsed
            )
        )
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

    /// Counts and logs a request, or a connection, that was refused before any stage; `request` is
    /// nil when its head could not be read.
    ///
    /// Returns the answer in the words of whom it was for; nil for the usual one.
    package func refuse(
        _ rejection: Rejection,
        _ request: Request?,
        label: Int = 0
    ) -> Response? {
        metrics.countRejection(rejection.status)
        driver?.willAnswer(in: nil)
        log.rejection(status: rejection.status, rejection.words)
        after?(
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
        return request.flatMap { excess(for: $0, label: label) }
    }
}

/// A request that has ended.
package struct Passed {
    package enum Answer {
        case sent(Response)
        /// It was refused before any stage, by the parser or for the number of connections.
        case refused(Rejection)
    }

    /// As it came; nil when its head could not be read, or there was only a connection.
    package var request: Request?
    package var answer: Answer
    package var route: RouteTaken
    /// Nil when it was for none, or for one that is not there.
    package var world: String?
    /// The account that a token named, as its dialect calls it; nil when nobody said who asks.
    package var asker: String?
    /// When it came, in nanoseconds of the machine's monotonic clock.
    package var start: UInt64
    /// How long it took until its answer left.
    package var nanoseconds: UInt64
}
