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
    fileprivate let hash: UInt64
    fileprivate var place: CacheBudget.Place = 0
    private let log: Log
    /// Its line in the log, made when it is first needed.
    private(set) lazy var logLine: Log.RequestLine = log.line(
        of: Log.Entry(
            method: request.method.name,
            target: request.shownTarget,
            status: response.status,
            bytes: response.body.count,
            world: world.name
        )
    )
    /// The same for the journal when each answer has a number of its own; nil when it is too long to be
    /// copied each time.
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
        to request: Request,
        by route: RouteTaken,
        of asker: String?,
        in world: World,
        _ prepared: PreparedAnswer? = nil,
        key: [UInt8] = [],
        hash: UInt64,
        log: Log
    ) {
        var request = request
        // Its bytes count here now.
        request.claim = nil
        request.findings = nil
        self.request = request
        self.response = response
        self.route = route
        self.world = world
        self.asker = asker
        version = world.contentVersion
        self.prepared = prepared
        (self.key, self.hash, self.log) = (key, hash, log)
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
final class AnswerCache: CacheOwner {
    /// The number of entries at most, a power of two.
    private static let places = 8192
    /// How many places an entry can have, one after the other.
    private static let tries = 4
    /// A longer answer is not kept.
    private static let longestAnswer = 1024 * 1024
    /// A longer head or answer is not prepared: copying it would save nothing.
    private static let longestHead = 4096
    private static let longestPrepared = 64 * 1024

    private let budget: CacheBudget
    private let log: Log
    /// By the lowest bits of their hash; empty before the first entry.
    private var entries: [KnownAnswer?] = []
    /// The hashes of ``entries``, which most requests read alone; 0 for a free place.
    private var hashes: [UInt64] = []
    /// Hashes of requests that came once, by their lowest bits: a client that sends something new in
    /// each head fills nothing but this.
    private var candidates: [UInt64] = []
    private(set) var count = 0
    /// Which of the entries around a hash gives way next.
    private var turn = 0

    init(_ budget: CacheBudget, _ log: Log) {
        self.budget = budget
        self.log = log
    }

    deinit { removeAll { _ in true } }

    // MARK: By bytes

    /// The answer to a request with exactly these bytes, recorded as used; nil when there is none.
    func find(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ label: Int,
        isSecure: Bool
    ) -> KnownAnswer? {
        guard count > 0, bytes.count <= Self.longestHead else { return nil }
        return find(Self.hash(bytes, salt: label)) { entry in
            entry.request.isSecure == isSecure && entry.prepared?.answers(bytes) == true
        }
    }

    /// Prepares a repeatable response for the bytes of its request, when they came before.
    func prepare(_ response: Response, to inFlight: InFlight, in world: World) {
        let request = inFlight.request
        guard request.headLength <= Self.longestHead, response.body.count <= Self.longestPrepared
        else { return }
        let hash = request.withHeadBytes { Self.hash($0, salt: inFlight.client.label) }
        let place = Self.place(hash, 0)
        if candidates.isEmpty { candidates = Array(repeating: 0, count: Self.places) }
        guard candidates[place] == hash else {
            candidates[place] = hash
            return
        }
        guard let prepared = PreparedAnswer(response, to: request) else { return }
        let entry = KnownAnswer(
            response,
            to: request,
            by: inFlight.route,
            of: inFlight.asker,
            in: world,
            prepared,
            hash: hash,
            log: log
        )
        insert(entry)
    }

    // MARK: By what an answer depends on

    /// The answer to a GET or HEAD request without a body in `world`; nil when there is none.
    func find(_ request: Request, in world: World) -> KnownAnswer? {
        guard count > 0 else { return nil }
        var key: [UInt8]?
        let entry = find(Self.hash(request, in: world)) { entry in
            guard entry.world === world, entry.isPresent else { return false }
            key = key ?? Self.key(of: request) ?? [0]
            return entry.key == key
        }
        entry?.statistics?.hits += 1
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
        let hash = Self.hash(request, in: world)
        let entry = KnownAnswer(
            response,
            to: request,
            by: route,
            of: request.findings?.asker,
            in: world,
            key: key,
            hash: hash,
            log: log
        )
        entry.statistics?.misses += 1
        insert(entry)
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

    // MARK: Entries

    /// The entry with a hash of which `isIt` is true, recorded as used.
    @inline(__always)
    private func find(_ hash: UInt64, _ isIt: (KnownAnswer) -> Bool) -> KnownAnswer? {
        for step in 0..<Self.tries {
            let place = Self.place(hash, step)
            guard hashes[place] == hash, let entry = entries[place], isIt(entry) else { continue }
            budget.touch(entry.place)
            return entry
        }
        return nil
    }

    /// Takes the place of an entry for the same, else a free one, else that of any other.
    private func insert(_ entry: KnownAnswer) {
        if entries.isEmpty {
            entries = Array(repeating: nil, count: Self.places)
            hashes = Array(repeating: 0, count: Self.places)
        }
        let places = (0..<Self.tries).map { Self.place(entry.hash, $0) }
        let same = places.first { hashes[$0] == entry.hash && entries[$0]?.key == entry.key }
        turn = (turn + 1) % Self.tries
        let place = same ?? places.first { entries[$0] == nil } ?? places[turn]
        remove(at: place)
        let (size, statistics) = (entry.size, entry.statistics)
        guard let claimed = budget.insert(size, UInt64(place), of: self, statistics) else { return }
        entry.place = claimed
        (entries[place], hashes[place]) = (entry, entry.hash)
        count += 1
    }

    /// Removes the entries of which `isGone` is true.
    func removeAll(_ isGone: (KnownAnswer) -> Bool) {
        guard count > 0 else { return }
        for place in entries.indices where entries[place].map(isGone) ?? false {
            remove(at: place)
        }
    }

    func evict(_ key: UInt64) {
        (entries[Int(key)], hashes[Int(key)]) = (nil, 0)
        count -= 1
    }

    private func remove(at place: Int) {
        guard let old = entries[place] else { return }
        budget.remove(old.place)
        evict(UInt64(place))
    }

    private static func place(_ hash: UInt64, _ step: Int) -> Int {
        (Int(truncatingIfNeeded: hash) &+ step) & (places - 1)
    }

    private static func hash(_ request: Request, in world: World) -> UInt64 {
        let salt = Int(bitPattern: ObjectIdentifier(world))
        return request.target.withUnsafeBufferPointer { hash($0, salt: salt) }
    }

    /// Multiplies sixteen bytes at a time, as wyhash does; the bytes are compared as well.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, salt: Int) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(bytes)
        var hash = mix(UInt64(bitPattern: Int64(salt)) ^ 0x9E37_79B9_7F4A_7C15, UInt64(bytes.count))
        var index = 0
        while index + 16 <= bytes.count {
            hash = mix(hash ^ word(bytes, index), word(bytes, index + 8) ^ 0xA076_1D64_78BD_642F)
            index += 16
        }
        // The last bytes again, with some of those before them.
        if bytes.count >= 16 {
            index = bytes.count - 16
            hash = mix(hash ^ word(bytes, index), word(bytes, index + 8) ^ 0xE703_7ED1_A0B4_28DB)
        } else {
            for byte in bytes { hash = mix(hash ^ UInt64(byte), 0xE703_7ED1_A0B4_28DB) }
        }
        // 0 marks a free place.
        return max(hash, 1)
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    }

    @inline(__always) private static func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let product = one.multipliedFullWidth(by: other)
        return product.high ^ product.low
    }
}
