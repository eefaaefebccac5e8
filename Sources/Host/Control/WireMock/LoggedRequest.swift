internal import MockPostlyBodies
internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyStubs
internal import MockPostlyText
internal import MockPostlyWorld

/// A request of a journal with its answer, as WireMock's clients read it.
///
/// Secrets are hidden, as everywhere in a journal.
struct LoggedRequest {
    let entry: JournalEntry
    private let exchange: RecordedExchange
    let facts: RequestFacts
    /// The most bytes of a body that are shown.
    private let longestBody: Int
    /// When it came, by the machine's clock.
    let time: Instant

    /// Nil for an entry that is no request.
    init?(_ searched: SearchedEntry, _ reader: JournalReader) {
        entry = searched.entry
        guard case .exchange(let exchange) = entry.content, let facts = searched.facts else {
            return nil
        }
        (self.exchange, self.facts) = (exchange, facts)
        time = reader.journal.time(of: entry).machine
        longestBody = reader.journal.longestBody
    }

    /// The id by which clients call it, made of its number.
    var id: String { .uuid(of: .request, entry.number) }

    /// The number of the stub that answered it; nil for the real behaviour.
    var stub: Int? { exchange.mark?.stub }

    /// Whether a pattern takes it; throws a ``Problem`` when only a part of its body is known, and
    /// the rest decides.
    func isTaken(by pattern: RequestPattern, _ budget: MatchBudget) throws(Problem) -> Bool {
        let comparison = pattern.comparison(with: facts, budget, isBrief: true)
        if comparison.isUndecided { throw entry.unknownBody }
        return comparison.isMet
    }

    // MARK: Writing

    /// Writes the request alone.
    func write(_ json: inout JSONWriter) {
        let request = facts.request
        let url = Redaction.target(request.rawTargetWithoutPrefix[...])
        let host = request.authority.split(separator: ":", maxSplits: 1)
        json.beginObject()
        json.field("url", url)
        json.field(
            "absoluteUrl",
            "\(request.scheme)://\(request.authority)\(Redaction.target(request.target))"
        )
        json.field("method", request.method.name)
        json.field("clientIp", entry.peer)
        json.headers(request.fields)
        json.key("cookies")
        json.beginObject()
        for field in request.fields where field.name.lowercased() == "cookie" {
            for name in Redaction.cookies(field.value) {
                json.key(name)
                json.string(Redaction.mark)
            }
        }
        json.endObject()
        json.field("browserProxyRequest", false)
        json.field("loggedDate", Int(time.microseconds / 1000))
        json.field("loggedDateString", time.zulu)
        json.body(facts.body.decoded)
        json.field("scheme", "http")
        json.field("host", host.first.map(String.init) ?? "")
        json.field("port", host.dropFirst().first.flatMap { Int($0) } ?? 80)
        json.queryParameters(url)
        json.endObject()
    }

    /// Writes the request with its answer and the mapping that gave it, if there is one.
    func writeEvent(_ json: inout JSONWriter, mapping: StubTable.Entry?) {
        let response = exchange.response
        json.beginObject()
        json.field("id", id)
        json.key("request")
        write(&json)
        json.key("responseDefinition")
        json.beginObject()
        json.field("status", response.status)
        json.field("fromConfiguredStub", stub != nil)
        json.endObject()
        json.key("response")
        json.beginObject()
        json.field("status", response.status)
        json.headers(response.allFields.map { ($0.name, $0.value) })
        let count = exchange.bodyBytes.response
        json.body(DecodedBody(of: response, sent: count, limit: longestBody))
        json.endObject()
        json.field("wasMatched", stub != nil)
        json.key("timing")
        json.beginObject()
        json.field("totalTime", Int(entry.nanoseconds / 1_000_000))
        json.endObject()
        if let mapping {
            json.key("stubMapping")
            mapping.writeMapping(&json)
        }
        json.endObject()
    }
}

extension JSONWriter {
    /// The member `headers`, in which a name that comes several times has a list.
    fileprivate mutating func headers(_ fields: [(name: String, value: String)]) {
        key("headers")
        byName(fields.map { ($0.name, Redaction.value(ofField: $0.name, $0.value)) }) {
            name,
            values,
            json in
            json.key(name)
            guard values.count > 1 else { return json.string(values[0]) }
            json.beginArray()
            for value in values { json.string(value) }
            json.endArray()
        }
    }

    /// The member `queryParams` of a target.
    fileprivate mutating func queryParameters(_ target: String) {
        let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        key("queryParams")
        byName(Query(query.utf8).pairs.map { ($0.name, $0.value) }) { name, values, json in
            json.key(name)
            json.beginObject()
            json.field("key", name)
            json.list("values", values) { $1.string($0) }
            json.endObject()
        }
    }

    /// An object with a member for each name, whatever its case, in the order in which they come.
    private mutating func byName(
        _ pairs: [(name: String, value: String)],
        _ write: (_ name: String, _ values: [String], inout JSONWriter) -> Void
    ) {
        beginObject()
        var names: [String] = []
        var values: [String: [String]] = [:]
        for pair in pairs {
            let name = pair.name.lowercased()
            if values[name] == nil { names.append(pair.name) }
            values[name, default: []].append(pair.value)
        }
        for name in names { write(name, values[name.lowercased()] ?? [], &self) }
        endObject()
    }

    /// The members `body` and `bodyAsBase64`.
    fileprivate mutating func body(_ body: DecodedBody) {
        let bytes = Redaction.body(body)
        field("body", String(decoding: bytes, as: UTF8.self))
        field("bodyAsBase64", Base64.encode(bytes))
    }
}
