internal import MockPostlyWorld

/// Work that the loop does in slices, between which it handles requests.
package protocol SlicedWork: AnyObject {
    /// Does a small part of it; returns whether something is left.
    ///
    /// To be called again and again while it returns true; a call should take much less than a
    /// slice.
    func advance() -> Bool
    /// Ends it before it is done: the server stops.
    func cutShort()
}

/// The work that is done in slices, each in its turn.
///
/// What a request asks for is begun at once; only what is left after the time of a slice waits.
/// Belongs to the loop's thread.
package final class SearchLine {
    /// Nanoseconds of a slice: of the work that begins in a tick, and of that which waits.
    private let slice: UInt64
    /// Nanoseconds after which other work has its turn.
    private let turn: UInt64
    private let time: () -> UInt64
    private var line: [any SlicedWork] = []
    /// The index in ``line`` of the work whose turn is next.
    private var next = 0
    /// Nanoseconds of this tick for work that began in it.
    private var spent: UInt64 = 0
    private var isStopping = false

    /// No work; `time` reads the machine's monotonic clock, in nanoseconds.
    ///
    /// By default 5 ms of a tick for each of the two.
    package init(
        slice: Duration = .milliseconds(5),
        time: @escaping () -> UInt64 = monotonicNanoseconds
    ) {
        self.slice = UInt64(clamping: slice.wholeMicroseconds) * 1000
        turn = self.slice / 5
        self.time = time
    }

    /// How much work waits for its turn; as long as there is any, the loop must not rest.
    package var count: Int { line.count }

    /// Begins `work`; it is done when this returns, unless it takes more than is left of the tick.
    ///
    /// May be called by work that is being done.
    package func begin(_ work: some SlicedWork) {
        var isLeft = true
        if spent < slice {
            let start = time()
            let end = start + slice - spent
            repeat { isLeft = work.advance() } while isLeft && time() < end
            spent += time() - start
        }
        guard isLeft else { return }
        guard !isStopping else { return work.cutShort() }
        line.append(work)
    }

    /// Ends all work, and what begins from now on after one slice.
    ///
    /// ``SlicedWork/cutShort()`` is called for each of them.
    package func stop() {
        isStopping = true
        let ended = line
        line = []
        for work in ended { work.cutShort() }
    }

    /// Does the work of one slice.
    private func run() {
        let end = time() + slice
        while !line.isEmpty {
            if next >= line.count { next = 0 }
            let work = line[next]
            let turnEnd = min(end, time() + turn)
            var isLeft = true
            repeat { isLeft = work.advance() } while isLeft && time() < turnEnd
            // Work that begins meanwhile comes to the end of the line.
            guard !line.isEmpty else { return }
            if isLeft { next += 1 } else { line.remove(at: next) }
            if time() >= end { break }
        }
    }

    /// The work that waits and has the type of `kind`.
    func waiting<Work: SlicedWork>(_ kind: Work.Type) -> some Sequence<Work> {
        line.lazy.compactMap { $0 as? Work }
    }

    /// Does the work of a slice at the end of a tick, when all that was written is committed.
    @inline(__always) package func endTick() {
        spent = 0
        if !line.isEmpty { run() }
    }
}
