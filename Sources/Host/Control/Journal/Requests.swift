internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyWorlds

/// `requests`: the journal of a world, as far as it is requests with their answers.
enum Requests {
    /// The parameters that choose how much of an entry is written.
    static let detailParameters = ["details", "secrets", "timing", "names"]

    /// The parameters that choose requests: the conditions in the body of `verify`, each a text.
    static let filters = ["method", "path", "system", "route", "user", "status", "fault", "stub"]
    /// Their former names, as those of the conditions.
    static let formerNames = EntryPattern.formerNames

    /// The condition that the filters of a query make; nil without any.
    static func filter(_ query: ControlQuery, _ call: Control.Call) throws -> EntryPattern? {
        guard filters.contains(where: { query.text($0) != nil }) else { return nil }
        let texts = filters.filter { $0 != "stub" }.compactMap { name in
            query.text(name).map { (query.spelled(name), $0) }
        }
        let dialects = call.worlds.servedDialects
        let body = ControlBody(texts, formerNames: formerNames)
        var pattern = try EntryPattern(body, dialects: dialects)
        pattern.stub = try query.int("stub", in: 1...Int(Int32.max))
        return pattern
    }

    static func list(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(
            request,
            parameters: ["world", "limit", "before", "after"] + filters + detailParameters,
            formerNames: formerNames
        )
        let reader = try call.worlds.journal(of: try call.world(query))
        let pattern = try filter(query, call) ?? EntryPattern()
        let page = try Page(query)
        let detail = try EntryDetail(query)
        return page.reply("requests", reader, detail, in: call.worlds.journals) { entry, budget in
            pattern.accepts(entry, budget)
        }
    }

    static func show(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"] + detailParameters)
        let reader = try call.worlds.journal(of: try call.world(query))
        let entry = try reader.exchange(numbered: request.parameter("number")).entry
        var detail = try EntryDetail(query)
        detail.hasContent = true
        return .json { json in entry.write(&json, reader, detail) }
    }

    /// The request as a command line of curl.
    static func curl(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world", "secrets"])
        let reader = try call.worlds.journal(of: try call.world(query))
        let exchange = try reader.exchange(numbered: request.parameter("number")).exchange
        let text = CurlForm.text(
            of: exchange.request,
            reader.facts(about: exchange).body.decoded,
            showsSecrets: try EntryDetail(query).showsSecrets
        )
        return Response(contentType: "text/plain; charset=utf-8", text: text + "\n")
    }

    /// The journal, or those of its requests that are asked for, in the HTTP Archive format.
    static func archive(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(
            request,
            parameters: ["world", "secrets", "numbers"] + filters,
            formerNames: formerNames
        )
        let reader = try call.worlds.journal(of: try call.world(query))
        let pattern = try filter(query, call)
        let numbers = try query.numbers("numbers").map { Set($0) }
        let version = call.control.process.versions.first { $0.name == "version" }?.value ?? ""
        let archive = HTTPArchive(
            reader,
            version,
            showsSecrets: try EntryDetail(query).showsSecrets
        )
        let places = reader.journal.numbers(after: 0)
        return .search(reader, places, in: call.worlds.journals) { entry, search in
            if numbers?.contains(entry.entry.number) != false,
                pattern?.accepts(entry, search.budget) != false
            {
                archive.add(entry.entry)
            }
        } answer: { _ in
            Response(contentType: "application/json", body: archive.finish())
        }
    }

    static func clear(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        try call.worlds.journal(of: try call.world(query)).journal.clear()
        return Response(status: 204)
    }

    static func find(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"] + detailParameters)
        let body = try ControlBody(
            request,
            members: ["world", "match", "limit", "before", "after"]
        )
        let reader = try call.worlds.journal(of: try call.world(query, body))
        let pattern = try body.entryPattern(dialects: call.worlds.servedDialects)
        let (page, detail) = (try Page(body), try EntryDetail(query))
        return page.reply("requests", reader, detail, in: call.worlds.journals) { entry, budget in
            guard let comparison = pattern.comparison(with: entry, budget, isBrief: true)
            else {
                return false
            }
            if comparison.isUndecided { throw entry.entry.unknownBody }
            return comparison.isMet
        }
    }
}

extension JournalReader {
    /// The request whose number is `text`; throws a ``Problem`` with status 404 when there is none.
    func exchange(
        numbered text: String
    ) throws(Problem) -> (entry: JournalEntry, exchange: RecordedExchange) {
        guard let number = Int(text), let entry = journal[number],
            case .exchange(let exchange) = entry.content
        else {
            let hint =
                journal.count == 0
                ? "The journal of the world '\(world)' is empty."
                : "The journal of the world '\(world)' has the numbers \(journal.first) to "
                    + "\(journal.last), messages of channels among them."
            throw Problem(
                404,
                "Unknown request",
                detail: "There is no request '\(shortened(text))'.",
                hint: hint
            )
        }
        return (entry, exchange)
    }
}

extension EntryDetail {
    /// Reads the parameters of ``Requests/detailParameters``, as far as they are known.
    init(_ query: ControlQuery) throws(Problem) {
        enum Secrets: String, CaseIterable { case hidden, shown }
        enum Flag: String, CaseIterable {
            case yes = "true"
            case no = "false"
        }
        hasContent = try query.flag("details")
        hasNames = try query.flag("names")
        showsSecrets = try query.choice("secrets", Secrets.self) == .shown
        hasTiming = try query.choice("timing", Flag.self) != .no
    }
}

extension ControlBody {
    /// The member `match`, a pattern of requests with their answers.
    func entryPattern(dialects: [String]) throws(Problem) -> EntryPattern {
        guard let match = try requests(EntryPattern.shapes) else { return EntryPattern() }
        return try EntryPattern(match, dialects: dialects)
    }
}

/// A page of a journal, the newest entry first.
struct Page {
    private static let largest = 1000
    private var limit = 100
    /// Only entries with smaller numbers, and with larger ones.
    private var before = Int.max
    private var after = 0

    init(_ query: ControlQuery) throws(Problem) {
        limit = try query.int("limit", in: 1...Self.largest) ?? limit
        before = try query.int("before", in: 1...Int.max) ?? before
        after = try query.int("after", in: 0...Int.max) ?? after
    }

    init(_ body: ControlBody) throws(Problem) {
        limit = try body.int("limit", in: 1...Int64(Self.largest)).map { Int($0) } ?? limit
        before = try body.int("before", in: 1...Int64.max).map { Int($0) } ?? before
        after = try body.int("after", in: 0...Int64.max).map { Int($0) } ?? after
    }

    /// The entries that `isWanted` takes, in the member `name`.
    func reply(
        _ name: String,
        _ reader: JournalReader,
        _ detail: EntryDetail,
        in hub: JournalHub,
        where isWanted: @escaping (SearchedEntry, MatchBudget) throws -> Bool
    ) -> Reply {
        let all = reader.journal.numbers(after: after)
        let numbers = all.lowerBound..<max(all.lowerBound, min(all.upperBound, before))
        let writer = PageWriter(name, reader, detail)
        return .search(reader, numbers, in: hub, newestFirst: true) { entry, search in
            guard try isWanted(entry, search.budget) else { return }
            if writer.count < limit { writer.add(entry.entry) } else { search.stop() }
        } answer: { search in
            writer.finish(hasMore: search.isStopped)
        }
    }
}

/// Writes a page while its entries are found.
private final class PageWriter {
    private var json = JSONWriter(escaping: .utf8)
    private let reader: JournalReader
    private let detail: EntryDetail
    private(set) var count = 0
    private var last = 0

    init(_ name: String, _ reader: JournalReader, _ detail: EntryDetail) {
        (self.reader, self.detail) = (reader, detail)
        json.beginObject()
        json.field("world", reader.world)
        json.key(name)
        json.beginArray()
    }

    func add(_ entry: JournalEntry) {
        entry.write(&json, reader, detail)
        (count, last) = (count + 1, entry.number)
    }

    /// The page; nothing can be added afterwards.
    func finish(hasMore: Bool) -> Response {
        json.endArray()
        json.key("next")
        if hasMore { json.int(last) } else { json.null() }
        json.field("kept", reader.journal.count)
        json.field("dropped", reader.journal.dropped)
        json.endObject()
        json.byte(0x0A)
        return Response(contentType: "application/json", body: json.withBytes { Array($0) })
    }
}

extension EntryPattern {
    /// Whether a searched entry is a request that meets the condition for certain.
    func accepts(_ entry: SearchedEntry, _ budget: MatchBudget) -> Bool {
        comparison(with: entry, budget, isBrief: true)?.isMet ?? false
    }

    /// How a searched entry compares with the condition, see ``EntryMatcher``; nil for a message.
    func comparison(
        with entry: SearchedEntry,
        _ budget: MatchBudget,
        isBrief: Bool
    ) -> Comparison? {
        guard case .exchange(let exchange) = entry.entry.content, let facts = entry.facts else {
            return nil
        }
        return comparison(with: exchange, facts, budget, isBrief: isBrief)
    }
}
