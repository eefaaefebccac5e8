package import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// The short way of requests that came before with the same bytes: stages 1 to 4 are known, the
/// last two are the same as for all others.
extension Course {
    /// The answer to a request whose head is exactly `bytes`; nil when it has to take the stages.
    ///
    /// After it was sent, ``notePreparedAnswer(from:)`` is called.
    package func preparedAnswer(
        to bytes: UnsafeBufferPointer<UInt8>,
        label: Int,
        isSecure: Bool,
        at start: UInt64
    ) -> PreparedAnswer? {
        worlds.sweepIfDue()
        forgetOutdated()
        guard let entry = known?.find(bytes, label, isSecure: isSecure), entry.isUsable else {
            return nil
        }
        entry.world.touch()
        driver?.willAnswer(in: entry.world)
        sending = (entry, start)
        return entry.answer
    }

    /// Forgets all known requests when a name may mean another world than when they came.
    ///
    /// Also called from time to time without a request, because they hold the worlds that they
    /// belong to.
    @inline(__always) package func forgetOutdated() {
        guard knownWorlds != worlds.changes else { return }
        knownWorlds = worlds.changes
        known?.removeAll()
    }

    /// Counts and logs the answer that ``preparedAnswer(to:label:isSecure:at:)`` has returned last.
    package func notePreparedAnswer(from peer: String) {
        guard let (entry, start) = sending else { return }
        sending = nil
        preparedCount += 1
        let elapsed = (time?.read() ?? monotonicNanoseconds()) - start
        metrics.count(
            .init(route: entry.route, status: entry.response.status),
            nanoseconds: elapsed
        )
        if let journal = entry.world.journal {
            journal.add(
                entry.recorded,
                start: start,
                nanoseconds: elapsed,
                peer: peer,
                in: entry.world.domain.world
            )
        }
        if let after {
            var request = entry.request
            request.peer = peer
            after(
                Passed(
                    request: request,
                    answer: .sent(entry.response),
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

    /// Prepares a repeatable response for the next request with the same bytes.
    func noteRepeatable(
        _ response: Response,
        to request: Request,
        label: Int,
        route: RouteTaken,
        in world: RunningWorld
    ) {
        guard let home = worlds.home else { return }
        let known = known ?? KnownRequests(home.caches, log)
        self.known = known
        known.note(response, to: request, label: label, route: route, world: world)
    }
}
