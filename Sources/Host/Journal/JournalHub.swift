internal import MockPostlyWorld

/// What the journals of all worlds share: the limit of their memory, one sequence of numbers, and
/// searches that take long.
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

    /// Whether there are entries that ``takeNews()`` has not told of.
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

    // MARK: News

    /// Counts as news that a journal has gone.
    package func noteEnd() {
        hasNews = true
    }

    /// Whether there are new entries since the last call.
    @inline(__always) package func takeNews() -> Bool {
        guard hasNews else { return false }
        hasNews = false
        return true
    }
}
