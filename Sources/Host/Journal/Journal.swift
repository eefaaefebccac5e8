package import MockPostlyWorld

/// What happened in a world, the newest last: requests with their answers, messages of channels.
///
/// Bounded by a number of entries and by bytes: the oldest entries are dropped and counted. Entries
/// keep what is there anyway and are put into words when somebody reads them. Belongs to the loop's
/// thread.
///
/// ```swift
/// journal.add(exchange, start: start, nanoseconds: 1_200_000, peer: peer, in: world)
/// for entry in journal.newestFirst().prefix(10) { show(entry) }
/// ```
package final class Journal {
    private let hub: JournalHub
    /// A ring: the entry with the number `n` is at `n & (capacity - 1)`, a power of two.
    ///
    /// Plain memory, because every request writes here: an array would be checked at each access.
    private var ring: UnsafeMutablePointer<Slot>
    private var capacity = 0

    /// An entry as it is kept; its number is its place.
    private struct Slot {
        var content: JournalContent
        let sequence: UInt64
        let start: UInt64
        let nanoseconds: UInt64
        let peer: String
    }

    /// The number of the oldest entry that is there; above ``last`` when there is none.
    ///
    /// Numbers are never used again, so they are good marks for pages.
    package private(set) var first = 1
    /// The number of the newest entry; 0 before there is any.
    package private(set) var last = 0
    /// Bytes of memory that the entries take, about.
    package private(set) var bytes = 0
    /// How many entries were dropped since the start, or since they were last cleared.
    package private(set) var dropped = 0
    /// The ``JournalEntry/sequence`` of the newest dropped entry; 0 when none was dropped.
    package private(set) var droppedSequence: UInt64 = 0
    /// The clock of the world at the first entry that it counts for, the oldest first.
    private var epochs: [(first: Int, clock: Clock)] = []
    /// ``World/clockChanges`` at the newest entry.
    private var clockChanges = 0
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
        hub.enter(self)
    }

    deinit {
        removeAll()
        ring.deallocate()
        hub.leave(self)
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
    /// - Parameters:
    ///   - exchange: may be shared with other entries.
    ///   - start: when the request arrived, in nanoseconds of the monotonic clock.
    ///   - nanoseconds: until its answer was sent.
    ///   - peer: the client's address.
    ///   - world: whose clock dates the entry.
    package func add(
        _ exchange: RecordedExchange,
        start: UInt64,
        nanoseconds: UInt64,
        peer: String,
        in world: World
    ) {
        add(exchange, start: start, nanoseconds: nanoseconds, peer: peer, world)
    }

    /// Adds a message that passes now.
    package func add(_ message: RecordedMessage, in world: World) {
        add(message, start: monotonicNanoseconds(), nanoseconds: 0, peer: "", world)
    }

    @inline(__always) private func add(
        _ content: JournalContent,
        start: UInt64,
        nanoseconds: UInt64,
        peer: String,
        _ world: World
    ) {
        if clockChanges != world.clockChanges || epochs.isEmpty {
            clockChanges = world.clockChanges
            epochs.append((last + 1, world.clock))
        }
        if places == mostEntries { dropFirst() }
        if places == capacity { makeRoom() }
        last += 1
        (ring + (last & (capacity - 1))).initialize(
            to: Slot(
                content: content,
                sequence: hub.nextSequence(),
                start: start,
                nanoseconds: nanoseconds,
                peer: peer
            )
        )
        grow(by: content.entries == 0 ? content.size + Self.entrySize : Self.entrySize)
        content.entries += 1
        if bytes > mostBytes { drop(atLeast: bytes - mostBytes) }
        if hub.isFull { hub.shrink() }
    }

    /// Bytes of an entry beside its content.
    private static let entrySize = MemoryLayout<Slot>.stride

    private func makeRoom() {
        let larger = max(16, capacity * 2)
        let target = UnsafeMutablePointer<Slot>.allocate(capacity: larger)
        for number in first..<last + 1 {
            (target + (number & (larger - 1))).moveInitialize(
                from: ring + (number & (capacity - 1)),
                count: 1
            )
        }
        ring.deallocate()
        (ring, capacity) = (target, larger)
    }

    private func grow(by size: Int) {
        bytes += size
        hub.count(size)
    }

    // MARK: Dropping

    /// Drops the oldest entries, at least `size` bytes of them if there are as many.
    func drop(atLeast size: Int) {
        let wanted = bytes - size
        while bytes > wanted, first <= last { dropFirst() }
    }

    private func dropFirst() {
        dropped += 1
        droppedSequence = ring[first & (capacity - 1)].sequence
        removeFirst()
    }

    private func removeFirst() {
        let content = (ring + (first & (capacity - 1))).move().content
        if removed > 0, content.entryContent == nil { removed -= 1 }
        release(content)
        grow(by: -Self.entrySize)
        first += 1
        if epochs.count > 1, epochs[1].first <= first { epochs.removeFirst() }
    }

    private func release(_ content: JournalContent) {
        content.entries -= 1
        if content.entries == 0 { grow(by: -content.size) }
    }

    /// Removes one entry, which does not count as dropped; its number is not given again.
    ///
    /// Does nothing for a number that is not there.
    package func remove(_ number: Int) {
        guard self[number] != nil else { return }
        let place = number & (capacity - 1)
        let nothing = JournalContent(size: 0)
        nothing.entries = 1
        release(ring[place].content)
        ring[place].content = nothing
        removed += 1
    }

    /// Removes all entries; numbers go on, and ``dropped`` begins at 0 again.
    ///
    /// Their memory is free at once, but for content that answers still share.
    package func clear() {
        removeAll()
        dropped = 0
        droppedSequence = 0
    }

    private func removeAll() {
        while first <= last { removeFirst() }
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
        guard let content = slot.content.entryContent else { return nil }
        return JournalEntry(
            content: content,
            number: number,
            sequence: slot.sequence,
            start: slot.start,
            nanoseconds: slot.nanoseconds,
            peer: slot.peer
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
