internal import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// The short way of requests that came before with the same bytes: stages 1 to 4 are known.
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
        driver.willAnswer(in: entry.world, of: worlds)
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
        if let observer {
            var request = entry.request
            request.peer = peer
            observer.note(
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
        after time: UInt64
    ) {
        guard let journal = entry.world.journal else { return }
        let world = entry.world.domain.world
        guard let renewed, let pattern = entry.pattern else {
            journal.add(entry.recorded, start: start, nanoseconds: time, peer: peer, in: world)
            if entry.world.failsOnUnknown, entry.recorded.isUnknown { journal.noteUnknown() }
            return
        }
        let (place, number) = renewed
        journal.add(
            pattern,
            number,
            at: place,
            start: start,
            nanoseconds: time,
            peer: peer,
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

    /// Prepares a repeatable answer, which was just sent, for the next request with the same bytes.
    func prepare(_ response: Response, to inFlight: InFlight) {
        guard response.isRepeatable, let world = inFlight.world, inFlight.client.hasConnection,
            !inFlight.request.hasForwarding
        else { return }
        answers?.prepare(response, to: inFlight, in: world)
    }
}
