/// The changes to posts since they were last taken, for the one cache that follows a store.
///
/// Belongs to the loop's thread. A second reader would miss what the first has taken.
package final class PostChanges {
    private var pending: [PostChange] = []
    /// Grows with every change.
    ///
    /// Never reset; only equality and growth mean something.
    package private(set) var version: UInt64 = 0
    /// Grows with every change other than a counted view.
    private(set) var edits: UInt64 = 0

    init() {}

    func note(_ change: PostChange) {
        version += 1
        if case .viewed = change {} else { edits += 1 }
        // Perhaps no cache takes the changes; the list must not grow without limit.
        if pending.count >= 1024 || change == .everything {
            pending = [.everything]
        } else {
            pending.append(change)
        }
    }

    /// Takes the changes when the only one is a counted view of the post with `key`; returns whether
    /// it was.
    ///
    /// For the most frequent case, without making an array.
    package func takeView(of key: Int64) -> Bool {
        guard pending.count == 1, pending[0] == .viewed(key) else { return false }
        pending.removeAll(keepingCapacity: true)
        return true
    }

    /// The changes since the last call, oldest first; the list is empty afterwards.
    ///
    /// At most 1,024; a longer list is replaced by ``PostChange/everything``.
    package func take() -> [PostChange] {
        if pending.isEmpty { return [] }
        defer { pending.removeAll(keepingCapacity: true) }
        return pending
    }
}
