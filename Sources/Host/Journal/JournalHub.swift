internal import MockPostlyWorld

/// What the journals of all worlds share: the limit of their memory, one sequence of numbers, and
/// those who wait for entries.
///
/// Belongs to the loop's thread.
package final class JournalHub {
    /// Fixed for the life of the server.
    package let limits: JournalLimits
    /// Differs between two servers, whose numbers therefore are not the same entries.
    ///
    /// Part of the ids of server-sent events, so that a client does not continue with another
    /// server's.
    package let instance = String(Clock.real.now().microseconds, radix: 36)
    private(set) var used = 0
    /// 0 before the first entry.
    package private(set) var lastSequence: UInt64 = 0
    private var journals: [ObjectIdentifier: BackReference<Journal>] = [:]

    /// Told about new entries at the end of a tick.
    private var watchers: [ObjectIdentifier: () -> Void] = [:]
    /// Whether there are entries that the watchers were not told about.
    private var hasNews = false

    /// The searches of journals that take more than a moment.
    package let searches: SearchLine

    /// A hub without journals.
    package init(
        _ limits: JournalLimits = JournalLimits(),
        searches: SearchLine = SearchLine()
    ) {
        self.limits = limits
        self.searches = searches
    }

    func enter(_ journal: BackReference<Journal>) {
        journals[ObjectIdentifier(journal)] = journal
    }

    func leave(_ journal: BackReference<Journal>) {
        journals[ObjectIdentifier(journal)] = nil
    }

    /// The number of an entry that is added now.
    func nextSequence() -> UInt64 {
        lastSequence += 1
        hasNews = true
        return lastSequence
    }

    func count(_ bytes: Int) {
        used += bytes
    }

    /// Whether the journals take more than they may.
    var isFull: Bool { used > limits.total }

    /// Makes the largest journals smaller until all are within the limit.
    ///
    /// So a busy world does not take the evidence of a quiet one.
    func shrink() {
        while isFull {
            let largest = journals.values.lazy.compactMap(\.object).max { $0.taken < $1.taken }
            guard let largest, largest.taken > 0 else { return }
            largest.drop(atLeast: largest.taken / 8)
        }
    }

    // MARK: Watching

    /// Calls `body` at the end of each tick with new entries, until ``unwatch(_:)`` with the same
    /// object.
    ///
    /// `watcher` is not retained, and must unwatch before it is gone.
    package func watch(_ watcher: AnyObject, _ body: @escaping () -> Void) {
        watchers[ObjectIdentifier(watcher)] = body
    }

    /// No error when it does not watch.
    package func unwatch(_ watcher: AnyObject) {
        watchers[ObjectIdentifier(watcher)] = nil
    }

    /// Lets the watchers look again at the end of the tick: a journal has gone.
    package func noteEnd() {
        hasNews = true
    }

    /// Tells the watchers that there are new entries, if there are, and goes on with searches.
    @inline(__always) package func tellWatchers() {
        if hasNews {
            hasNews = false
            if !watchers.isEmpty { tellAll() }
        }
        searches.endTick()
    }

    private func tellAll() {
        for body in watchers.values { body() }
    }
}
