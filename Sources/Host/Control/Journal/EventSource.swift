internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyRegex
internal import MockPostlySockets
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// Writes entries of journals as they come; those that a slow reader has no room for wait in the
/// journals.
final class EventSource: BodySource, JournalWatcher {
    private var seen: UInt64
    private let worlds: Worlds
    private let journals: JournalHub
    private let watchers: JournalWatchers
    /// The requests that are wanted; nil for those and the messages, all of them.
    private let pattern: EntryPattern?
    private let detail: EntryDetail
    /// None of the filters is an expression.
    private let budget = MatchBudget(.rules)
    private let pace: EventPace
    /// The journal of the world that is followed; nil for all worlds.
    private let followed: JournalReader?
    /// The newest dropped entry that was told of, by the world.
    private var toldDrops: [String: UInt64] = [:]
    private var stream: (any BodyStream)?
    /// Before this time of the monotonic clock nothing is sent.
    private var nextDelivery: UInt64 = 0
    /// The timer of a delivery that waits for its time.
    private var alarm: Int?

    init(
        after seen: UInt64,
        _ control: Control,
        _ pattern: EntryPattern?,
        _ detail: EntryDetail,
        _ pace: EventPace,
        following followed: JournalReader?
    ) {
        self.seen = seen
        (worlds, watchers) = (control.worlds, control.watchers)
        journals = worlds.journals
        self.pattern = pattern
        self.detail = detail
        self.pace = pace
        self.followed = followed
    }

    func begin(_ stream: any BodyStream) {
        self.stream = stream
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("instance", journals.instance)
        json.endObject()
        // Clients connect again after a second; the comment lets them know that they are connected.
        stream.write(
            Array("retry: 1000\n: connected\n\nevent: server\ndata: ".utf8) + json.finish()
                + Array("\n\n".utf8)
        )
        watchers.add(self)
        deliver()
    }

    func drain() { deliver() }

    func lookAtNews() { deliver() }

    func stop() {
        stream?.finish()
    }

    func end(isComplete: Bool) {
        stream = nil
        watchers.remove(self)
        if let alarm { worlds.alarms.cancel(alarm) }
        alarm = nil
    }

    /// Sends what is new, now or when it is time.
    private func deliver() {
        guard alarm == nil else { return }
        guard pace.interval > .zero else {
            send()
            return
        }
        let now = monotonicNanoseconds()
        guard now < nextDelivery else { return send(at: now) }
        let wait = Duration.nanoseconds(Int64(clamping: nextDelivery - now))
        alarm = worlds.alarms.set(after: wait) { [weak self] in
            self?.alarm = nil
            self?.send(at: monotonicNanoseconds())
        }
    }

    private func send(at now: UInt64) {
        // A reader for whom too much happens sees no more by being told more often.
        let factor: UInt64 = send() ? 1 : 8
        nextDelivery = now + UInt64(clamping: pace.interval.wholeMicroseconds) * 1000 * factor
    }

    /// Sends what is new; returns whether all of it was sent.
    @discardableResult private func send() -> Bool {
        guard let stream else { return true }
        let readers =
            followed.map { [$0] } ?? worlds.worldNames.compactMap { try? worlds.journal(of: $0) }
        for reader in readers {
            let dropped = reader.journal.droppedSequence
            guard dropped > max(seen, toldDrops[reader.world] ?? 0) else { continue }
            guard stream.write(Self.lossEvent(reader)) else { return true }
            toldDrops[reader.world] = dropped
        }
        var entries: [(entry: JournalEntry, reader: JournalReader)] = []
        for reader in readers {
            for entry in reader.journal.newestFirst() {
                guard entry.sequence > seen else { break }
                if isWanted(entry, reader) { entries.append((entry, reader)) }
            }
        }
        entries.sort { $0.entry.sequence < $1.entry.sequence }
        let excess = entries.count - pace.most
        if excess > 0 {
            guard stream.write(Self.summary(of: entries.prefix(excess))) else { return true }
            seen = entries[excess - 1].entry.sequence
            entries.removeFirst(excess)
        }
        for (entry, reader) in entries {
            guard stream.write(event(entry, reader)) else { return true }
            seen = entry.sequence
        }
        // Also past those that are not wanted.
        seen = max(seen, journals.lastSequence)
        if let followed, hasEnded(followed), stream.write(Self.endEvent(followed)) {
            stream.finish()
        }
        return excess <= 0
    }

    /// Whether the world was deleted, and maybe another made in its place.
    private func hasEnded(_ followed: JournalReader) -> Bool {
        (try? worlds.journal(of: followed.world))?.journal !== followed.journal
    }

    private func isWanted(_ entry: JournalEntry, _ reader: JournalReader) -> Bool {
        guard let pattern else { return true }
        guard case .exchange(let exchange) = entry.content else { return false }
        return pattern.accepts(exchange, reader.facts(about: exchange), budget)
    }

    private func event(_ entry: JournalEntry, _ reader: JournalReader) -> [UInt8] {
        let kind = if case .exchange = entry.content { "request" } else { "message" }
        var json = JSONWriter(escaping: .utf8)
        entry.write(&json, reader, detail)
        return Array("id: \(entry.sequence)\nevent: \(kind)\ndata: ".utf8) + json.finish()
            + Array("\n\n".utf8)
    }

    /// Says that a journal has dropped entries that this stream has not had.
    private static func lossEvent(_ reader: JournalReader) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("world", reader.world)
        json.field("dropped", reader.journal.dropped)
        json.endObject()
        return Array("event: dropped\ndata: ".utf8) + json.finish() + Array("\n\n".utf8)
    }

    /// Says that the world was deleted, or another made in its place.
    private static func endEvent(_ reader: JournalReader) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("world", reader.world)
        json.endObject()
        return Array("event: ended\ndata: ".utf8) + json.finish() + Array("\n\n".utf8)
    }

    /// One event per world for entries that are not sent themselves.
    private static func summary(
        of entries: ArraySlice<(entry: JournalEntry, reader: JournalReader)>
    ) -> [UInt8] {
        var worlds: [Skipped] = []
        var places: [String: Int] = [:]
        for (entry, reader) in entries {
            let place = places[reader.world] ?? worlds.count
            if place == worlds.count {
                places[reader.world] = place
                worlds.append(Skipped(reader, entry))
            }
            worlds[place].add(entry)
        }
        var text: [UInt8] = []
        for skipped in worlds { text += skipped.event }
        return text
    }
}

/// Entries of one world that a stream leaves out.
private struct Skipped {
    private let reader: JournalReader
    private let first: Int
    private var last: JournalEntry
    private var count = 0
    private var errors = 0
    private var times: [UInt64] = []

    init(_ reader: JournalReader, _ entry: JournalEntry) {
        self.reader = reader
        (first, last) = (entry.number, entry)
    }

    mutating func add(_ entry: JournalEntry) {
        last = entry
        count += 1
        guard case .exchange(let exchange) = entry.content else { return }
        times.append(entry.nanoseconds)
        if exchange.status >= 400 { errors += 1 }
    }

    var event: [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("world", reader.world)
        json.field("first", first)
        json.field("last", last.number)
        json.field("startedAt", reader.journal.time(of: last).machine)
        json.field("count", count)
        json.field("requests", times.count)
        json.field("errors", errors)
        json.key("slowestTwentieth")
        if times.isEmpty {
            json.null()
        } else {
            // The least time of the slowest 5 %.
            let time = times.sorted()[times.count - 1 - (times.count - 1) / 20]
            json.double(Double(time / 1000) / 1000)
        }
        json.endObject()
        return Array("id: \(last.sequence)\nevent: skipped\ndata: ".utf8) + json.finish()
            + Array("\n\n".utf8)
    }
}
