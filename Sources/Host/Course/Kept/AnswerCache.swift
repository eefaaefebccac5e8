internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyFaults
internal import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyLog
internal import MockPostlyStubs
internal import MockPostlyWorlds

/// An answer that may be given again as long as its world's content is the same.
final class KnownAnswer {
    let request: Request
    let response: Response
    let route: RouteTaken
    let world: World
    /// The account of the request's checked token; nil without one.
    let asker: String?
    /// The state of the world's content that the answer belongs to.
    let version: ContentVersion
    /// What is sent to the same bytes; nil for an answer that is found by its ``key``.
    let prepared: PreparedAnswer?
    /// What the answer depends on besides the content; empty for one that is found by bytes.
    fileprivate let key: [UInt8]
    private let log: Log
    /// Its line in the log, made when it is first needed.
    private(set) lazy var logLine: Log.PreparedLine = log.line(
        of: Log.Entry(
            method: request.method.name,
            target: request.shownTarget,
            status: response.status,
            bytes: response.body.count,
            world: world.name
        )
    )
    /// The same for the journal when each answer has a number of its own; nil when it is too long for
    /// that.
    private(set) lazy var pattern = world.journal?.pattern(request, response, route, asker)
    /// The request and its answer for the journal.
    private(set) lazy var recorded = RecordedExchange(
        request,
        response,
        route: route,
        asker: asker,
        longest: world.journal?.longestBody ?? JournalLimits().body
    )

    fileprivate init(
        _ response: Response,
        _ request: Request,
        _ route: RouteTaken,
        _ asker: String?,
        _ world: World,
        _ prepared: PreparedAnswer?,
        _ key: [UInt8],
        _ log: Log
    ) {
        var request = request
        // Its bytes count here now.
        (request.claim, request.findings) = (nil, nil)
        (self.request, self.response, self.route) = (request, response, route)
        (self.world, self.asker, version) = (world, asker, world.contentVersion)
        (self.prepared, self.key, self.log) = (prepared, key, log)
    }

    /// Request and response are kept whole.
    fileprivate var size: Int {
        let pattern = prepared?.isRenewed == true ? request.headLength + response.body.count : 0
        return response.body.bufferedBytes + (prepared?.bufferedBytes ?? 0) + request.headLength
            + pattern + key.bufferedBytes + 512
    }

    /// Whether it is still right, but for a number that it counts.
    var isPresent: Bool {
        let present = world.contentVersion
        if version == present { return true }
        return prepared?.isRenewed == true && version.withoutCounts == present.withoutCounts
    }

    /// Whether it may be sent at once, without the stages.
    var isUsable: Bool {
        isPresent && !world.hasWrites && !world.isHeld && world.stubs.isEmpty
            && world.faults.isEmpty
    }

    /// The answer with the number that was sent last; `renewed` is nil when it has none.
    func sent(_ renewed: (place: RenewedNumber, number: Int64)?) -> Response {
        guard let renewed else { return response }
        var response = response
        response.body.withUnsafeMutableBytes { renewed.place.put(renewed.number, intoEndOf: $0) }
        return response
    }

    /// Those of its dialect, where answers are counted that are found by what they depend on.
    fileprivate var statistics: CacheStatistics? {
        guard prepared == nil, case .served(let place, _) = route else { return nil }
        return world.dialect(at: place).map { world.context.statistics(of: type(of: $0)) }
    }
}

/// The answers that dialects have marked as repeatable, of all worlds.
///
/// An answer is found again in two ways: by the bytes of a request that came several times, such as
/// for a page that an app asks for again and again, which then is not even parsed; and by what an
/// answer depends on: world, target, host and a few fields. Entries count in the shared
/// ``CacheBudget``. Belongs to the loop's thread.
final class AnswerCache {
    /// How many requests are remembered that came once.
    private static let mostCandidates = 8192
    /// A longer answer is not kept.
    private static let longestAnswer = 1024 * 1024
    /// A longer head or answer is not prepared: copying it would save nothing.
    private static let longestHead = 4096
    private static let longestPrepared = 64 * 1024

    private let log: Log
    /// By the hashes of their bytes, or of their world and ``KnownAnswer/key``.
    private let entries: KeptValues<KnownAnswer>
    /// Hashes of requests that came once, by their lowest bits: a client that sends something new in
    /// each head fills nothing but this.
    private var candidates: [Int64] = []

    init(_ budget: CacheBudget, _ log: Log) {
        (entries, self.log) = (KeptValues(budget), log)
    }

    var count: Int { entries.count }

    // MARK: By bytes

    /// The answer to a request with exactly these bytes, recorded as used; nil when there is none.
    func find(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ label: Int,
        isSecure: Bool
    ) -> KnownAnswer? {
        guard !entries.isEmpty, bytes.count <= Self.longestHead,
            let entry = entries.find(Self.hash(bytes, label, isSecure)),
            entry.request.isSecure == isSecure, entry.prepared?.answers(bytes) == true
        else { return nil }
        return entry
    }

    /// Prepares a repeatable response for the bytes of its request, when they came before.
    func prepare(_ response: Response, to inFlight: InFlight, in world: World) {
        let request = inFlight.request
        guard request.headLength <= Self.longestHead, response.body.count <= Self.longestPrepared
        else { return }
        let hash = request.withHeadBytes {
            Self.hash($0, inFlight.client.label, request.isSecure)
        }
        let place = Int(hash & Int64(Self.mostCandidates - 1))
        if candidates.isEmpty { candidates = Array(repeating: 0, count: Self.mostCandidates) }
        guard candidates[place] == hash else {
            candidates[place] = hash
            return
        }
        guard let prepared = PreparedAnswer(response, to: request) else { return }
        let (route, asker) = (inFlight.route, inFlight.asker)
        let entry = KnownAnswer(response, request, route, asker, world, prepared, [], log)
        // Each with a number of its own is copied into the journal.
        if prepared.isRenewed, world.journal != nil, entry.pattern == nil { return }
        entries.keep(entry, as: hash, size: entry.size)
    }

    // MARK: By what an answer depends on

    /// The answer to a GET or HEAD request without a body in `world`; nil when there is none.
    func find(_ request: Request, in world: World) -> KnownAnswer? {
        guard !entries.isEmpty, let key = Self.key(of: request),
            let entry = entries.find(Self.hash(key, in: world)), entry.world === world,
            entry.isPresent, entry.key == key
        else { return nil }
        entry.statistics?.hits += 1
        return entry
    }

    /// Keeps a repeatable response to such a request.
    func keep(
        _ response: Response,
        to request: Request,
        by route: RouteTaken,
        in world: World
    ) {
        guard response.body.count <= Self.longestAnswer, let key = Self.key(of: request) else {
            return
        }
        let (asker, hash) = (request.findings?.asker, Self.hash(key, in: world))
        let entry = KnownAnswer(response, request, route, asker, world, nil, key, log)
        entry.statistics?.misses += 1
        entries.keep(entry, as: hash, size: entry.size, entry.statistics)
    }

    /// What answers depend on besides the content of a world; nil when one is for its request alone.
    ///
    /// Links in answers have the host, and those for forwarded requests what a proxy says.
    private static func key(of request: Request) -> [UInt8]? {
        guard let host = request.hostBytes, !request.hasForwarding else { return nil }
        let flags: UInt8 = (request.isSecure ? 1 : 0) | (request.method == .head ? 2 : 0)
        var key = [flags, UInt8(request.head.minorVersion)]
        key.reserveCapacity(request.target.count + host.count + 64)
        key += request.target
        key.append(0)
        key += host
        let date = request.hasIfNoneMatch ? request.header("if-modified-since") : nil
        for value in [
            request.origin, request.acceptEncoding, request.contentType, request.ifNoneMatch,
            request.cacheControl, request.authorization, date,
        ] {
            // No value has a control character.
            key.append(value == nil ? 0 : 1)
            if let value { key += value.utf8 }
        }
        return key
    }

    /// Removes the entries of which `isGone` is true.
    func removeAll(_ isGone: (KnownAnswer) -> Bool) { entries.removeAll(where: isGone) }

    private static func hash(_ key: [UInt8], in world: World) -> Int64 {
        let salt = Int(bitPattern: ObjectIdentifier(world))
        return key.withUnsafeBufferPointer { hash($0, salt: salt) }
    }

    private static func hash(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ label: Int,
        _ isSecure: Bool
    ) -> Int64 { hash(bytes, salt: label << 1 | (isSecure ? 1 : 0)) }

    /// Multiplies sixteen bytes at a time, as wyhash does; the bytes are compared as well.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, salt: Int) -> Int64 {
        let bytes = UnsafeRawBufferPointer(bytes)
        var hash = UInt64(bitPattern: Int64(salt))
        func add(_ one: UInt64, _ other: UInt64) {
            let product = (hash ^ one).multipliedFullWidth(by: other ^ 0xA076_1D64_78BD_642F)
            hash = product.high ^ product.low ^ 0x9E37_79B9_7F4A_7C15
        }
        var index = 0
        while index &+ 16 <= bytes.count {
            let words = bytes.loadUnaligned(fromByteOffset: index, as: SIMD2<UInt64>.self)
            add(words.x, words.y)
            index &+= 16
        }
        for byte in bytes[index...] { add(UInt64(byte), 0) }
        return Int64(bitPattern: hash)
    }
}
