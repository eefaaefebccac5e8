/// Figures about what was served, since the start.
///
/// Belongs to the loop's thread.
package final class Metrics {
    /// One line of `mockpostly_requests_total`.
    struct Kind: Hashable {
        var route: RouteTaken
        var status: Int
    }

    /// Upper bounds of the latency buckets, in nanoseconds.
    static let bounds: [UInt64] = [
        50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000,
        25_000_000, 100_000_000, 1_000_000_000,
    ]

    private(set) var requests: [Kind: Int] = [:]
    /// Requests for each bound, and one more for those beyond.
    private(set) var buckets = [Int](repeating: 0, count: bounds.count + 1)
    private(set) var latencySum: UInt64 = 0
    private(set) var rejections: [Int: Int] = [:]
    /// How long ticks took, in nanoseconds: how late an event could be handled.
    private(set) var longestTick: UInt64 = 0
    private(set) var tickSum: UInt64 = 0
    private(set) var ticks = 0

    // The kind counted last: most requests are of the kind of the one before.
    private var lastKind: Kind?
    private var lastCount = 0

    func count(_ kind: Kind, nanoseconds: UInt64) {
        if kind == lastKind {
            lastCount += 1
        } else {
            settle()
            lastKind = kind
            lastCount = 1
        }
        latencySum &+= nanoseconds
        var bucket = 0
        while bucket < Self.bounds.count, nanoseconds > Self.bounds[bucket] { bucket += 1 }
        buckets[bucket] += 1
    }

    func countRejection(_ status: Int) {
        rejections[status, default: 0] += 1
    }

    package func countTick(nanoseconds: UInt64) {
        ticks += 1
        tickSum &+= nanoseconds
        longestTick = max(longestTick, nanoseconds)
    }

    /// Adds what was counted aside to ``requests``.
    func settle() {
        guard let lastKind else { return }
        requests[lastKind, default: 0] += lastCount
        self.lastKind = nil
        lastCount = 0
    }
}
