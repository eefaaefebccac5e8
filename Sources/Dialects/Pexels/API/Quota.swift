internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyWorld

/// How many requests each key has made in the current month of the world's clock.
struct Quota {
    /// The state of the quota after a request.
    struct Status {
        var limit: Int
        /// The requests left in this month; negative when this one is too many.
        var remaining: Int
        /// When the month ends, in seconds since 1970.
        var end: Int64

        var isWithinLimit: Bool { remaining >= 0 }

        var fields: [Response.Field] {
            [
                Response.Field("X-Ratelimit-Limit", "\(limit)"),
                Response.Field("X-Ratelimit-Remaining", "\(max(remaining, 0))"),
                Response.Field("X-Ratelimit-Reset", "\(end)"),
            ]
        }
    }

    /// The most keys counted in a month, because clients can invent any number of keys.
    private static let mostKeys = 100_000

    private let monthlyLimit: Int
    private var month: Range<Int64> = 0..<0
    /// Counts by a digest of the key, because keys can be long.
    private var counts: [[UInt8]: Int] = [:]

    init(monthlyLimit: Int) {
        self.monthlyLimit = monthlyLimit
    }

    /// Counts a request with `key` in the month of `now`.
    mutating func count(_ key: APIKey, at now: Instant) -> Status {
        if !month.contains(now.seconds) {
            month = now.month
            counts.removeAll()
        }
        if counts.count >= Self.mostKeys { counts.removeAll() }
        let digest = Array(sha256(Array(key.text.utf8)).prefix(16))
        let count = (counts[digest] ?? 0) + 1
        counts[digest] = count
        return Status(
            limit: monthlyLimit,
            remaining: monthlyLimit - count,
            end: month.upperBound
        )
    }
}

extension Instant {
    /// The calendar month of this instant in UTC, in seconds since 1970.
    ///
    /// Outside the years that can be printed it is only the instant's own second.
    fileprivate var month: Range<Int64> {
        let text = rfc3339Micros
        guard let year = Int(text.prefix(4)), let month = Int(text.dropFirst(5).prefix(2)),
            let start = Self.start(year, month)
        else { return seconds..<seconds + 1 }
        let next = month < 12 ? Self.start(year, month + 1) : Self.start(year + 1, 1)
        let days = start..<(next ?? Self.endOfCalendar)
        guard days.contains(self) else { return seconds..<seconds + 1 }
        return days.lowerBound.seconds..<days.upperBound.seconds
    }

    private static var endOfCalendar: Instant { printable.upperBound + .microseconds(1) }

    private static func start(_ year: Int, _ month: Int) -> Instant? {
        let padded = { (number: Int, length: Int) in
            let digits = String(number)
            return String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits
        }
        return Instant(rfc3339: "\(padded(year, 4))-\(padded(month, 2))-01T00:00:00Z")
    }
}
