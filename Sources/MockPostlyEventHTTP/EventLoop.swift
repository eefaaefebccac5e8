internal import CMockPostlyLibevent

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A libevent loop.
///
/// All of it, and all it calls, belongs to the thread that runs it.
package final class EventLoop {
    let base: OpaquePointer
    private var isStopping = false
    private var tickEnds: [() -> Void] = []
    private var signals: [SignalWatch] = []

    /// Makes a loop with the best backend of this system.
    package init() throws(EventError) {
        guard let base = event_base_new() else { throw EventError(words: "no event loop") }
        self.base = base
    }

    deinit {
        signals.removeAll()
        event_base_free(base)
    }

    /// The backend in use, such as `epoll` or `kqueue`.
    package var backend: String {
        event_base_get_method(base).map { String(cString: $0) } ?? ""
    }

    /// The version of libevent in use.
    package static var libraryVersion: String {
        event_get_version().map { String(cString: $0) } ?? ""
    }

    /// Runs until ``stop()``: waits for events, handles all that are due, then ends the tick.
    package func run() {
        isStopping = false
        while !isStopping {
            let result = event_base_loop(base, EVLOOP_ONCE)
            for tickEnd in tickEnds { tickEnd() }
            if result != 0 { break }
        }
    }

    /// Ends ``run()`` after the current tick.
    package func stop() {
        isStopping = true
        event_base_loopbreak(base)
    }

    /// Calls `body` at the end of every tick, when all events that were due have been handled.
    package func atEndOfTick(_ body: @escaping () -> Void) {
        tickEnds.append(body)
    }

    /// Calls `body` on this loop's thread when the process gets `signal`.
    package func onSignal(_ signal: Int32, _ body: @escaping () -> Void) throws(EventError) {
        signals.append(try SignalWatch(signal, self, body))
    }
}

/// Why an event, a listener or a loop could not be made.
package struct EventError: Error, Sendable {
    package let words: String

    package init(words: String) {
        self.words = words
    }
}

/// A signal handled on the loop; until this is released.
private final class SignalWatch {
    private var event: OpaquePointer?
    private let body: () -> Void

    init(_ signal: Int32, _ loop: EventLoop, _ body: @escaping () -> Void) throws(EventError) {
        self.body = body
        // Unretained: deinit frees the event before this object is gone.
        let context = Unmanaged.passUnretained(self).toOpaque()
        let flags = Int16(EV_SIGNAL | EV_PERSIST)
        event = event_new(
            loop.base,
            signal,
            flags,
            { _, _, context in
                guard let context else { return }
                Unmanaged<SignalWatch>.fromOpaque(context).takeUnretainedValue().body()
            },
            context
        )
        guard let event, event_add(event, nil) == 0 else {
            throw EventError(words: "signal \(signal) cannot be watched")
        }
    }

    deinit {
        if let event { event_free(event) }
    }
}

/// Calls back in an interval, until it is released.
package final class RepeatingTimer {
    private var event: OpaquePointer?
    /// Must not go before the event does.
    private let loop: EventLoop
    private let body: () -> Void

    /// Calls `body` every `interval`, on the loop's thread.
    package init(
        every interval: Duration,
        on loop: EventLoop,
        _ body: @escaping () -> Void
    ) throws(EventError) {
        self.loop = loop
        self.body = body
        // Unretained: deinit frees the event before this object is gone.
        let context = Unmanaged.passUnretained(self).toOpaque()
        event = event_new(
            loop.base,
            -1,
            Int16(EV_PERSIST),
            { _, _, context in
                guard let context else { return }
                Unmanaged<RepeatingTimer>.fromOpaque(context).takeUnretainedValue().body()
            },
            context
        )
        let parts = interval.components
        var time = timeval()
        time.tv_sec = .init(parts.seconds)
        time.tv_usec = .init(parts.attoseconds / 1_000_000_000_000)
        guard let event, event_add(event, &time) == 0 else {
            throw EventError(words: "no timer")
        }
    }

    deinit {
        if let event { event_free(event) }
    }
}

/// Calls back on the loop's thread while a file descriptor can be read; until it is released.
package final class ReadingWatch {
    private var event: OpaquePointer?
    /// Must not go before the event does.
    private let loop: EventLoop
    private let body: () -> Void

    /// Watches `descriptor`, which must stay open as long as this object lives.
    package init(
        _ descriptor: Int32,
        on loop: EventLoop,
        _ body: @escaping () -> Void
    ) throws(EventError) {
        self.loop = loop
        self.body = body
        // Unretained: deinit frees the event before this object is gone.
        let context = Unmanaged.passUnretained(self).toOpaque()
        event = event_new(
            loop.base,
            descriptor,
            Int16(EV_READ | EV_PERSIST),
            { _, _, context in
                guard let context else { return }
                Unmanaged<ReadingWatch>.fromOpaque(context).takeUnretainedValue().body()
            },
            context
        )
        guard let event, event_add(event, nil) == 0 else { throw EventError(words: "no event") }
    }

    deinit {
        if let event { event_free(event) }
    }
}
