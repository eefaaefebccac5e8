internal import CMockPostlyLibevent
internal import MockPostlyPlatform
package import MockPostlyWorld

/// An event loop of libevent.
///
/// The loop and everything that it calls belong to the thread that runs it. A tick is one
/// round: all events that are due, then what the caller of ``run(endOfTick:)`` does.
///
/// ```swift
/// let loop = try EventLoop()
/// let timer = try RepeatingTimer(every: .seconds(1), on: loop, of: self) { $0.tick() }
/// try loop.onSignal(SIGTERM, of: self) { $0.loop.stop() }
/// loop.run { server.endTick() }
/// ```
package final class EventLoop {
    /// The `event_base`, for those who know libevent.
    ///
    /// Owned by the loop and freed with it; events made on it must be freed before.
    package let base: OpaquePointer
    /// The time, for those who need not know it exactly.
    ///
    /// Read from the clock once a tick.
    package let time: TickTime
    private var isStopping = false
    /// Whether work is left for the next tick, which then begins without waiting for events.
    var hasWorkLeft = false
    /// How many ticks have ended.
    package private(set) var ticks = 0
    private var signals: [LoopEvent] = []

    /// Makes a loop with the best backend of this system.
    ///
    /// Throws when libevent can make none.
    ///
    /// - Parameter time: shared with others who want the time of this loop's ticks.
    /// - Throws: ``EventError`` out of memory or descriptors, and when no backend works.
    package init(time: TickTime = TickTime()) throws(EventError) {
        self.time = time
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
    ///
    /// Such as `2.1.12-stable`; empty when libevent does not tell it.
    package static var libraryVersion: String {
        event_get_version().map { String(cString: $0) } ?? ""
    }

    /// Runs until ``stop()``: waits for events, handles all that are due, then ends the tick by
    /// calling `endTick`.
    ///
    /// It is called before the loop waits again, so what it sends leaves in the same tick. Also
    /// returns when libevent reports an error.
    ///
    /// Blocks the calling thread, which is the loop's from then on. May be called again after it
    /// has returned.
    package func run(endOfTick endTick: () -> Void = {}) {
        isStopping = false
        while !isStopping {
            let flags = hasWorkLeft ? EVLOOP_ONCE | EVLOOP_NONBLOCK : EVLOOP_ONCE
            let result = event_base_loop(base, flags)
            endTick()
            time.endTick()
            ticks += 1
            if result != 0 { break }
        }
    }

    /// Ends ``run(endOfTick:)`` after the current tick; may only be called on the loop's thread.
    package func stop() {
        isStopping = true
        event_base_loopbreak(base)
    }

    /// Calls `body` with `owner`, which owns this loop, on its thread whenever the process gets
    /// `signal`.
    ///
    /// The signal is unblocked for the calling thread: a parent may start programs with all signals
    /// blocked, as SwiftPM does with what its plugins run.
    ///
    /// - Throws: ``EventError`` when libevent cannot watch the signal.
    package func onSignal<Owner: AnyObject>(
        _ signal: Int32,
        of owner: Owner,
        _ body: @escaping (Owner) -> Void
    ) throws(EventError) {
        signals.append(
            try LoopEvent(signal, EV_SIGNAL | EV_PERSIST, in: base, of: owner, body)
        )
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        sigaddset(&unblocked, signal)
        pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
    }
}

/// Why an event, a listener or a loop could not be made.
package struct EventError: Error, Sendable {
    /// The reason in English, for a log.
    package let words: String

    package init(words: String) {
        self.words = words
    }
}
