internal import CMockPostlyLibevent
internal import MockPostlyWorld

/// A call of `body` with the object that owns what makes the call, and so is there as long as it lives.
///
/// The object is not retained, so that the two do not keep each other; a call after its end stops the
/// program.
private func call<Owner: AnyObject>(
    _ owner: Owner,
    _ body: @escaping (Owner) -> Void
) -> () -> Void {
    { [unowned owner] in body(owner) }
}

/// A libevent event that calls a closure until it is released.
///
/// It must be released before the base it belongs to.
final class LoopEvent {
    private var event: OpaquePointer?
    private let body: () -> Void
    /// Nanoseconds of the monotonic clock before which it is not called; 0 for whenever it fires.
    private var due: UInt64 = 0

    /// Calls `body` each time that `flags` hold for `subject`, a descriptor or a signal.
    ///
    /// With an `interval` it is also called when that has passed: repeatedly with `EV_PERSIST`
    /// among the flags, else once, and then never before the interval has passed: libevent counts it
    /// from the beginning of the tick and by a coarse clock, so it would be up to 4 ms early.
    init(
        _ subject: Int32,
        _ flags: Int32,
        after interval: Duration? = nil,
        in base: OpaquePointer,
        _ body: @escaping () -> Void
    ) throws(EventError) {
        self.body = body
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

    /// As ``init(_:_:after:in:_:)``, calling `body` with `owner`, which owns this object.
    convenience init<Owner: AnyObject>(
        _ subject: Int32,
        _ flags: Int32,
        in base: OpaquePointer,
        of owner: Owner,
        _ body: @escaping (Owner) -> Void
    ) throws(EventError) {
        try self.init(subject, flags, in: base, call(owner, body))
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

    /// Calls `body` every `interval` on the loop's thread, first after one interval.
    ///
    /// Counted from when the last call was due, so that small delays do not add up. Calls that are
    /// missed altogether are not made up for.
    ///
    /// - Throws: ``EventError`` when libevent cannot add the event.
    package init(
        every interval: Duration,
        on loop: EventLoop,
        _ body: @escaping () -> Void
    ) throws(EventError) {
        self.loop = loop
        event = try LoopEvent(-1, EV_PERSIST, after: interval, in: loop.base, body)
    }

    /// As ``init(every:on:_:)``, calling `body` with `owner`, which owns this object.
    package convenience init<Owner: AnyObject>(
        every interval: Duration,
        on loop: EventLoop,
        of owner: Owner,
        _ body: @escaping (Owner) -> Void
    ) throws(EventError) {
        try self.init(every: interval, on: loop, call(owner, body))
    }
}

/// A timer that fires once, unless it is released before.
package final class OneShotTimer {
    private let event: LoopEvent
    /// Keeps the loop alive as long as the event.
    private let loop: EventLoop

    /// Calls `body` after `delay`, on the loop's thread.
    ///
    /// Never before `delay` has passed by the monotonic clock; a `delay` of zero or less means the
    /// next tick.
    ///
    /// - Throws: ``EventError`` when libevent cannot add the event.
    package init(
        after delay: Duration,
        on loop: EventLoop,
        _ body: @escaping () -> Void
    ) throws(EventError) {
        self.loop = loop
        event = try LoopEvent(-1, 0, after: delay, in: loop.base, body)
    }

    /// As ``init(after:on:_:)``, calling `body` with `owner`, which owns this object.
    package convenience init<Owner: AnyObject>(
        after delay: Duration,
        on loop: EventLoop,
        of owner: Owner,
        _ body: @escaping (Owner) -> Void
    ) throws(EventError) {
        try self.init(after: delay, on: loop, call(owner, body))
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
    ///
    /// - Throws: ``EventError`` when the descriptor cannot be watched, such as that of a regular
    /// file with epoll.
    package init(
        _ descriptor: Int32,
        on loop: EventLoop,
        _ body: @escaping () -> Void
    ) throws(EventError) {
        self.loop = loop
        event = try LoopEvent(descriptor, EV_READ | EV_PERSIST, in: loop.base, body)
    }

    /// As ``init(_:on:_:)``, calling `body` with `owner`, which owns this object.
    package convenience init<Owner: AnyObject>(
        _ descriptor: Int32,
        on loop: EventLoop,
        of owner: Owner,
        _ body: @escaping (Owner) -> Void
    ) throws(EventError) {
        try self.init(descriptor, on: loop, call(owner, body))
    }
}
