package import MockPostlyCourse
package import MockPostlyEventHTTP
package import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlySockets
package import MockPostlyTLS
internal import MockPostlyWorld
package import MockPostlyWorlds

/// The event loop as the driver of the course: threads, timers and the end of each tick.
extension Server: CourseDriver {
    /// How long the response to a write may wait until its event is sent to all sockets.
    private static let mostTimeForEvents = Duration.milliseconds(5)

    /// Notes the time at the first event of a tick.
    func beginTick() {
        if tickStart == 0 { tickStart = time.recent }
    }

    func endTick() {
        // Requests whose turn comes now share the commit of this tick.
        http?.takeTurns()
        course.endTick()
        armAlarm()
    }

    /// Sets the timer of the next alarm, unless it is set.
    private func armAlarm() {
        let next = worlds.nextAlarm
        guard next != alarmDue else { return }
        alarmDue = next
        alarmTimer = next.flatMap { next in
            let now = monotonicNanoseconds()
            // In whole milliseconds, so that it is rarely early.
            let milliseconds = next > now ? (next - now - 1) / 1_000_000 + 1 : 0
            return timer(after: .milliseconds(Int64(clamping: milliseconds))) { server in
                server.alarmDue = nil
                server.worlds.alarms.fire()
            }
        }
    }

    /// Sends what is left, and counts the time of the tick.
    package func flush() {
        http?.flush()
        guard tickStart > 0 else { return }
        course.metrics.countTick(nanoseconds: time.read() - tickStart)
        tickStart = 0
    }

    /// As ``AnswerReceiver`` demands; false when the lane's queue is full.
    package func perform(
        _ number: Int,
        for client: any AnswerReceiver,
        on lane: Lane,
        _ work: @escaping @Sendable () -> any Sendable
    ) -> Bool {
        worker.perform(number, on: lane, work)
    }

    /// Nil when the request is to be continued at once.
    package func wake(_ number: Int, for client: any AnswerReceiver, after delay: Duration)
        -> AnyObject?
    {
        timer(after: delay) { $0.course.wake(number) }
    }

    /// Calls `body` after `delay`, as long as the result lives; nil when that is not possible.
    func timer(after delay: Duration, _ body: @escaping (Server) -> Void) -> AnyObject? {
        // A stopping server does not wait.
        guard http?.isStopping == false else { return nil }
        do {
            return try OneShotTimer(after: delay, on: loop, of: self) { server in
                server.beginTick()
                body(server)
            }
        } catch {
            log.failure("a timer cannot be set: \(error.words)")
            return nil
        }
    }

    /// Sets the `Date` field to the clock of the answering world; formatted only when the second
    /// changes.
    ///
    /// So worlds with clocks of their own send their own dates, over one connection.
    package func willAnswer(in world: World?) {
        let world = world ?? worlds.home
        let source = DateSource(
            world: world.map { ObjectIdentifier($0) },
            worlds: worlds.changes,
            clock: world?.clockChanges ?? 0
        )
        guard time.recent >= dateEnd || source != dateSource, let http else { return }
        dateSource = source
        let clock = world?.clock ?? Clock.real
        let now = clock.now()
        dateEnd = time.recent + clock.rest(ofSecondAt: now)
        guard now.seconds != dateSecond else { return }
        dateSecond = now.seconds
        http.currentDate = Array(now.httpDate.utf8)
    }

    /// Sends events before the response to the write that caused them, as far as time allows.
    ///
    /// At most as long as other requests may wait; the rest is sent at the end of the tick.
    package func publish() {
        http?.flush(for: Self.mostTimeForEvents)
    }
}

/// What the `Date` field follows: a world, as long as the table of worlds and its clock stay the same.
struct DateSource: Equatable {
    var world: ObjectIdentifier?
    var worlds = 0
    var clock = 0
}

extension Server: RequestHandler {
    package func handle(_ request: Request, _ exchange: Exchange) {
        beginTick()
        course.receive(request, from: exchange)
    }

    package func refuse(_ rejection: Rejection, _ request: Request?) -> Response {
        course.refuse(rejection, request)
    }

    package func uploadBandwidth(of request: Request, label: Int) -> Int? {
        course.uploadBandwidth(of: request, label: label)
    }

    package func keptOfStream(of request: Request, label: Int) -> Int? {
        course.keptOfStream(of: request, label: label)
    }

    package func breaksHandshake(label: Int) -> Bool { worlds.breaksHandshake(label: label) }

    package func note(_ failure: String) { log.failure(failure) }

    /// Logs why clients cannot speak TLS with this server, each reason of a client once.
    package func note(_ failure: TLSFailure, of peer: String) {
        warnOnce(failure.words(of: peer, configuration.tls))
    }

    package func answer(
        _ bytes: UnsafeBufferPointer<UInt8>,
        label: Int,
        isSecure: Bool,
        from peer: String,
        _ send: (PreparedAnswer) -> Void
    ) -> Bool {
        beginTick()
        return course.answer(
            bytes,
            label: label,
            isSecure: isSecure,
            from: peer,
            at: time.recent,
            send
        )
    }
}

extension Exchange: AnswerReceiver {
    /// Takeovers and sources are possible.
    package var hasConnection: Bool { true }
}
