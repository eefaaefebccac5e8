/// Who looks at journals when there are new entries: a request that waits, or a stream of events.
protocol JournalWatcher: AnyObject {
    /// Called at the end of a tick in which there were new entries, or a journal has gone.
    func lookAtNews()
}

/// Those who watch journals now; none is retained.
///
/// Belongs to the loop's thread.
final class JournalWatchers {
    private struct Entry {
        weak var watcher: (any JournalWatcher)?
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    /// Tells `watcher` of news until it is removed, which it must be before it is gone.
    func add(_ watcher: some JournalWatcher) {
        entries[ObjectIdentifier(watcher)] = Entry(watcher: watcher)
    }

    /// No error when it does not watch.
    func remove(_ watcher: some JournalWatcher) {
        entries[ObjectIdentifier(watcher)] = nil
    }

    /// Lets each look, in no particular order.
    func tell() {
        for entry in entries.values { entry.watcher?.lookAtNews() }
    }
}
