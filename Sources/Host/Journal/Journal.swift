package import MockPostlyWorld

/// What happened in a world, the newest last: requests with their answers, messages of channels.
///
/// Bounded by a number of entries and by bytes: the oldest entries are dropped and counted. Entries
/// keep what is there anyway and are put into words when somebody reads them. Belongs to the loop's
/// thread.
package final class Journal {
    private let hub: JournalHub
    /// A ring: the entry with the number `n` is at `n % ring.count`.
    private var ring: [JournalEntry?] = []
    /// The number of the oldest entry that is there; above ``last`` when there is none.
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
    /// The machine's time at a moment of its monotonic clock, so that a time is always the same.
    private let origin = (time: Clock.real.now(), monotonic: monotonicNanoseconds())

    /// An empty journal.
    package init(_ hub: JournalHub) {
        self.hub = hub
        hub.enter(self)
    }

    deinit {
        removeAll()
        hub.leave(self)
    }

    /// Whether anything is kept.
    package var isOn: Bool { hub.limits.entries > 0 }
    /// The number of entries that are there.
    package var count: Int { last - first + 1 }

    // MARK: Adding

    /// Adds a request with its answer; `world` has the clock.
    package func add(
        _ exchange: RecordedExchange,
        start: UInt64,
        nanoseconds: UInt64,
        peer: String,
        changes: [RowChange] = [],
        in world: World
    ) {
        if exchange.entries == 0 { grow(by: exchange.size) }
        exchange.entries += 1
        add(
            JournalEntry(
                content: .exchange(exchange),
                number: last + 1,
                sequence: hub.nextSequence(),
                start: start,
                nanoseconds: nanoseconds,
                peer: peer,
                changes: changes
            ),
            world
        )
    }

    /// Adds a message that passes now.
    package func add(_ message: RecordedMessage, in world: World) {
        grow(by: message.size)
        add(
            JournalEntry(
                content: .message(message),
                number: last + 1,
                sequence: hub.nextSequence(),
                start: monotonicNanoseconds(),
                nanoseconds: 0,
                peer: "",
                changes: []
            ),
            world
        )
    }

    private func add(_ entry: JournalEntry, _ world: World) {
        if clockChanges != world.clockChanges || epochs.isEmpty {
            clockChanges = world.clockChanges
            epochs.append((entry.number, world.clock))
        }
        if count == hub.limits.entries { dropFirst() }
        if count == ring.count { makeRoom() }
        last = entry.number
        ring[last % ring.count] = entry
        grow(by: Self.entrySize)
        if bytes > hub.limits.bytes { drop(atLeast: bytes - hub.limits.bytes) }
        hub.shrink()
    }

    /// Bytes of an entry beside its content.
    private static let entrySize = MemoryLayout<JournalEntry?>.stride

    private func makeRoom() {
        let capacity = min(max(16, ring.count * 2), hub.limits.entries)
        var larger = [JournalEntry?](repeating: nil, count: capacity)
        if count > 0 {
            for number in first...last { larger[number % capacity] = ring[number % ring.count] }
        }
        ring = larger
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
        droppedSequence = self[first]?.sequence ?? droppedSequence
        removeFirst()
    }

    private func removeFirst() {
        let place = first % ring.count
        if let entry = ring[place] {
            switch entry.content {
            case .exchange(let exchange):
                exchange.entries -= 1
                if exchange.entries == 0 { grow(by: -exchange.size) }
            case .message(let message): grow(by: -message.size)
            }
            grow(by: -Self.entrySize)
        }
        ring[place] = nil
        first += 1
        while epochs.count > 1, epochs[1].first <= first { epochs.removeFirst() }
    }

    /// Removes all entries; numbers go on, and ``dropped`` begins at 0 again.
    package func clear() {
        removeAll()
        dropped = 0
        droppedSequence = 0
    }

    private func removeAll() {
        while first <= last { removeFirst() }
        ring = []
        epochs = []
    }

    // MARK: Reading

    /// The entry with a number; nil when it was dropped or is not there yet.
    package subscript(_ number: Int) -> JournalEntry? {
        guard number >= first, number <= last else { return nil }
        return ring[number % ring.count]
    }

    /// The entries with the numbers above `number`, the oldest first.
    package func entries(after number: Int = 0) -> some Sequence<JournalEntry> {
        let start = max(first, number + 1)
        return (start..<max(start, last + 1)).lazy.compactMap { self[$0] }
    }

    /// The entries, the newest first.
    package func newestFirst() -> some Sequence<JournalEntry> {
        (first..<last + 1).reversed().lazy.compactMap { self[$0] }
    }

    /// The time that the world's clock showed when `entry` began, and the machine's time.
    package func time(of entry: JournalEntry) -> (world: Instant, machine: Instant) {
        let passed = Int64(clamping: entry.start) - Int64(clamping: origin.monotonic)
        let machine = origin.time + .nanoseconds(passed)
        let epoch = epochs.last { $0.first <= entry.number }
        return (epoch?.clock.time(atMachine: machine) ?? machine, machine)
    }
}
