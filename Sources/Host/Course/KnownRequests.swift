internal import MockPostlyContent
internal import MockPostlyFaults
package import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyStubs
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// A request that came before with the same bytes, and its answer.
final class KnownRequest {
    let request: Request
    let response: Response
    let answer: PreparedAnswer
    let label: Int
    let route: RouteTaken
    let world: RunningWorld
    /// The account of its checked token; nil without one.
    let asker: String?
    /// The state of the world's content that the answer belongs to.
    let version: ContentVersion
    fileprivate let hash: UInt64
    fileprivate var place: CacheBudget.Place = 0
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
    private let log: Log
    /// The request and its answer for the journal.
    private(set) lazy var recorded = RecordedExchange(
        request,
        response,
        route: route,
        asker: asker,
        longest: world.journal?.longestBody ?? JournalLimits().body
    )

    fileprivate init(
        _ inFlight: InFlight,
        _ response: Response,
        _ answer: PreparedAnswer,
        in world: RunningWorld,
        hash: UInt64,
        log: Log
    ) {
        request = inFlight.request
        label = inFlight.client.label
        route = inFlight.route
        asker = inFlight.asker
        self.response = response
        self.log = log
        self.answer = answer
        self.world = world
        version = world.contentVersion
        self.hash = hash
    }

    /// Whether its answer is still right and may be sent at once.
    var isUsable: Bool {
        version == world.contentVersion && !world.hasWrites && !world.isHeld
            && world.stubs.isEmpty && world.faults.isEmpty
    }
}

/// The requests that came several times with the same bytes, such as a page that an app asks for
/// again and again.
///
/// They are answered without being parsed. An entry is found by the bytes of its request and the
/// label of its listener, and is right as long as no row of its world changes. Entries count in the
/// shared ``CacheBudget``. Belongs to the loop's thread.
final class KnownRequests: CacheOwner {
    /// The number of entries at most, a power of two: two entries of one place replace each other.
    private static let places: UInt64 = 4096
    /// A longer head or answer is not prepared: copying it would save nothing.
    private static let longestHead = 4096
    private static let longestAnswer = 64 * 1024

    private let budget: CacheBudget
    private let log: Log
    private var owner: Int32 = 0
    /// By the lowest bits of their hash; empty before the first entry.
    private var entries: [KnownRequest?] = []
    /// Hashes of requests that came once, by their lowest bits: a client that sends something new in
    /// each head fills nothing but this.
    private var candidates: [UInt64] = []
    private var count = 0

    /// How many requests are known.
    var entryCount: Int { count }

    init(_ budget: CacheBudget, _ log: Log) {
        self.budget = budget
        self.log = log
        owner = budget.join(self)
    }

    deinit {
        removeAll()
        budget.leave(owner)
    }

    /// The entry for a request with exactly these bytes, recorded as used; nil when there is none.
    func find(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ label: Int,
        isSecure: Bool
    ) -> KnownRequest? {
        guard count > 0, bytes.count <= Self.longestHead else { return nil }
        let hash = Self.hash(bytes)
        guard let entry = entries[Self.place(hash)], entry.hash == hash, entry.label == label,
            entry.request.isSecure == isSecure, entry.answer.answers(bytes)
        else { return nil }
        budget.touch(entry.place)
        return entry
    }

    /// Takes note of a repeatable response, and prepares it when its request came before.
    func note(_ response: Response, to inFlight: InFlight, in world: RunningWorld) {
        let request = inFlight.request
        guard request.headLength <= Self.longestHead, response.body.count <= Self.longestAnswer
        else { return }
        let hash = request.withHeadBytes(Self.hash)
        let place = Self.place(hash)
        if entries.isEmpty {
            entries = Array(repeating: nil, count: Int(Self.places))
            candidates = Array(repeating: 0, count: Int(Self.places))
        }
        guard candidates[place] == hash else {
            candidates[place] = hash
            return
        }
        remove(at: place)
        guard let answer = PreparedAnswer(response, to: request) else { return }
        let entry = KnownRequest(inFlight, response, answer, in: world, hash: hash, log: log)
        // Request and response are kept too, for those who observe requests.
        let size = answer.bufferedBytes + response.body.bufferedBytes + request.headLength + 512
        guard let claimed = budget.insert(size, hash, of: owner) else { return }
        entry.place = claimed
        entries[place] = entry
        count += 1
    }

    /// Removes all entries, because a name may mean another world now.
    func removeAll() {
        guard count > 0 else { return }
        for place in entries.indices { remove(at: place) }
    }

    func evict(_ key: UInt64) {
        let place = Self.place(key)
        guard entries[place]?.hash == key else { return }
        entries[place] = nil
        count -= 1
    }

    private func remove(at place: Int) {
        guard let old = entries[place] else { return }
        budget.remove(old.place)
        entries[place] = nil
        count -= 1
    }

    private static func place(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash & (places - 1))
    }

    /// A variant of FNV-1a over eight bytes at a time; the bytes are compared as well.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(bytes)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
        var index = 0
        while index + 8 <= bytes.count {
            hash ^= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            hash = (hash &* 0x0000_0100_0000_01B3) ^ (hash >> 29)
            index += 8
        }
        // The last bytes again, with some of those before them.
        if bytes.count >= 8 {
            hash ^= bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
        }
        hash &*= 0x9E37_79B9_7F4A_7C15
        return hash ^ (hash >> 32)
    }
}

/// The short way of requests that came before with the same bytes: stages 1 to 4 are known, the
/// last two are the same as for all others.
extension Course {
    /// The answer to a request whose head is exactly `bytes`; nil when it has to take the stages.
    ///
    /// After it was sent, ``notePreparedAnswer(from:)`` is called.
    package func preparedAnswer(
        to bytes: UnsafeBufferPointer<UInt8>,
        label: Int,
        isSecure: Bool,
        at start: UInt64
    ) -> PreparedAnswer? {
        worlds.sweepIfDue()
        forgetOutdated()
        guard let entry = known?.find(bytes, label, isSecure: isSecure), entry.isUsable else {
            return nil
        }
        entry.world.touch()
        driver?.willAnswer(in: entry.world)
        sending = (entry, start)
        return entry.answer
    }

    /// Forgets all known requests when a name may mean another world than when they came.
    ///
    /// Also called from time to time without a request, because they hold the worlds that they
    /// belong to.
    @inline(__always) package func forgetOutdated() {
        guard knownWorlds != worlds.changes else { return }
        knownWorlds = worlds.changes
        known?.removeAll()
    }

    /// Counts and logs the answer that ``preparedAnswer(to:label:isSecure:at:)`` has returned last.
    package func notePreparedAnswer(from peer: String) {
        guard let (entry, start) = sending else { return }
        sending = nil
        preparedCount += 1
        let elapsed = (time?.read() ?? monotonicNanoseconds()) - start
        metrics.count(
            .init(route: entry.route, status: entry.response.status),
            nanoseconds: elapsed
        )
        if let journal = entry.world.journal {
            journal.add(
                entry.recorded,
                start: start,
                nanoseconds: elapsed,
                peer: peer,
                in: entry.world.domain.world
            )
        }
        if let after {
            var request = entry.request
            request.peer = peer
            after(
                Passed(
                    request: request,
                    answer: .sent(entry.response),
                    route: entry.route,
                    world: entry.world.name,
                    asker: entry.asker,
                    start: start,
                    nanoseconds: elapsed
                )
            )
        }
        guard log.logsRequests else { return }
        log.request(entry.logLine, nanoseconds: elapsed, at: start + elapsed)
    }

    /// Prepares a repeatable answer, which was just sent, for the next request with the same bytes.
    func noteRepeatable(_ response: Response, to inFlight: InFlight) {
        guard response.isRepeatable, let world = inFlight.world, let home = worlds.home,
            inFlight.client.hasConnection, !inFlight.request.hasForwarding
        else { return }
        let known = known ?? KnownRequests(home.caches, log)
        self.known = known
        known.note(response, to: inFlight, in: world)
    }
}
