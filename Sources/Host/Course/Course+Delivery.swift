package import MockPostlyHTTP
package import MockPostlyJournal
internal import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// Stages 5 and 6: the response is sent, then counted and logged.
extension Course {
    func deliver(_ response: Response, to inFlight: InFlightRequest, _ world: RunningWorld?) {
        driver?.willAnswer(in: world)
        inFlight.client.respond(response)
        note(response, of: inFlight, in: world)
    }

    /// Hands the connection of a request over to another protocol; without one, the request fails.
    func handOver(
        _ response: Response,
        to takeover: any Takeover,
        in world: RunningWorld?,
        of inFlight: InFlightRequest
    ) {
        guard inFlight.client.hasConnection else {
            takeover.end()
            return answer(
                inFlight,
                with: failure(for: inFlight.request, inFlight.route, in: world),
                in: world
            )
        }
        driver?.willAnswer(in: world)
        inFlight.client.respond(response, handingOverTo: takeover)
        note(response, of: inFlight, in: world)
    }

    private func note(_ response: Response, of inFlight: InFlightRequest, in world: RunningWorld?) {
        noteAnswer(
            response,
            to: inFlight.request,
            by: inFlight.route,
            since: inFlight.start,
            in: world,
            asker: inFlight.asker,
            changes: inFlight.changes
        )
        inFlight.client.noteEnd(in: world)
    }

    /// Counts and logs a response that was just sent.
    ///
    /// `start` is when the request arrived, in nanoseconds of the machine's monotonic clock.
    func noteAnswer(
        _ response: Response,
        to request: Request,
        by route: RouteTaken,
        since start: UInt64,
        in world: RunningWorld?,
        asker: @autoclosure () -> String?,
        changes: [RowChange]
    ) {
        let elapsed = (time?.read() ?? monotonicNanoseconds()) - start
        metrics.count(.init(route: route, status: response.status), nanoseconds: elapsed)
        if let world, let journal = world.journal {
            journal.add(
                request,
                response,
                route: route,
                asker: asker(),
                changes: changes,
                start: start,
                nanoseconds: elapsed,
                in: world.domain.world
            )
        }
        after?(
            Passed(
                request: request,
                answer: .sent(response),
                route: route,
                world: world?.name,
                asker: asker(),
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
                bytes: response.body.count,
                world: world?.name,
                fault: response.mark?.fault,
                stub: response.mark?.stub
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
        if let response = request.flatMap({ excess(for: $0, label: label) }) { return response }
        var response = rejection.response
        // Without this field, no web page could read the refusal.
        response.fields.append(Response.Field("Access-Control-Allow-Origin", "*"))
        return response
    }
}

/// A finished request, as ``Course/after`` receives it.
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
