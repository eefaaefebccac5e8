internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyWorld

/// Limits how many requests an address may send in a window of time.
///
/// All addresses share the windows, which begin at multiples of their length since 1970.
struct RateLimit {
    /// The count after one request.
    struct Status {
        var limit: Int
        /// How many more requests are allowed in this window; negative when this one exceeds the
        /// limit.
        var remaining: Int
        /// When the window ends, in seconds since 1970.
        var end: Int64
        /// The length of a window in seconds, after which a refused client may ask again.
        var seconds: Int64

        var fields: [Response.Field] {
            [
                Response.Field("X-RateLimit-Limit", "\(limit)"),
                Response.Field("X-RateLimit-Remaining", "\(max(remaining, 0))"),
                Response.Field("X-RateLimit-Reset", "\(end)"),
            ]
        }

        /// The response to a request over the limit; it has none of the headers of other responses.
        var refusal: Response {
            let words = "request limit exceeded, please wait a few seconds"
            var response = Failure(429, words).response
            let tag = entityTag(of: response.body)
            response.fields += fields
            response.fields += [
                Response.Field("Retry-After", "\(seconds)"),
                Response.Field("X-Powered-By", "Express"),
                Response.Field("ETag", tag),
            ]
            response.keepAliveTimeout = 5
            return response
        }
    }

    /// After so many addresses in a window all counts are cleared: clients can invent addresses in
    /// a header.
    private static let mostAddresses = 100_000

    private let limit: Int
    private let seconds: Int64
    private var window = Int64.min
    private var counts: [String: Int] = [:]

    /// 100 requests in 10 seconds; in the legacy era 120 in a minute.
    init(_ era: DummyJSON.Era) {
        (limit, seconds) = era == .legacy ? (120, 60) : (100, 10)
    }

    /// Takes back what ``count(_:at:)`` has counted for a request that was not answered.
    mutating func takeBack(_ address: String) {
        counts[address]? -= 1
    }

    /// Counts a request from `address`.
    mutating func count(_ address: String, at now: Instant) -> Status {
        let current = now.seconds.dividedRoundingDown(by: seconds).quotient
        if current != window || counts.count >= Self.mostAddresses {
            counts.removeAll(keepingCapacity: true)
            window = current
        }
        counts[address, default: 0] += 1
        return Status(
            limit: limit,
            remaining: limit - (counts[address] ?? 0),
            end: (current + 1) * seconds,
            seconds: seconds
        )
    }
}

extension Request {
    /// The client's address: the first in `X-Forwarded-For`, else the other end of the connection.
    var clientAddress: String {
        let forwarded = header("x-forwarded-for")?.split(separator: ",").first
        let address = forwarded.map { trimmed(String($0)) } ?? peer
        let mapped = "::ffff:"
        guard address.lowercased().hasPrefix(mapped) else { return address }
        return String(address.dropFirst(mapped.count))
    }
}
