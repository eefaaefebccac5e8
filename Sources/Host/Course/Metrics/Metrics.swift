internal import MockPostlyJournal

/// Counters of requests, latencies and loop ticks since the start.
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
    /// The number of requests for each bound, and in the last element those above all bounds.
    private(set) var buckets = [Int](repeating: 0, count: bounds.count + 1)
    private(set) var latencySum: UInt64 = 0
    private(set) var rejections: [Int: Int] = [:]
    /// The longest tick in nanoseconds: an event can be handled that much too late.
    private(set) var longestTick: UInt64 = 0
    private(set) var tickSum: UInt64 = 0
    private(set) var ticks = 0

    // Counted apart from the dictionary, because most requests are of the same kind as the last
    // one.
    private var lastKind = Kind(route: .none, status: 0)
    private var lastCount = 0

    func count(_ kind: Kind, nanoseconds: UInt64) {
        if kind.status == lastKind.status, kind.route == lastKind.route {
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

    /// Counts a tick of the loop that handled at least one event.
    package func countTick(nanoseconds: UInt64) {
        ticks += 1
        tickSum &+= nanoseconds
        longestTick = max(longestTick, nanoseconds)
    }

    /// Adds the separate count of the last kind to ``requests``.
    func settle() {
        guard lastCount > 0 else { return }
        requests[lastKind, default: 0] += lastCount
        lastCount = 0
    }
}
