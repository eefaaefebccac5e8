package import MockPostlyCourse
package import MockPostlyEventHTTP
package import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlyWorld
package import MockPostlyWorlds

/// The loop drives the course of requests: its threads, its timers, the ends of its ticks.
extension Server: CourseDriver {
    /// How long a writer's answer may wait for its event to reach many sockets.
    private static let mostMillisecondsForEvents: Int64 = 5

    func handle(_ request: Request, _ exchange: Exchange) {
        beginTick()
        course.take(request, from: exchange)
    }

    /// Notes when the first event of a tick is handled.
    func beginTick() {
        if tickStart == 0 { tickStart = monotonicNanoseconds() }
    }

    func endTick() {
        // Their writes become permanent with all others of the tick.
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
        // Who stops does not want to wait.
        guard http?.isStopping == false else { return nil }
        return try? OneShotTimer(after: delay, on: loop) { [unowned self] in
            beginTick()
            course.wake(number)
        }
    }

    /// Keeps the Date field at the second of the world that answers.
    package func willAnswer(in world: RunningWorld?) {
        guard let http else { return }
        let clock = world ?? worlds.home
        let now = clock?.now ?? Clock.real.now()
        guard now.seconds != dateSecond else { return }
        dateSecond = now.seconds
        http.currentDate = Array(now.httpDate.utf8)
    }

    /// Those who are connected hear of a write before its writer does, unless there are too many.
    package func publish() {
        http?.flush(forMilliseconds: Self.mostMillisecondsForEvents)
    }
}

extension Exchange: Client {
    package var hasConnection: Bool { true }
}
