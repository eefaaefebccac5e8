internal import CMockPostlyLibevent
internal import MockPostlyPlatform

/// A libevent loop.
///
/// All of it, and all it calls, belongs to the thread that runs it.
package final class EventLoop {
    let base: OpaquePointer
    private var isStopping = false
    /// Whether there is work left for the next tick, which then begins without waiting for events.
    var hasWorkLeft = false
    private var tickEnds: [() -> Void] = []
    private var signals: [LoopEvent] = []

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
            let flags = hasWorkLeft ? EVLOOP_ONCE | EVLOOP_NONBLOCK : EVLOOP_ONCE
            let result = event_base_loop(base, flags)
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
        signals.append(try LoopEvent(signal, EV_SIGNAL | EV_PERSIST, in: base, body))
    }
}

/// Why an event, a listener or a loop could not be made.
package struct EventError: Error, Sendable {
    package let words: String

    package init(words: String) {
        self.words = words
    }
}
