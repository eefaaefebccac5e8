internal import CMockPostlyLibevent
internal import MockPostlyWorld

/// A libevent event that calls its owner until it is released.
///
/// The owner is not retained, so that the two do not keep each other; it must live as long as the
/// event. The event must be released before the base it belongs to.
final class LoopEvent {
    private var event: OpaquePointer?
    private let body: () -> Void
    /// Nanoseconds of the monotonic clock before which it is not called; 0 for whenever it fires.
    private var due: UInt64 = 0

    /// Calls `body` with `owner` each time that `flags` hold for `subject`, a descriptor or a signal.
    ///
    /// With an `interval` it is also called when that has passed: repeatedly with `EV_PERSIST`
    /// among the flags, else once, and then never before the interval has passed: libevent counts it
    /// from the beginning of the tick and by a coarse clock, so it would be up to 4 ms early.
    init<Owner: AnyObject>(
        _ subject: Int32,
        _ flags: Int32,
        after interval: Duration? = nil,
        in base: OpaquePointer,
        of owner: Owner,
        _ body: @escaping (Owner) -> Void
    ) throws(EventError) {
        self.body = { [unowned owner] in body(owner) }
        if let interval, flags & EV_PERSIST == 0 {
            let parts = interval.components
            let rest = UInt64(clamping: parts.attoseconds / 1_000_000_000)
            let whole = UInt64(clamping: parts.seconds).multipliedReportingOverflow(
                by: 1_000_000_000
            )
            // A part of a nanosecond counts as one.
            let wait =
                whole.overflow ? UInt64.max / 4 : min(whole.partialValue, .max / 4) + rest + 1
            due = monotonicNanoseconds() + (interval > .zero ? wait : 0)
        }
        // Unretained: deinit frees the event before this object is gone.
        let context = Unmanaged.passUnretained(self).toOpaque()
        event = event_new(
            base,
            subject,
            Int16(flags),
            { _, _, context in
                guard let context else { return }
                Unmanaged<LoopEvent>.fromOpaque(context).takeUnretainedValue().fire()
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

    private func fire() {
        if due > 0, let event {
            let now = monotonicNanoseconds()
            let left = Duration.nanoseconds(Int64(clamping: due > now ? due - now : 0))
            // If that fails, early is better than never.
            if left > .zero, Self.add(event, left) == 0 { return }
        }
        body()
    }

    private static func add(_ event: OpaquePointer, _ interval: Duration?) -> Int32 {
        guard let parts = interval?.components else { return event_add(event, nil) }
        var time = timeval()
        // Rounded up to microseconds.
        let part = (parts.attoseconds + 999_999_999_999) / 1_000_000_000_000
        time.tv_sec = .init(parts.seconds + part / 1_000_000)
        time.tv_usec = .init(part % 1_000_000)
        return event_add(event, &time)
    }
}

/// A timer that fires at an interval until it is released.
///
/// Releasing it inside its own closure is allowed.
package final class RepeatingTimer {
    private let event: LoopEvent
    /// Keeps the loop alive as long as the event.
    private let loop: EventLoop

    /// Calls `body` with `owner` every `interval` on the loop's thread, first after one interval.
    ///
    /// `owner` owns this object.
    ///
    /// Counted from when the last call was due, so that small delays do not add up. Calls that are
    /// missed altogether are not made up for.
    ///
    /// - Throws: ``EventError`` when libevent cannot add the event.
    package init<Owner: AnyObject>(
        every interval: Duration,
        on loop: EventLoop,
        of owner: Owner,
        _ body: @escaping (Owner) -> Void
    ) throws(EventError) {
        self.loop = loop
        event = try LoopEvent(-1, EV_PERSIST, after: interval, in: loop.base, of: owner, body)
    }
}

/// A timer that fires once, unless it is released before.
package final class OneShotTimer {
    private let event: LoopEvent
    /// Keeps the loop alive as long as the event.
    private let loop: EventLoop

    /// Calls `body` with `owner`, which owns this object, after `delay`, on the loop's thread.
    ///
    /// Never before `delay` has passed by the monotonic clock; a `delay` of zero or less means the
    /// next tick.
    ///
    /// - Throws: ``EventError`` when libevent cannot add the event.
    package init<Owner: AnyObject>(
        after delay: Duration,
        on loop: EventLoop,
        of owner: Owner,
        _ body: @escaping (Owner) -> Void
    ) throws(EventError) {
        self.loop = loop
        event = try LoopEvent(-1, 0, after: delay, in: loop.base, of: owner, body)
    }
}

/// Calls a closure on the loop's thread while a file descriptor is readable, until it is released.
package final class ReadingWatch {
    private let event: LoopEvent
    /// Keeps the loop alive as long as the event.
    private let loop: EventLoop

    /// Watches `descriptor`, which must stay open as long as this object lives, for `owner`, which
    /// owns it.
    ///
    /// `body` is called in every tick until it has read what is there.
    ///
    /// - Throws: ``EventError`` when the descriptor cannot be watched, such as that of a regular
    /// file with epoll.
    package init<Owner: AnyObject>(
        _ descriptor: Int32,
        on loop: EventLoop,
        of owner: Owner,
        _ body: @escaping (Owner) -> Void
    ) throws(EventError) {
        self.loop = loop
        event = try LoopEvent(descriptor, EV_READ | EV_PERSIST, in: loop.base, of: owner, body)
    }
}

/// Calls a closure on the loop's thread while a socket can take bytes, until it is released.
package final class WritingWatch {
    private let event: LoopEvent
    /// Keeps the loop alive as long as the event.
    private let loop: EventLoop

    /// Watches `descriptor`, which must stay open as long as this object lives, for `owner`, which
    /// owns it.
    ///
    /// `body` is called in every tick as long as there is room.
    ///
    /// - Throws: ``EventError`` when the descriptor cannot be watched.
    package init<Owner: AnyObject>(
        _ descriptor: Int32,
        on loop: EventLoop,
        of owner: Owner,
        _ body: @escaping (Owner) -> Void
    ) throws(EventError) {
        self.loop = loop
        event = try LoopEvent(descriptor, EV_WRITE | EV_PERSIST, in: loop.base, of: owner, body)
    }
}
