internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyStubs
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// `/__admin/requests` and `/__admin/near-misses`: the journal of a world as WireMock writes it.
enum WireMockRequests {
    static let routes: [Route<Control.Call>] = [
        .get("/__admin/requests", "list the requests", slow: list),
        .delete("/__admin/requests", "clear the journal", clear),
        .post("/__admin/requests/reset", "clear the journal", clear),
        .post("/__admin/requests/count", "count the requests that a pattern takes", slow: count),
        .post("/__admin/requests/find", "find the requests that a pattern takes", slow: find),
        .get("/__admin/requests/unmatched", "the requests that no mapping took", slow: unmatched),
        .post(
            "/__admin/requests/remove",
            "delete the requests that a pattern takes",
            slow: removeAll
        ),
        .get("/__admin/requests/{id}", "one request", show),
        .delete("/__admin/requests/{id}", "delete one request", remove),
        .post(
            "/__admin/requests/remove-by-metadata",
            "delete the requests whose mapping has such metadata",
            slow: removeByMetadata
        ),
    ]

    // MARK: Lists

    private static func list(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = Query(request.rawQuery)
        let limit = try WireMock.number("limit", query) ?? .max
        let since = try date("since", query)
        let unmatchedOnly = query["unmatched"]?.lowercased() == "true"
        let mapping = query["matchingStub"]?.lowercased()
        let stubs = try call.stubs
        let list = RequestList()
        return try call.searchRequests(newestFirst: true) { logged, _ in
            if let since, logged.time < since { return }
            if unmatchedOnly, logged.stub != nil { return }
            if let mapping, stubs.entry(of: logged)?.uuid.isIdentical(to: mapping) != true {
                return
            }
            list.total += 1
            guard list.total <= limit else { return }
            list.add { json in logged.writeEvent(&json, mapping: stubs.entry(of: logged)) }
        } answer: { isOff in
            list.response(isOff: isOff, hasTotal: true)
        }
    }

    private static func date(_ name: String, _ query: Query) throws(MappingFault) -> Instant? {
        guard let text = query[name] else { return nil }
        guard let date = Instant(rfc3339: text) else {
            throw MappingFault(
                pointer: name,
                title: "Bad parameter",
                detail: "The parameter '\(name)' must be a date such as '2026-02-14T12:34:56Z'"
            )
        }
        return date
    }

    private static func show(_ request: Request, _ call: Control.Call) throws -> Response {
        let id = request.parameter("id").lowercased()
        let reader = try call.addressedJournal
        guard let reader, let entry = id.number(of: .request).flatMap({ reader.journal[$0] }),
            let logged = LoggedRequest(SearchedEntry(entry, reader), reader)
        else {
            throw Problem(
                404,
                "Unknown request",
                detail: "There is no request '\(shortened(id))'.",
                hint: "GET /__admin/requests lists those that are there."
            )
        }
        let mapping = try call.stubs.entry(of: logged)
        return .json { json in logged.writeEvent(&json, mapping: mapping) }
    }

    private static func unmatched(_ request: Request, _ call: Control.Call) throws -> Reply {
        let list = RequestList()
        return try call.searchRequests(newestFirst: true) { logged, _ in
            if logged.stub == nil { list.add { json in logged.write(&json) } }
        } answer: { isOff in
            list.response(isOff: isOff)
        }
    }

    private static func clear(_ request: Request, _ call: Control.Call) throws -> Response {
        try call.clearJournal()
        return WireMock.done
    }

    // MARK: Patterns

    private static func count(_ request: Request, _ call: Control.Call) throws -> Reply {
        let pattern = try RequestPattern(mapping: MappingNode(request.body))
        var count = 0
        return try call.searchRequests { logged, search in
            if try logged.isTaken(by: pattern, search.budget) { count += 1 }
        } answer: { isOff in
            .object { json in
                json.field("count", count)
                json.field("requestJournalDisabled", isOff)
            }
        }
    }

    private static func find(_ request: Request, _ call: Control.Call) throws -> Reply {
        let limit = try WireMock.number("limit", Query(request.rawQuery)) ?? .max
        let pattern = try RequestPattern(mapping: MappingNode(request.body))
        let list = RequestList()
        return try call.searchRequests { logged, search in
            if try logged.isTaken(by: pattern, search.budget) {
                list.total += 1
                // The first ones, in the order in which they came.
                if list.total <= limit { list.add { json in logged.write(&json) } }
            }
        } answer: { isOff in
            list.response(isOff: isOff)
        }
    }

    // MARK: Removing

    private static func remove(_ request: Request, _ call: Control.Call) throws -> Response {
        let id = request.parameter("id").lowercased()
        guard id.isUUID else {
            throw MappingFault(
                pointer: "id",
                title: "Bad parameter",
                detail: "'\(shortened(id))' is no UUID"
            )
        }
        if let number = id.number(of: .request) {
            try call.addressedJournal?.journal.remove(number)
        }
        return WireMock.done
    }

    private static func removeAll(_ request: Request, _ call: Control.Call) throws -> Reply {
        let pattern = try RequestPattern(mapping: MappingNode(request.body))
        return try remove(call) { logged, _, search in
            try logged.isTaken(by: pattern, search.budget)
        }
    }

    private static func removeByMetadata(
        _ request: Request,
        _ call: Control.Call
    ) throws -> Reply {
        let pattern = try MappingNode(request.body).bodyPattern()
        return try remove(call) { _, mapping, search in
            guard let metadata = mapping?.metadata else { return false }
            return pattern?.accepts(metadata, search.budget) ?? true
        }
    }

    /// Removes the requests for which `isMeant` is true; it is given their mappings.
    private static func remove(
        _ call: Control.Call,
        where isMeant: @escaping (LoggedRequest, StubTable.Entry?, Search) throws -> Bool
    ) throws -> Reply {
        let journal = try call.addressedJournal?.journal
        let list = RequestList(name: "serveEvents")
        let stubs = try call.stubs
        var numbers: [Int] = []
        return try call.searchRequests { logged, search in
            let mapping = stubs.entry(of: logged)
            guard try isMeant(logged, mapping, search) else { return }
            list.add { json in logged.writeEvent(&json, mapping: mapping) }
            numbers.append(logged.entry.number)
        } answer: { _ in
            for number in numbers { journal?.remove(number) }
            return list.response(isOff: nil)
        }
    }
}

/// Writes a list of requests while they are found.
private final class RequestList {
    private var json = JSONWriter(escaping: .utf8)
    var total = 0

    init(name: StaticString = "requests") {
        json.beginObject()
        json.key(name)
        json.beginArray()
    }

    func add(_ write: (inout JSONWriter) -> Void) {
        write(&json)
    }

    /// The list; nothing can be added afterwards.
    ///
    /// `isOff` says whether no journal is kept.
    func response(isOff: Bool?, hasTotal: Bool = false) -> Response {
        json.endArray()
        if hasTotal {
            json.key("meta")
            json.beginObject()
            json.field("total", total)
            json.endObject()
        }
        if let isOff { json.field("requestJournalDisabled", isOff) }
        json.endObject()
        json.byte(0x0A)
        return Response(contentType: "application/json", body: json.withBytes { Array($0) })
    }
}

extension Control.Call {
    /// The journal of the world that the request was sent to; nil when none is kept.
    var addressedJournal: JournalReader? {
        get throws {
            do {
                return try worlds.journal(of: existing(world: addressedWorld))
            } catch HostError.noJournal {
                return nil
            }
        }
    }

    /// A reply that comes after a look at the requests of that journal, the oldest first.
    ///
    /// `answer` is told whether no journal is kept.
    func searchRequests(
        newestFirst: Bool = false,
        _ visit: @escaping (LoggedRequest, Search) throws -> Void,
        answer: @escaping (_ isOff: Bool) -> Response
    ) throws -> Reply {
        guard let reader = try addressedJournal else { return .now(answer(true)) }
        return .search(
            reader,
            reader.journal.numbers(after: 0),
            in: worlds.journals,
            newestFirst: newestFirst,
            refuse: WireMock.refusal
        ) { entry, search in
            if let logged = LoggedRequest(entry, reader) { try visit(logged, search) }
        } answer: { _ in
            answer(false)
        }
    }

    /// Clears the journal of the world that the request was sent to.
    func clearJournal() throws {
        try addressedJournal?.journal.clear()
    }
}

extension StubTable {
    /// The stub that answered a request, as long as it is there.
    fileprivate func entry(of logged: LoggedRequest) -> Entry? {
        logged.stub.flatMap { number in entries.first { $0.number == number } }
    }
}
