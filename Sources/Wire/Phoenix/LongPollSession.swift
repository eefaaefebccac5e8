/// The queued messages of one long-poll client, and the times of its polls and of the session.
///
/// A pure state machine. Times are measured from any fixed moment, the same in all calls.
///
/// ```swift
/// session.enqueue(text)
/// if let answer = session.answerPoll(now: clock()) { deliver(answer) }
/// ```
package struct LongPollSession: Sendable {
    /// How long polls and sessions last.
    package struct Times: Sendable, Equatable {
        /// How long a poll waits for a message.
        package var window = Duration.seconds(10)
        /// How long a session lasts after its last poll was answered: half as long again as a poll,
        /// as in Phoenix (`Phoenix.Transports.LongPoll.Server`).
        package var lifetime: Duration { window * 3 / 2 }

        /// Times for polls that wait `window`.
        package init(window: Duration = .seconds(10)) {
            self.window = window
        }
    }

    /// What the client sends back with each request; it knows nothing else about the session.
    package let token: String
    private let times: Times
    private var messages: [[UInt8]] = []
    /// Bytes of the messages that wait for the next poll.
    package private(set) var queuedBytes = 0
    /// When the pending poll began; nil when none is pending.
    private var pollStart: Duration?
    private var lastPoll: Duration

    /// A session that has just been opened, whose lifetime counts from `now`.
    package init(token: String, now: Duration, times: Times = Times()) {
        self.token = token
        self.times = times
        lastPoll = now
    }

    /// Messages that wait for the next poll; all of them are in its answer.
    package var queuedMessages: Int { messages.count }
    /// Whether a request of the client is held until there is a message.
    package var isPolling: Bool { pollStart != nil }

    /// When the pending poll ends or, without one, the session, if nothing else happens.
    package var deadline: Duration {
        if let pollStart { pollStart + times.window } else { lastPoll + times.lifetime }
    }

    /// Whether the client has not polled for so long that the session is to be removed.
    package func hasEnded(now: Duration) -> Bool {
        !isPolling && now >= deadline
    }

    /// Queues the text of one message; a following ``answerPoll(now:)`` returns it.
    ///
    /// Does not limit the queue: the caller compares ``queuedMessages`` and ``queuedBytes`` with
    /// ``ConnectionLimits`` before.
    package mutating func enqueue(_ text: [UInt8]) {
        messages.append(text)
        queuedBytes += text.count
    }

    /// Begins a poll; nil when its answer comes later, from ``answerPoll(now:)``.
    ///
    /// Ends no earlier poll: if ``isPolling``, answer that one with ``endPoll(now:)`` before.
    package mutating func poll(now: Duration) -> LongPollAnswer? {
        pollStart = now
        return answerPoll(now: now)
    }

    /// The answer for the pending poll, when there are messages or its time is over; nil otherwise.
    package mutating func answerPoll(now: Duration) -> LongPollAnswer? {
        guard isPolling, !messages.isEmpty || now >= deadline else { return nil }
        return endPoll(now: now)
    }

    /// Ends the pending poll with the messages that are queued, possibly none.
    ///
    /// Also the answer for an older poll when the same session polls again.
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
