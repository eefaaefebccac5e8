internal import Synchronization

/// The bytes that a server may hold for its clients, all of them together.
///
/// They are counted where they are held, by a ``BufferShare`` or a ``BufferClaim``, and free again
/// when that goes. Who wants more than is free is refused; who holds something keeps it.
package final class BufferBudget: Sendable {
    /// Bytes up to which a holder is counted and never refused, so that small requests are served
    /// while large ones have taken all there is.
    package static let small = 16 * 1024

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

    /// Bytes that are held now; with small holders it may be more than ``limit``.
    package var used: Int { held.load(ordering: .relaxed) }

    /// How often somebody was refused.
    package var refusals: Int { refused.load(ordering: .relaxed) }

    package var isUsedUp: Bool { used >= limit }

    fileprivate func add(_ bytes: Int) {
        held.add(bytes, ordering: .relaxed)
    }

    fileprivate func countRefusal() {
        refused.add(1, ordering: .relaxed)
    }
}

/// What one holder has of a budget; given back when the holder goes.
package struct BufferShare: ~Copyable, Sendable {
    package let budget: BufferBudget
    package private(set) var bytes = 0

    /// A share of nothing.
    package init(of budget: BufferBudget) {
        self.budget = budget
    }

    /// Makes the share one of `bytes`, where there is room for that; returns whether it is.
    ///
    /// Less than before, and no more than ``BufferBudget/small``, is always possible.
    package mutating func hold(_ bytes: Int) -> Bool {
        let more = bytes - self.bytes
        if more > 0, bytes > BufferBudget.small, budget.used + more > budget.limit {
            budget.countRefusal()
            return false
        }
        count(bytes)
        return true
    }

    /// Makes the share one of `bytes` that are held in any case.
    package mutating func count(_ bytes: Int) {
        budget.add(bytes - self.bytes)
        self.bytes = bytes
    }

    deinit {
        budget.add(-bytes)
    }
}

/// What goes along with a value and counts its bytes as long as there is a copy of it, on any thread.
package final class BufferClaim: Sendable {
    private let share: BufferShare

    /// Counts `bytes`, for which there was room while they arrived.
    package init(_ bytes: Int, of budget: BufferBudget) {
        var share = BufferShare(of: budget)
        share.count(bytes)
        self.share = share
    }
}
