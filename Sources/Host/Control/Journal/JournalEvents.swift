internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyWorlds

/// `events`: entries of journals as they come, as server-sent events (WHATWG HTML §9.2).
enum JournalEvents {
    static func stream(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(
            request,
            parameters: ["world", "after", "every", "most"] + Requests.filters
                + Requests.detailParameters,
            formerNames: Requests.formerNames
        )
        let worlds = call.worlds
        let named = try query.name("world").map { try call.existing(world: $0) }
        // Throws when no journal is kept.
        let journal = try worlds.journal(of: named ?? worlds.homeWorld)
        let pattern = try Requests.filter(query, call)
        let after = try Self.start(request, query, worlds.journals.lastSequence)
        let pace = try EventPace(query)
        var response = Response(contentType: "text/event-stream", body: [])
        response.fields.append(.init("Cache-Control", "no-store"))
        response.source = EventSource(
            after: after,
            call.control,
            pattern,
            try EntryDetail(query),
            pace,
            following: named == nil ? nil : journal
        )
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
