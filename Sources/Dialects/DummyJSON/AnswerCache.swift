internal import MockPostlyHTTP

/// A cache of responses to GET requests that depend on the documents only, until a document
/// changes.
///
/// An entry is for one target, one scheme and host, and one version of the documents: the links in a
/// response contain scheme and host. Requests with a body, or that a proxy has forwarded, are not cached.
struct AnswerCache {
    private final class Remembered {
        /// The host that the links in it point to.
        let host: [UInt8]
        /// Whether they are for clients that speak TLS.
        let isSecure: Bool
        let version: UInt64
        let route: Int
        var entity: Heading.Entity

        init(_ request: Request, version: UInt64, route: Int, entity: Heading.Entity) {
            host = request.hostBytes.map { Array($0) } ?? []
            isSecure = request.isSecure
            self.version = version
            self.route = route
            self.entity = entity
        }
    }

    /// A larger response is not cached.
    private static let largestAnswer = 1024 * 1024

    private let heading: Heading
    let isOn: Bool
    private let table: TargetTable<Remembered>
    /// How many requests the cache has answered.
    private(set) var hits = 0
    private(set) var misses = 0

    init(_ heading: Heading, isOn: Bool, _ budget: CacheBudget) {
        self.heading = heading
        self.isOn = isOn
        table = TargetTable(budget)
    }

    func forgetAll() { table.removeAll() }

    /// The cached response to `request`, and the index of its route; nil when there is none.
    mutating func find(_ request: Request, _ version: UInt64) -> (Response, Int)? {
        guard request.method == .get || request.method == .head, request.body.isEmpty,
            let kept = table.find(request.target), kept.version == version,
            let host = request.hostBytes, host.elementsEqual(kept.host),
            request.isSecure == kept.isSecure, !request.hasForwarding,
            !request.isMultipart
        else { return nil }
        hits += 1
        let known = kept.entity.size
        var response = kept.entity.response(to: request)
        response.isRepeatable = true
        let more = kept.entity.size - known
        if more > 0 { table.grow(request.target, by: more) }
        return (response, kept.route)
    }

    /// Caches a response if it can be, and returns it in the form that its request gets.
    ///
    /// The headers that all responses get are still missing in it.
    mutating func cache(
        _ response: Response,
        of call: Call,
        version: UInt64,
        route: Int
    ) -> Response {
        guard response.status == 200, response.body.count <= Self.largestAnswer,
            call.request.body.isEmpty, call.request.hostBytes != nil,
            !call.request.hasForwarding
        else { return response }
        misses += 1
        let entity = Heading.Entity(response, heading, isForMany: true)
        let kept = Remembered(call.request, version: version, route: route, entity: entity)
        // An estimate for the header fields, which are stored twice: as values and as the bytes to
        // be sent.
        let fields = 2048 + kept.host.bufferedBytes
        table.insert(kept, size: entity.size + fields, for: call.request.target)
        return response
    }
}
