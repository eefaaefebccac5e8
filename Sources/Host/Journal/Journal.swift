package import MockPostlyHTTP
package import MockPostlyWorld

/// What happened in a world, the newest last: requests with their answers, messages of channels.
///
/// Bounded by a number of entries and by bytes: the oldest entries are dropped and counted. Entries
/// are bytes in one ring, written in order and dropped without being touched; they become values
/// when somebody reads them. Belongs to the loop's thread.
///
/// ```swift
/// journal.add(request, response, route: route, asker: nil, start: start, nanoseconds: 9, in: world)
/// for entry in journal.newestFirst().prefix(10) { show(entry) }
/// ```
package final class Journal {
    private let hub: JournalHub
    /// By it the hub finds this object.
    private let entry = BackReference<Journal>()
    /// The bytes of the entries, but for those of shared and of long contents.
    private var memory: EntryMemory
    /// A ring: the entry with the number `n` is at `n & (capacity - 1)`, a power of two.
    ///
    /// Plain memory, because every request writes here: an array would be checked at each access.
    private var ring: UnsafeMutablePointer<Slot>
    private var capacity = 0

    /// Where the bytes of an entry are; its number is its place.
    private struct Slot: BitwiseCopyable {
        /// A ``Heading``, the client's address and, if it is not apart, the content.
        let start: UnsafeMutableRawPointer
        let size: Int
        let sequence: UInt64
        /// A content that is not among the bytes, retained once for all entries that have it.
        var apart: Unmanaged<JournalContent>?
        var kind: EntryKind
    }

    /// The beginning of the bytes of each entry.
    private struct Heading: BitwiseCopyable {
        let start: UInt64
        let nanoseconds: UInt64
        let peerLength: UInt8
    }

    enum EntryKind: BitwiseCopyable {
        case exchange, message
        /// An entry that was removed; its number is not given again.
        case nothing
    }

    /// A longer content is kept apart, so that little is copied, and little left unused at the end of
    /// a piece.
    let longestInPlace: Int

    /// The number of the oldest entry that is there; above ``last`` when there is none.
    ///
    /// Numbers are never used again, so they are good marks for pages.
    package private(set) var first = 1
    /// The number of the newest entry; 0 before there is any.
    package private(set) var last = 0
    /// Bytes of memory that the entries take, about.
    package var bytes: Int { taken - idle }
    /// The same with those of removed entries, whose place is free when it is their turn.
    private(set) var taken = 0
    private var idle = 0
    /// How many entries were dropped since the start, or since they were last cleared.
    package private(set) var dropped = 0
    /// The ``JournalEntry/sequence`` of the newest dropped entry; 0 when none was dropped.
    package private(set) var droppedSequence: UInt64 = 0
    /// The clock of the world at the first entry that it counts for, the oldest first.
    private var epochs: [(first: Int, clock: Clock)] = []
    /// ``TimeAndChance/clockChanges`` at the newest entry.
    private var clockChanges = 0
    /// The numbers of the newest entries that were noted as unknown, in order; 100 at most.
    package private(set) var unknown: [Int] = []
    private let mostEntries: Int
    private let mostBytes: Int
    /// The machine's time at a moment of its monotonic clock, so that a time is always the same.
    private let origin = (time: Clock.real.now(), monotonic: monotonicNanoseconds())

    /// An empty journal.
    package init(_ hub: JournalHub) {
        self.hub = hub
        ring = .allocate(capacity: 0)
        mostEntries = hub.limits.entries
        mostBytes = hub.limits.bytes
        let piece = min(Self.longestPiece, max(1024, mostBytes / 16))
        longestInPlace = min(piece / 4, Self.longestCopied)
        memory = EntryMemory(most: piece)
        entry.begin(self)
        hub.enter(entry)
    }

    deinit {
        removeAll()
        ring.deallocate()
        entry.end()
        hub.leave(entry)
    }

    /// The most bytes that are kept of a body or a message.
    ///
    /// Longer ones are kept in part, with their whole length.
    package var longestBody: Int { hub.limits.body }
    /// Whether anything is kept.
    package var isOn: Bool { mostEntries > 0 }
    /// The number of entries that are there.
    ///
    /// Removed entries do not count.
    package var count: Int { places - removed }
    /// The places of the entries, and those of removed ones.
    private var places: Int { last - first + 1 }
    private var removed = 0

    // MARK: Adding

    /// Adds a request with its answer; `world` has the clock.
    ///
    /// Costs a copy of the heads and of what is kept of the bodies, and no allocation for most.
    ///
    /// - Parameters:
    ///   - request: as it was received, with the client's address.
    ///   - response: as it was sent.
    ///   - route: which it took.
    ///   - asker: the account of its checked token, as the dialect writes it.
    ///   - changes: the rows that it has written.
    ///   - start: when it arrived, in nanoseconds of the monotonic clock.
    ///   - nanoseconds: until its answer was sent.
    ///   - world: whose clock dates the entry.
    package func add(
        _ request: Request,
        _ response: Response,
        route: RouteTaken,
        asker: String?,
        changes: [RowChange] = [],
        start: UInt64,
        nanoseconds: UInt64,
        in world: TimeAndChance
    ) {
        if kept(request.body) + kept(response.body) <= longestInPlace {
            let outline = ExchangeOutline(request, response, route, changes, longest: longestBody)
            let size = outline.size(response, asker, changes)
            if size <= longestInPlace {
                var writer = begin(.exchange, size, start, nanoseconds, request.peer, world)
                outline.write(request, response, asker, changes, to: &writer)
                return keepLimits()
            }
        }
        let exchange = RecordedExchange(
            request,
            response,
            route: route,
            asker: asker,
            changes: changes,
            longest: longestBody
        )
        add(exchange, start: start, nanoseconds: nanoseconds, peer: request.peer, in: world)
    }

    /// Takes note that nothing owns the newest entry, for checks that fail with it.
    package func noteUnknown() {
        guard last >= first else { return }
        if unknown.count == Self.mostUnknown { unknown.removeFirst() }
        unknown.append(last)
    }

    private static let mostUnknown = 100

    /// Bytes of a body that are kept.
    private func kept(_ body: [UInt8]) -> Int { min(body.count, longestBody) }

    /// Adds a request with its answer, which may be shared with other entries of this journal.
    ///
    /// - Parameters:
    ///   - exchange: the request and the answer.
    ///   - start: when the request arrived, in nanoseconds of the monotonic clock.
    ///   - nanoseconds: until its answer was sent.
    ///   - peer: the client's address.
    ///   - world: whose clock dates the entry.
    package func add(
        _ exchange: RecordedExchange,
        start: UInt64,
        nanoseconds: UInt64,
        peer: String,
        in world: TimeAndChance
    ) {
        _ = begin(.exchange, 0, start, nanoseconds, peer, world, apart: exchange)
        keepLimits()
    }

    /// Adds a message that passes now.
    package func add(_ message: RecordedMessage, in world: TimeAndChance) {
        let (size, now) = (message.length, monotonicNanoseconds())
        if size <= longestInPlace {
            var writer = begin(.message, size, now, 0, "", world)
            message.write(to: &writer)
        } else {
            _ = begin(.message, 0, now, 0, "", world, apart: message)
        }
        keepLimits()
    }

    /// Makes the newest entry; `size` bytes of content are to be written, unless it is `apart`.
    @inline(__always) func begin(
        _ kind: EntryKind,
        _ size: Int,
        _ start: UInt64,
        _ nanoseconds: UInt64,
        _ peer: String,
        _ world: TimeAndChance,
        apart: JournalContent? = nil
    ) -> EntryWriter {
        if clockChanges != world.clockChanges || epochs.isEmpty {
            clockChanges = world.clockChanges
            epochs.append((last + 1, world.clock))
        }
        if places == mostEntries { dropFirst() }
        if places == capacity { makeRoom() }
        last += 1
        let peerLength = min(peer.utf8.count, Int(UInt8.max))
        let size = MemoryLayout<Heading>.size + peerLength + size
        let place = memory.take(size, for: last)
        (ring + (last & (capacity - 1))).initialize(
            to: Slot(
                start: place,
                size: size,
                sequence: hub.nextSequence(),
                apart: apart.map { share($0) },
                kind: kind
            )
        )
        grow(by: size + Self.slotSize)
        var writer = EntryWriter(place)
        writer.put(
            Heading(start: start, nanoseconds: nanoseconds, peerLength: UInt8(peerLength))
        )
        writer.put(plain: peer, peerLength)
        return writer
    }

    /// Takes note that one entry more has `content`.
    private func share(_ content: JournalContent) -> Unmanaged<JournalContent> {
        content.entries += 1
        guard content.entries == 1 else { return .passUnretained(content) }
        grow(by: content.size)
        return .passRetained(content)
    }

    @inline(__always) func keepLimits() {
        if taken > mostBytes { drop(atLeast: taken - mostBytes) }
        if hub.isFull { hub.shrink() }
    }

    /// Bytes of an entry beside those in the memory.
    private static let slotSize = MemoryLayout<Slot>.stride
    private static let longestPiece = 64 * 1024
    /// Longer bodies are shared rather than copied.
    private static let longestCopied = 4 * 1024

    private func makeRoom() {
        let larger = max(16, capacity * 2)
        let target = UnsafeMutablePointer<Slot>.allocate(capacity: larger)
        for number in first..<last + 1 {
            (target + (number & (larger - 1))).initialize(to: ring[number & (capacity - 1)])
        }
        ring.deallocate()
        (ring, capacity) = (target, larger)
    }

    @inline(__always) private func grow(by size: Int) {
        taken += size
        hub.count(size)
    }

    // MARK: Dropping

    /// Drops the oldest entries, at least `size` bytes of them if there are as many.
    func drop(atLeast size: Int) {
        let wanted = taken - size
        while taken > wanted, first <= last { dropFirst() }
    }

    private func dropFirst() {
        dropped += 1
        droppedSequence = ring[first & (capacity - 1)].sequence
        removeFirst()
    }

    private func removeFirst() {
        let slot = ring[first & (capacity - 1)]
        if slot.kind == .nothing {
            removed -= 1
            idle -= slot.size
        }
        release(slot.apart)
        grow(by: -(slot.size + Self.slotSize))
        first += 1
        if first > memory.oldestLast { memory.free(before: first) }
        if epochs.count > 1, epochs[1].first <= first { epochs.removeFirst() }
    }

    @inline(__always) private func release(_ apart: Unmanaged<JournalContent>?) {
        guard let apart else { return }
        let content = apart.takeUnretainedValue()
        content.entries -= 1
        guard content.entries == 0 else { return }
        grow(by: -content.size)
        apart.release()
    }

    /// Removes one entry, which does not count as dropped; its number is not given again.
    ///
    /// Does nothing for a number that is not there.
    package func remove(_ number: Int) {
        guard self[number] != nil else { return }
        unknown.removeAll { $0 == number }
        let place = number & (capacity - 1)
        release(ring[place].apart)
        (ring[place].apart, ring[place].kind) = (nil, .nothing)
        idle += ring[place].size
        removed += 1
    }

    /// Removes all entries; numbers go on, and ``dropped`` begins at 0 again.
    ///
    /// Their memory is free at once, but for content that answers still share.
    package func clear() {
        removeAll()
        unknown = []
        dropped = 0
        droppedSequence = 0
    }

    private func removeAll() {
        while first <= last { removeFirst() }
        memory = EntryMemory(most: memory.most)
        ring.deallocate()
        ring = .allocate(capacity: 0)
        capacity = 0
        epochs = []
    }

    // MARK: Reading

    /// The entry with a number; nil when it was dropped or is not there yet.
    ///
    /// O(1).
    package subscript(_ number: Int) -> JournalEntry? {
        guard number >= first, number <= last else { return nil }
        let slot = ring[number & (capacity - 1)]
        if slot.kind == .nothing { return nil }
        var reader = EntryReader(UnsafeRawBufferPointer(start: slot.start, count: slot.size))
        let heading = reader.value(Heading.self)
        let peer = reader.text(Int(heading.peerLength))
        return JournalEntry(
            content: slot.apart?.takeUnretainedValue().entryContent
                ?? (slot.kind == .message
                    ? .message(RecordedMessage(reader.rest()))
                    : .exchange(RecordedExchange(reader.rest()))),
            number: number,
            sequence: slot.sequence,
            start: heading.start,
            nanoseconds: heading.nanoseconds,
            peer: peer
        )
    }

    /// The entries with the numbers above `number`, the oldest first.
    ///
    /// Lazy: entries that are dropped in between are left out.
    package func entries(after number: Int = 0) -> some Sequence<JournalEntry> {
        let start = max(first, number + 1)
        return (start..<max(start, last + 1)).lazy.compactMap { self[$0] }
    }

    /// The entries, the newest first.
    ///
    /// Lazy, as ``entries(after:)``.
    package func newestFirst() -> some Sequence<JournalEntry> {
        (first..<last + 1).reversed().lazy.compactMap { self[$0] }
    }

    /// The time that the world's clock showed when `entry` began, and the machine's time.
    ///
    /// The world's time is that of its clock as it was then, whatever it was set to since.
    package func time(of entry: JournalEntry) -> (world: Instant, machine: Instant) {
        let passed = Int64(clamping: entry.start) - Int64(clamping: origin.monotonic)
        let machine = origin.time + .nanoseconds(passed)
        let epoch = epochs.last { $0.first <= entry.number }
        return (epoch?.clock.time(atMachine: machine) ?? machine, machine)
    }
}
