internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyStubs
internal import MockPostlyWorld

/// `/__admin/requests` and `/__admin/near-misses`: the journal of a world as WireMock writes it.
enum WireMockRequests {
    static let routes: [Route<Control.Call>] = [
        .get("/__admin/requests", "list the requests", list),
        .delete("/__admin/requests", "clear the journal", clear),
        .post("/__admin/requests/reset", "clear the journal", clear),
        .post("/__admin/requests/count", "count the requests that a pattern takes", count),
        .post("/__admin/requests/find", "find the requests that a pattern takes", find),
        .get("/__admin/requests/unmatched", "the requests that no mapping took", unmatched),
        .get("/__admin/requests/{id}", "one request", show),
        .post("/__admin/near-misses/request-pattern", "what a pattern nearly takes", nearMisses),
    ]

    // MARK: Lists

    private static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = Query(request.rawQuery)
        let limit = try WireMock.number("limit", query) ?? .max
        let since = try date("since", query)
        let unmatchedOnly = query["unmatched"]?.lowercased() == "true"
        let mapping = query["matchingStub"]?.lowercased()
        let stubs = try call.stubs
        let found = try call.loggedRequests().filter { logged in
            if let since, logged.time < since { return false }
            if unmatchedOnly, logged.stub != nil { return false }
            guard let mapping else { return true }
            return stubs.entry(of: logged)?.uuid.isIdentical(to: mapping) ?? false
        }
        return try answer(call) { json in
            json.list("requests", found.reversed().prefix(limit)) { logged, json in
                logged.writeEvent(&json, mapping: stubs.entry(of: logged))
            }
            json.key("meta")
            json.beginObject()
            json.field("total", found.count)
            json.endObject()
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
        guard let logged = try call.loggedRequests().first(where: { $0.id.isIdentical(to: id) })
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

    private static func unmatched(_ request: Request, _ call: Control.Call) throws -> Response {
        let found = try call.loggedRequests().filter { $0.stub == nil }
        return try answer(call) { json in
            json.list("requests", found.reversed()) { $0.write(&$1) }
        }
    }

    private static func clear(_ request: Request, _ call: Control.Call) throws -> Response {
        try call.clearJournal()
        return WireMock.done
    }

    // MARK: Patterns

    private static func count(_ request: Request, _ call: Control.Call) throws -> Response {
        let pattern = try RequestPattern(mapping: MappingNode(request.body))
        let count = try call.loggedRequests().count { try $0.isTaken(by: pattern) }
        return try answer(call) { json in json.field("count", count) }
    }

    private static func find(_ request: Request, _ call: Control.Call) throws -> Response {
        let pattern = try RequestPattern(mapping: MappingNode(request.body))
        let found = try call.loggedRequests().filter { try $0.isTaken(by: pattern) }
        return try answer(call) { json in json.list("requests", found) { $0.write(&$1) } }
    }

    /// The requests that differ from a pattern in the fewest parts, as clients show them when a
    /// verification fails.
    private static func nearMisses(_ request: Request, _ call: Control.Call) throws -> Response {
        let sent = try MappingNode(request.body)
        let pattern = try RequestPattern(mapping: sent)
        let misses = try call.loggedRequests().compactMap { logged in
            let differences = pattern.comparison(with: logged.facts).differences
            return differences.isEmpty ? nil : (logged: logged, differences: differences)
        }
        let nearest = misses.reversed().sorted { $0.differences.count < $1.differences.count }
        return .object { json in
            json.list("nearMisses", nearest.prefix(3)) { miss, json in
                json.beginObject()
                json.key("request")
                miss.logged.write(&json)
                json.key("requestPattern")
                json.value(sent.value)
                json.key("matchResult")
                json.beginObject()
                // From 0 for a match to 1, as if a pattern had ten parts.
                json.field("distance", min(Double(miss.differences.count) / 10, 1))
                json.endObject()
                json.endObject()
            }
        }
    }

    /// An object with what `write` writes, and whether there is a journal at all.
    private static func answer(
        _ call: Control.Call,
        _ write: (inout JSONWriter) -> Void
    ) throws -> Response {
        let isOff = try call.addressedJournal == nil
        return .object { json in
            write(&json)
            json.field("requestJournalDisabled", isOff)
        }
    }
}

extension Control.Call {
    /// The journal of the world that the request was sent to; nil when none is kept.
    fileprivate var addressedJournal: JournalReader? {
        get throws {
            do {
                return try server.journal(of: existing(world: addressedWorld))
            } catch HostError.noJournal {
                return nil
            }
        }
    }

    /// The requests of that journal, the oldest first.
    fileprivate func loggedRequests() throws -> [LoggedRequest] {
        guard let reader = try addressedJournal else { return [] }
        return reader.journal.entries().compactMap { LoggedRequest($0, reader) }
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
