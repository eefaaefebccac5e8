/// The messages of one long-poll client, and when its polls and the session end.
///
/// Times are counted from any one moment, the same in all calls.
package struct LongPollSession: Sendable {
    /// How long a client may take.
    package struct Times: Sendable, Equatable {
        /// How long a poll waits for a message.
        package var window = Duration.seconds(10)
        /// How long a session lasts after its last poll was answered: half as long again, as in
        /// Phoenix (`Phoenix.Transports.LongPoll.Server`).
        package var lifetime: Duration { window * 3 / 2 }

        package init(window: Duration = .seconds(10)) {
            self.window = window
        }
    }

    package let token: String
    private let times: Times
    private var messages: [[UInt8]] = []
    /// What waits for the next poll.
    package private(set) var queuedBytes = 0
    /// When the poll that waits came; nil when none waits.
    private var pollStart: Duration?
    private var lastPoll: Duration

    /// A session that its first request has just opened.
    package init(token: String, now: Duration, times: Times = Times()) {
        self.token = token
        self.times = times
        lastPoll = now
    }

    package var queuedMessages: Int { messages.count }
    package var isPolling: Bool { pollStart != nil }

    /// When ``poll(now:)`` or the session ends if nothing else happens.
    package var deadline: Duration {
        if let pollStart { pollStart + times.window } else { lastPoll + times.lifetime }
    }

    package func hasEnded(now: Duration) -> Bool {
        !isPolling && now >= deadline
    }

    /// Adds what a text frame would hold; ``answerPoll(now:)`` sends it.
    package mutating func enqueue(_ text: [UInt8]) {
        messages.append(text)
        queuedBytes += text.count
    }

    /// Begins a poll, whose answer is there at once or comes from ``answerPoll(now:)``.
    ///
    /// A poll that already waits is not answered by this one: see ``isPolling`` before.
    package mutating func poll(now: Duration) -> LongPollAnswer? {
        pollStart = now
        return answerPoll(now: now)
    }

    /// The answer for the poll that waits, when there are messages or its time is over.
    package mutating func answerPoll(now: Duration) -> LongPollAnswer? {
        guard isPolling, !messages.isEmpty || now >= deadline else { return nil }
        return endPoll(now: now)
    }

    /// Ends the poll that waits, with the messages that there are.
    ///
    /// Before another poll begins while one waits, this is the answer for the older one.
    package mutating func endPoll(now: Duration) -> LongPollAnswer {
        pollStart = nil
        lastPoll = now
        guard !messages.isEmpty else { return .nothing(session: token) }
        defer {
            messages = []
            queuedBytes = 0
        }
        return .messages(messages, session: token)
    }
}
