internal import MockPostlyContent
internal import MockPostlyHTTP

/// A cache of answers to GET requests that depend on the content only, until a row changes.
///
/// The target of a request has the access token in it, so an entry is for one member. Links in it
/// contain the host.
struct AnswerCache {
    private struct Kept {
        var response: Response
        /// The host that the links lead to.
        var host: [UInt8]
        /// Whether they are for clients that speak TLS.
        var isSecure: Bool
        var asker: String
        var route: Int
        var version: ContentVersion
    }

    /// A longer answer is not cached, in bytes.
    private static let longest = 1024 * 1024

    private let isOn: Bool
    private let table: TargetTable<Kept>
    /// How many requests the cache has answered.
    private(set) var hits = 0
    private(set) var misses = 0

    init(_ budget: CacheBudget, isOn: Bool) {
        self.isOn = isOn
        table = TargetTable(budget)
    }

    func forgetAll() { table.removeAll() }

    /// The cached answer to `request`, who asked, and the index of its route; nil when there is
    /// none.
    mutating func find(
        _ request: Request,
        _ version: ContentVersion
    ) -> (response: Response, asker: String, route: Int)? {
        guard isOn, Self.isCacheable(request), let kept = table.find(request.target),
            kept.version == version, let host = request.hostBytes,
            host.elementsEqual(kept.host), request.isSecure == kept.isSecure
        else { return nil }
        hits += 1
        var response = kept.response
        response.isRepeatable = true
        return (response, kept.asker, kept.route)
    }

    /// Caches the answer that `asker` got, unless it is a refusal or too long.
    mutating func store(
        _ response: Response,
        of asker: String,
        request: Request,
        version: ContentVersion,
        route: Int
    ) {
        guard isOn, response.status == 200, response.body.count <= Self.longest,
            Self.isCacheable(request), let host = request.hostBytes
        else { return }
        misses += 1
        let kept = Kept(
            response: response,
            host: Array(host),
            isSecure: request.isSecure,
            asker: asker,
            route: route,
            version: version
        )
        // About the size of the fields and of the entry itself.
        let rest = kept.host.bufferedBytes + 256
        table.insert(kept, size: response.body.bufferedBytes + rest, for: request.target)
    }

    private static func isCacheable(_ request: Request) -> Bool {
        (request.method == .get || request.method == .head) && request.body.isEmpty
            && !request.hasForwarding
    }
}
