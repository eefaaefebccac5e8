/// The changes to posts since they were last taken, for the one cache that follows a store.
package final class PostChanges {
    private var pending: [PostChange] = []
    /// Grows with every change.
    package private(set) var version: UInt64 = 0

    init() {}

    func note(_ change: PostChange) {
        version += 1
        // Perhaps no cache takes the changes; the list must not grow without limit.
        if pending.count >= 1024 || change == .everything {
            pending = [.everything]
        } else {
            pending.append(change)
        }
    }

    /// The changes since the last call, oldest first; the list is empty afterwards.
    package func take() -> [PostChange] {
        if pending.isEmpty { return [] }
        defer { pending.removeAll(keepingCapacity: true) }
        return pending
    }
}
