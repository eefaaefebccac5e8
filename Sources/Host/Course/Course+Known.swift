internal import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// The short ways of requests for which there is an answer: for those with the same bytes stages 1
/// to 4 are known, for those for the same the dialect's part.
extension Course {
    /// Sends the answer to a request whose head is exactly `bytes` by calling `send`; returns false
    /// when it has to take the stages.
    ///
    /// Stages 1 to 4 are known, the last two are the same as for all others.
    ///
    /// - Parameters:
    ///   - bytes: maybe not one whole request.
    ///   - label: that of the listener.
    ///   - isSecure: whether they came over TLS.
    ///   - peer: the client's address.
    ///   - start: when they arrived, in nanoseconds of the machine's monotonic clock.
    ///   - send: called once, before this returns true.
    /// - Returns: whether it was answered.
    package func answer(
        _ bytes: UnsafeBufferPointer<UInt8>,
        label: Int,
        isSecure: Bool,
        from peer: String,
        at start: UInt64,
        _ send: (PreparedAnswer) -> Void
    ) -> Bool {
        worlds.sweepIfDue()
        forgetOutdated()
        guard let entry = answers?.find(bytes, label, isSecure: isSecure), entry.isUsable,
            let prepared = entry.prepared
        else { return false }
        let renewed = prepared.isRenewed ? prepared.renew() : nil
        guard renewed != nil || !prepared.isRenewed else { return false }
        entry.world.touch()
        driver?.willAnswer(in: entry.world)
        send(prepared)
        note(entry, renewed, from: peer, since: start)
        return true
    }

    /// Counts and logs an answer that was sent to the same bytes as before.
    private func note(
        _ entry: KnownAnswer,
        _ renewed: (place: RenewedNumber, number: Int64)?,
        from peer: String,
        since start: UInt64
    ) {
        preparedCount += 1
        let elapsed = (time?.read() ?? monotonicNanoseconds()) - start
        metrics.count(
            .init(route: entry.route, status: entry.response.status),
            nanoseconds: elapsed
        )
        record(entry, renewed, from: peer, since: start, after: elapsed)
        if let after {
            var request = entry.request
            request.peer = peer
            after(
                Passed(
                    request: request,
                    answer: .sent(entry.sent(renewed)),
                    route: entry.route,
                    world: entry.world.name,
                    asker: entry.asker,
                    start: start,
                    nanoseconds: elapsed
                )
            )
        }
        guard log.logsRequests else { return }
        log.request(entry.logLine, nanoseconds: elapsed, at: start + elapsed)
    }

    /// Keeps an answer that was sent to the same bytes as before in the journal of its world.
    private func record(
        _ entry: KnownAnswer,
        _ renewed: (place: RenewedNumber, number: Int64)?,
        from peer: String,
        since start: UInt64,
        after elapsed: UInt64
    ) {
        guard let journal = entry.world.journal else { return }
        let world = entry.world.domain.world
        guard let renewed else {
            journal.add(
                entry.recorded,
                start: start,
                nanoseconds: elapsed,
                peer: peer,
                in: world
            )
            if entry.world.failsOnUnknown, entry.recorded.isUnknown { journal.noteUnknown() }
            return
        }
        if let pattern = entry.pattern {
            return journal.add(
                pattern,
                renewed.number,
                at: renewed.place,
                start: start,
                nanoseconds: elapsed,
                peer: peer,
                in: world
            )
        }
        var request = entry.request
        request.peer = peer
        journal.add(
            request,
            entry.sent(renewed),
            route: entry.route,
            asker: entry.asker,
            start: start,
            nanoseconds: elapsed,
            in: world
        )
    }

    /// Forgets the answers of deleted worlds, and the bytes of all requests when a name in them may
    /// mean another world than when they came.
    ///
    /// Also called without a request, because answers hold the worlds that they belong to.
    @inline(__always) package func forgetOutdated() {
        guard knownWorlds != worlds.changes else { return }
        knownWorlds = worlds.changes
        answers?.removeAll { $0.prepared != nil || $0.world.isDeleted }
    }

    /// The reply of a dialect, or the answer that it has given before and marked as repeatable.
    func reply(
        of served: ServedDialect,
        to request: Request,
        in world: World
    ) throws -> (reply: Reply, route: Int?) {
        guard world.context.usesCaches, request.method == .get || request.method == .head,
            request.body.isEmpty
        else { return try served.dialect.respond(to: request) }
        if let known = answers?.find(request, in: world), case .served(_, let route) = known.route {
            request.findings?.asker = known.asker
            return (.now(known.response), route)
        }
        let (reply, route) = try served.dialect.respond(to: request)
        if case .now(let response) = reply, response.isRepeatable, let home = worlds.home {
            let answers = answers ?? AnswerCache(home.caches, log)
            self.answers = answers
            // What counts is found by its bytes alone.
            guard response.renewal == nil else { return (reply, route) }
            let route = RouteTaken.served(dialect: served.place, route: route)
            answers.keep(response, to: request, by: route, in: world)
        }
        return (reply, route)
    }

    /// Prepares a repeatable answer, which was just sent, for the next request with the same bytes.
    func prepare(_ response: Response, to inFlight: InFlight) {
        guard response.isRepeatable, let world = inFlight.world, inFlight.client.hasConnection,
            !inFlight.request.hasForwarding
        else { return }
        answers?.prepare(response, to: inFlight, in: world)
    }
}
