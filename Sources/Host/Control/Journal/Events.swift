internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching

/// `events`: entries of journals as they come, as server-sent events (WHATWG HTML §9.2).
enum Events {
    static func stream(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(
            request,
            parameters: ["world", "after"] + Requests.filters + Requests.detailParameters
        )
        let server = call.server
        let named = try query.name("world").map { try call.existing(world: $0) }
        // Throws when no journal is kept.
        _ = try server.journal(of: named ?? server.homeWorld)
        let pattern = try Requests.filter(query, call)
        let after = try Self.start(request, query, server.journals.lastSequence)
        var response = Response(contentType: "text/event-stream", body: [])
        response.fields.append(.init("Cache-Control", "no-store"))
        response.source = EventSource(
            after: after,
            server.journals,
            pattern,
            try EntryDetail(query)
        ) { [unowned server] in
            let worlds = named.map { [$0] } ?? server.worldNames
            return worlds.compactMap { try? server.journal(of: $0) }
        }
        return response
    }

    /// The sequence number after which the stream begins: the one that a client has seen last, else
    /// the newest.
    private static func start(
        _ request: Request,
        _ query: ControlQuery,
        _ newest: UInt64
    ) throws(Problem) -> UInt64 {
        if let after = try query.int("after", in: 0...Int.max) { return UInt64(after) }
        guard let last = request.header("last-event-id") else { return newest }
        guard let number = UInt64(last) else {
            throw .badValue(
                "The field 'Last-Event-ID' is '\(shortened(last))'.",
                "Send the id of the last event that was seen."
            )
        }
        // A server that was started again counts from the beginning.
        return number > newest ? 0 : number
    }
}

/// Writes entries of journals as they come; those that a slow reader has no room for wait in the
/// journals.
private final class EventSource: BodySource {
    private var seen: UInt64
    private let journals: JournalHub
    /// The requests that are wanted; nil for those and the messages, all of them.
    private let pattern: EntryPattern?
    private let detail: EntryDetail
    private let readers: () -> [JournalReader]
    private var stream: (any BodyStream)?

    init(
        after seen: UInt64,
        _ journals: JournalHub,
        _ pattern: EntryPattern?,
        _ detail: EntryDetail,
        _ readers: @escaping () -> [JournalReader]
    ) {
        self.seen = seen
        self.journals = journals
        self.pattern = pattern
        self.detail = detail
        self.readers = readers
    }

    func begin(_ stream: any BodyStream) {
        self.stream = stream
        // Clients connect again after a second; the comment lets them know that they are connected.
        stream.write(Array("retry: 1000\n: connected\n\n".utf8))
        journals.watch(self) { [unowned self] in drain() }
        drain()
    }

    func drain() {
        guard let stream else { return }
        let readers = readers()
        for reader in readers where reader.journal.droppedSequence > seen {
            guard stream.write(lossEvent(reader)) else { return }
        }
        var entries: [(entry: JournalEntry, reader: JournalReader)] = []
        for reader in readers {
            for entry in reader.journal.newestFirst() {
                guard entry.sequence > seen else { break }
                entries.append((entry, reader))
            }
        }
        for (entry, reader) in entries.sorted(by: { $0.entry.sequence < $1.entry.sequence }) {
            if isWanted(entry, reader) {
                guard stream.write(event(entry, reader)) else { return }
            }
            seen = entry.sequence
        }
    }

    private func isWanted(_ entry: JournalEntry, _ reader: JournalReader) -> Bool {
        guard let pattern else { return true }
        guard case .exchange(let exchange) = entry.content else { return false }
        return pattern.accepts(exchange, reader.facts(about: exchange))
    }

    func stop() {
        stream?.finish()
    }

    func end(isComplete: Bool) {
        stream = nil
        journals.unwatch(self)
    }

    private func event(_ entry: JournalEntry, _ reader: JournalReader) -> [UInt8] {
        let kind = if case .exchange = entry.content { "request" } else { "message" }
        var json = JSONWriter(escaping: .utf8)
        entry.write(&json, reader, detail)
        return Array("id: \(entry.sequence)\nevent: \(kind)\ndata: ".utf8) + json.finish()
            + Array("\n\n".utf8)
    }

    /// Says that a journal has dropped entries that this stream has not had.
    private func lossEvent(_ reader: JournalReader) -> [UInt8] {
        seen = max(seen, reader.journal.droppedSequence)
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("world", reader.world)
        json.field("dropped", reader.journal.dropped)
        json.endObject()
        return Array("event: dropped\ndata: ".utf8) + json.finish() + Array("\n\n".utf8)
    }
}
