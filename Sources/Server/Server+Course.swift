package import MockPostlyCourse
package import MockPostlyEventHTTP
package import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlyWorld
package import MockPostlyWorlds

/// The event loop as the driver of the course: threads, timers and the end of each tick.
extension Server: CourseDriver {
    /// How long the response to a write may wait until its event is sent to all sockets.
    private static let mostTimeForEvents = Duration.milliseconds(5)

    func handle(_ request: Request, _ exchange: Exchange) {
        beginTick()
        course.handle(request, from: exchange)
    }

    /// Notes the time at the first event of a tick.
    func beginTick() {
        if tickStart == 0 { tickStart = monotonicNanoseconds() }
    }

    func endTick() {
        // Requests whose turn comes now share the commit of this tick.
        http?.takeTurns()
        course.commitParked()
        http?.flush()
        if tickStart > 0 {
            course.metrics.countTick(nanoseconds: monotonicNanoseconds() - tickStart)
            tickStart = 0
        }
        log.flush()
    }

    package func perform(
        _ number: Int,
        for client: any Client,
        on lane: Lane,
        _ work: @escaping @Sendable () -> any Sendable
    ) -> Bool {
        worker.perform(number, on: lane, work)
    }

    package func wake(_ number: Int, for client: any Client, after delay: Duration) -> AnyObject? {
        // A stopping server does not wait.
        guard http?.isStopping == false else { return nil }
        do {
            return try OneShotTimer(after: delay, on: loop) { [unowned self] in
                beginTick()
                course.wake(number)
            }
        } catch {
            log.failure("a request is not delayed: \(error.words)")
            return nil
        }
    }

    /// Sets the `Date` field to the clock of the answering world; formatted only when the second
    /// changes.
    package func willAnswer(in world: RunningWorld?) {
        guard let http else { return }
        let clock = world ?? worlds.home
        let now = clock?.now ?? Clock.real.now()
        guard now.seconds != dateSecond else { return }
        dateSecond = now.seconds
        http.currentDate = Array(now.httpDate.utf8)
    }

    /// Sends events before the response to the write that caused them, as far as time allows.
    package func publish() {
        http?.flush(for: Self.mostTimeForEvents)
    }
}

extension Server: AnswerShortcut {
    package func preparedAnswer(
        to bytes: UnsafeBufferPointer<UInt8>,
        label: Int
    ) -> PreparedAnswer? {
        beginTick()
        return course.preparedAnswer(to: bytes, label: label, at: monotonicNanoseconds())
    }

    package func notePreparedAnswer(from peer: String) {
        course.notePreparedAnswer(from: peer)
    }
}

extension Exchange: Client {
    package var hasConnection: Bool { true }
}
