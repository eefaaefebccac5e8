internal import CMockPostlyLibevent

/// A libevent event that calls a closure until it is released.
///
/// It must be released before the base it belongs to.
final class LoopEvent {
    private var event: OpaquePointer?
    private let body: () -> Void

    /// Calls `body` each time that `flags` hold for `subject`, a descriptor or a signal.
    ///
    /// With an `interval` it is also called when that has passed: repeatedly with `EV_PERSIST`
    /// among the flags, else once.
    init(
        _ subject: Int32,
        _ flags: Int32,
        after interval: Duration? = nil,
        in base: OpaquePointer,
        _ body: @escaping () -> Void
    ) throws(EventError) {
        self.body = body
        // Unretained: deinit frees the event before this object is gone.
        let context = Unmanaged.passUnretained(self).toOpaque()
        event = event_new(
            base,
            subject,
            Int16(flags),
            { _, _, context in
                guard let context else { return }
                Unmanaged<LoopEvent>.fromOpaque(context).takeUnretainedValue().body()
            },
            context
        )
        guard let event, Self.add(event, interval) == 0 else {
            throw EventError(words: "an event cannot be watched")
        }
    }

    deinit {
        if let event { event_free(event) }
    }

    private static func add(_ event: OpaquePointer, _ interval: Duration?) -> Int32 {
        guard let parts = interval?.components else { return event_add(event, nil) }
        var time = timeval()
        time.tv_sec = .init(parts.seconds)
        time.tv_usec = .init(parts.attoseconds / 1_000_000_000_000)
        return event_add(event, &time)
    }
}

/// A timer that fires at an interval until it is released.
package final class RepeatingTimer {
    private let event: LoopEvent
    /// Keeps the loop alive as long as the event.
    private let loop: EventLoop

    /// Calls `body` every `interval` on the loop's thread, first after one interval.
    package init(
        every interval: Duration,
        on loop: EventLoop,
        _ body: @escaping () -> Void
    ) throws(EventError) {
        self.loop = loop
        event = try LoopEvent(-1, EV_PERSIST, after: interval, in: loop.base, body)
    }
}

/// A timer that fires once, unless it is released before.
package final class OneShotTimer {
    private let event: LoopEvent
    /// Keeps the loop alive as long as the event.
    private let loop: EventLoop

    /// Calls `body` after `delay`, on the loop's thread.
    package init(
        after delay: Duration,
        on loop: EventLoop,
        _ body: @escaping () -> Void
    ) throws(EventError) {
        self.loop = loop
        event = try LoopEvent(-1, 0, after: delay, in: loop.base, body)
    }
}

/// Calls a closure on the loop's thread while a file descriptor is readable, until it is released.
package final class ReadingWatch {
    private let event: LoopEvent
    /// Keeps the loop alive as long as the event.
    private let loop: EventLoop

    /// Watches `descriptor`, which must stay open as long as this object lives.
    ///
    /// `body` is called in every tick until it has read what is there.
    package init(
        _ descriptor: Int32,
        on loop: EventLoop,
        _ body: @escaping () -> Void
    ) throws(EventError) {
        self.loop = loop
        event = try LoopEvent(descriptor, EV_READ | EV_PERSIST, in: loop.base, body)
    }
}
