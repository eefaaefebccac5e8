internal import MockPostlyDialect
package import MockPostlyWorld

/// An event that a test sends to the clients that have joined a topic.
package struct SocketEvent: Sendable {
    package var topic: String
    /// Such as `new_post`; any name is sent, also one that no dialect sends.
    package var event: String
    /// JSON text.
    package var payload: [UInt8]
    /// Which of the clients get it.
    package var match: ConnectionPattern
    /// The JSON of ``match``, as it was sent.
    package var matchText: [UInt8] = Array("{}".utf8)

    /// An event for all clients that have joined `topic`.
    package init(_ event: String, on topic: String, payload: [UInt8]) {
        (self.event, self.topic, self.payload) = (event, topic, payload)
        match = ConnectionPattern()
    }
}

/// An event that is sent when the clock of its world shows a time.
package struct ScheduledEvent: Sendable {
    /// Unique in the world, from 1.
    package let number: Int
    /// By the world's clock, in UTC.
    package let at: Instant
    package let event: SocketEvent

    var bytes: Int { event.payload.count + event.matchText.count }
}

/// The events of a world that are sent later, in the order of their times.
package struct EventSchedule {
    /// The most events of a world.
    ///
    /// A further event is refused.
    package static let mostEvents = 1000
    /// The most bytes of their payloads.
    package static let mostBytes = 4 * 1024 * 1024

    /// The next one first; those of the same time in the order in which they were added.
    private(set) var events: [ScheduledEvent] = []
    private var lastNumber = 0
    private var bytes = 0
    /// The alarm for the next one.
    var alarm: Int?

    init() {}

    /// Adds an event; nil when there is no room for it.
    mutating func add(_ event: SocketEvent, at time: Instant) -> ScheduledEvent? {
        let scheduled = ScheduledEvent(number: lastNumber + 1, at: time, event: event)
        guard events.count < Self.mostEvents, bytes + scheduled.bytes <= Self.mostBytes else {
            return nil
        }
        lastNumber += 1
        bytes += scheduled.bytes
        events.insert(scheduled, at: events.firstIndex { $0.at > time } ?? events.count)
        return scheduled
    }

    mutating func remove(_ number: Int) -> Bool {
        guard let index = events.firstIndex(where: { $0.number == number }) else { return false }
        bytes -= events.remove(at: index).bytes
        return true
    }

    /// Removes all; returns how many there were.
    mutating func removeAll() -> Int {
        defer { (events, bytes) = ([], 0) }
        return events.count
    }

    /// Takes the next event out if it is due at `now`.
    mutating func takeDue(at now: Instant) -> ScheduledEvent? {
        guard let first = events.first, first.at <= now else { return nil }
        bytes -= events.removeFirst().bytes
        return first
    }
}

/// Events of tests.
extension SocketControl {
    /// Sends an event now; returns the numbers of the connections that it was sent to.
    ///
    /// The dialects and the journal of the world see it as an event of their own.
    package func send(_ event: SocketEvent) -> [Int] {
        let receivers = connections(event.match).filter { one in
            one.connection.topics.contains { $0.utf8.elementsEqual(event.topic.utf8) }
        }
        for one in receivers {
            one.connection.push(event.event, on: event.topic, payload: event.payload)
        }
        return receivers.map(\.connection.peer.socket)
    }

    /// Sends an event when the world's clock shows `time`, at once if that has passed.
    ///
    /// Nil when there is no room for it.
    ///
    /// Setting the world's clock forward sends what is due then.
    package func schedule(_ event: SocketEvent, at time: Instant) -> ScheduledEvent? {
        let scheduled = schedule.add(event, at: time)
        sendDueEvents()
        return scheduled
    }

    /// The events that are still to be sent, the next one first.
    package var scheduledEvents: [ScheduledEvent] { schedule.events }

    /// Removes an event that is to be sent later; returns whether it was there.
    package func removeEvent(_ number: Int) -> Bool {
        defer { sendDueEvents() }
        return schedule.remove(number)
    }

    /// Removes all of them; returns how many there were.
    @discardableResult
    package func removeEvents() -> Int {
        defer { sendDueEvents() }
        return schedule.removeAll()
    }

    /// Sends what is due by the world's clock, and waits for the next one.
    ///
    /// To be called when that clock was set as well.
    package func sendDueEvents() {
        if let alarm = schedule.alarm { alarms.cancel(alarm) }
        schedule.alarm = nil
        let clock = world.timeAndChance.clock
        let now = clock.now()
        while let due = schedule.takeDue(at: now) {
            let receivers = send(due.event)
            world.report(
                .detail(
                    "the event '\(due.event.event)' of \(due.at.rfc3339Micros) was sent to"
                        + " \(receivers.count) sockets"
                )
            )
        }
        guard let next = schedule.events.first, clock.rate > 0 else { return }
        let seconds = Double((next.at - now).wholeMicroseconds) / clock.rate / 1e6
        // A clock may drift, and a far event is looked at again.
        let wait = Duration.nanoseconds(Int64(min(max(seconds, 0.0001), 3600) * 1e9))
        schedule.alarm = alarms.set(after: wait) { [reference] in
            reference.object?.schedule.alarm = nil
            reference.object?.sendDueEvents()
        }
    }
}
