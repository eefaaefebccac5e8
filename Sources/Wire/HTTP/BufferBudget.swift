internal import Synchronization

/// The limit on bytes that a server buffers for all its clients together.
///
/// Bytes are counted where they are buffered, by a ``BufferShare`` or a ``BufferClaim``, and are
/// free again when that is released. A request for more than is free is refused; bytes that are
/// held already are never taken away. May be used on any thread.
///
/// ```swift
/// var share = BufferShare(of: budget)
/// guard share.hold(buffer.count) else { return refuse(.noRoom) }
/// ```
package final class BufferBudget: Sendable {
    /// Bytes up to which a holder is counted but never refused.
    ///
    /// So small requests are served even while large ones have used up the limit.
    package static let small = 16 * 1024

    /// The limit in bytes.
    package let limit: Int
    private let held = Atomic<Int>(0)
    private let refused = Atomic<Int>(0)

    /// A budget of `limit` bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    deinit {
        assert(held.load(ordering: .relaxed) == 0, "bytes are counted that nobody holds")
    }

    /// Bytes that are held now; because of small holders it may be more than ``limit``.
    package var used: Int { held.load(ordering: .relaxed) }

    /// How often a holder was refused.
    ///
    /// Counted over the life of the budget; a holder that asks twice counts twice.
    package var refusals: Int { refused.load(ordering: .relaxed) }

    /// Whether only small holders get more bytes now.
    package var isUsedUp: Bool { used >= limit }

    fileprivate func add(_ bytes: Int) {
        held.add(bytes, ordering: .relaxed)
    }

    fileprivate func countRefusal() {
        refused.add(1, ordering: .relaxed)
    }
}

/// The bytes that one holder has of a budget; freed with the holder.
package struct BufferShare: ~Copyable, Sendable {
    /// The budget that the bytes are counted in; it lives at least as long as the share.
    package let budget: BufferBudget
    /// The bytes that are counted for this holder.
    package private(set) var bytes = 0

    /// A share of 0 bytes.
    package init(of budget: BufferBudget) {
        self.budget = budget
    }

    /// Changes the share to `bytes` if there is room; returns whether that was done.
    ///
    /// A smaller share than before, and one of at most ``BufferBudget/small``, is always possible.
    /// When refused, the share stays as it was.
    package mutating func hold(_ bytes: Int) -> Bool {
        let more = bytes - self.bytes
        if more > 0, bytes > BufferBudget.small, budget.used + more > budget.limit {
            budget.countRefusal()
            return false
        }
        count(bytes)
        return true
    }

    /// Changes the share to `bytes`, which are held in any case, even beyond the limit.
    ///
    /// Negative changes are allowed: `count(0)` gives everything back before the share ends.
    package mutating func count(_ bytes: Int) {
        budget.add(bytes - self.bytes)
        self.bytes = bytes
    }

    deinit {
        budget.add(-bytes)
    }
}

/// Counts the bytes of a value as long as there is a copy of that value, on any thread.
package final class BufferClaim: Sendable {
    private let share: BufferShare

    /// Counts `bytes`, which were within the budget while they arrived.
    package init(_ bytes: Int, of budget: BufferBudget) {
        var share = BufferShare(of: budget)
        share.count(bytes)
        self.share = share
    }
}
