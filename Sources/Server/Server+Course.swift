internal import MockPostlyCourse
package import MockPostlyEventHTTP
package import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlySockets
package import MockPostlyTLS
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// The end of each tick, and alarms.
extension Server {
    func endTick() {
        for number in driver.takeDue() { course.wake(number) }
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
            let delay = Duration.milliseconds(Int64(clamping: milliseconds))
            return driver.timer(after: delay, of: self) { server in
                server.alarmDue = nil
                server.worlds.alarms.fire()
            }
        }
    }
}

extension Server: RequestHandler {
    package func handle(_ request: Request, _ exchange: Exchange) {
        driver.beginTick()
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
        driver.beginTick()
        return course.answer(
            bytes,
            label: label,
            isSecure: isSecure,
            from: peer,
            at: driver.time.recent,
            send
        )
    }
}

extension Exchange: AnswerReceiver {
    /// Takeovers and sources are possible.
    package var hasConnection: Bool { true }
}
