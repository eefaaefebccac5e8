internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyWorlds

/// `requests/verify` and `messages/verify`: whether something happened, and if not, why not.
enum Verifying: MadeOfMembers {
    static let table: [Member<Verifying>] = [
        .part("world", .named("Name"), "its world"),
        .part("match", .requests("EntryPattern"), "what should have come"),
        .part("count", .times, "exactly so many").named("Times").option("COUNT"),
        .part("atLeast", .times, "so many or more; default: 1").named("Times").option("COUNT"),
        .part("atMost", .times, "so many or fewer").named("Times").option("COUNT"),
        .part("never", MemberType([("type", "\"boolean\""), ("const", "true")]), "none at all"),
        .part(
            "order",
            .list(of: .requests("EntryPattern")),
            "what should have come, one after the other"
        ),
        .part("after", .placeInJournal, "only entries with larger numbers; `now`: only later ones"),
    ]

    static func requests(_ request: Request, _ call: Control.Call) throws -> Reply {
        try verify(request, call, RequestMatcher.self)
    }

    static func messages(_ request: Request, _ call: Control.Call) throws -> Reply {
        try verify(request, call, MessageMatcher.self)
    }

    private static func verify<Matcher: EntryMatcher>(
        _ request: Request,
        _ call: Control.Call,
        _: Matcher.Type
    ) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: members)
        let reader = try call.worlds.journal(of: try call.world(query, body))
        let after = try body.placeInJournal("after", reader) ?? 0
        if body.has("order") {
            if let other = members.dropFirst().first(where: { name in
                name != "order" && name != "after" && body.has(name)
            }) {
                throw Problem.conflict("order", other, hint: "'order' has a list of patterns.")
            }
            let patterns = try body.patterns("order", Matcher.self).map {
                try Matcher($0, call, reader)
            }
            if !patterns.contains(where: \.asksForUnknown),
                let failure = reader.failureOfUnknown(after: after)
            {
                return .now(failure)
            }
            return verify(orderOf: patterns, reader, after, call.worlds.journals)
        }
        let matcher = try Matcher(body.match(Matcher.self), call, reader)
        let expectation = try Expectation(body) ?? .atLeast(1)
        if !matcher.asksForUnknown, let failure = reader.failureOfUnknown(after: after) {
            return .now(failure)
        }
        return verify(matcher, expectation, reader, after, call.worlds.journals)
    }

    private static func verify(
        _ matcher: some EntryMatcher,
        _ expectation: Expectation,
        _ reader: JournalReader,
        _ after: Int,
        _ hub: JournalHub
    ) -> Reply {
        var finding = Finding()
        let isComplete = reader.isComplete(after: after)
        let all = reader.journal.numbers(after: after)
        return .search(reader, all, in: hub, refuse: reader.refusal(of:)) { entry, search in
            if let comparison = matcher.comparison(with: entry, search.budget, isBrief: false) {
                finding.add(entry.entry, comparison)
            }
        } answer: { search in
            try answer(finding, expectation, reader, isComplete: isComplete && !search.hasMissed)
        }
    }

    private static func answer(
        _ finding: Finding,
        _ expectation: Expectation,
        _ reader: JournalReader,
        isComplete: Bool
    ) throws(Problem) -> Response {
        let count = finding.numbers.count
        if let entry = finding.undecided.first,
            expectation.accepts(count, orUpTo: count + finding.undecided.count) == nil
        {
            throw entry.unknownBody
        }
        if isComplete ? expectation.accepts(count) : expectation.isProved(byAtLeast: count) {
            return success(finding.numbers, reader)
        }
        guard isComplete || !expectation.accepts(count) else {
            return lostEvidence(reader)
        }
        let came = count == 0 ? "It never came" : "It came \(Expectation.times(count))"
        var failure = CheckFailure(
            "Not verified",
            "\(came), and should have come \(expectation.words).",
            reader
        )
        failure.numbers = finding.numbers
        // What nearly fits explains that something is missing, not that it came too often.
        if expectation.wantsMore(count) { failure.nearest = finding.nearest }
        return failure.response
    }

    private static func verify(
        orderOf matchers: [some EntryMatcher],
        _ reader: JournalReader,
        _ after: Int,
        _ hub: JournalHub
    ) -> Reply {
        var order = OrderFinding(matchers)
        let isComplete = reader.isComplete(after: after)
        let all = reader.journal.numbers(after: after)
        return .search(reader, all, in: hub, refuse: reader.refusal(of:)) { entry, search in
            order.add(entry, search.budget)
            if order.isMet { search.stop() }
        } answer: { search in
            if order.isMet { return success(order.numbers, reader) }
            if let entry = order.undecided { throw entry.unknownBody }
            if !isComplete || search.hasMissed { return lostEvidence(reader) }
            let (place, last) = (order.numbers.count, order.numbers.last ?? after)
            let words =
                order.firsts[place].map { "came as number \($0) only, not after number \(last)" }
                ?? "did not come"
            var failure = CheckFailure(
                "Not verified",
                "The pattern at 'order[\(place)]' \(words).",
                reader
            )
            failure.numbers = order.numbers
            failure.nearest = order.finding.nearest
            return failure.response
        }
    }

    private static func success(_ numbers: [Int], _ reader: JournalReader) -> Response {
        .object { json in
            json.field("verified", true)
            json.field("found", numbers.count)
            json.list("numbers", numbers) { $1.int($0) }
            json.field("dropped", reader.journal.dropped)
        }
    }

    private static func lostEvidence(_ reader: JournalReader) -> Response {
        CheckFailure(
            "Evidence was dropped",
            "The journal has dropped \(reader.journal.dropped) entries, which may have been among "
                + "those that are counted.",
            reader,
            hint: "Clear the journal before the test, or start the server with larger "
                + "MOCKPOSTLY_JOURNAL_ENTRIES and MOCKPOSTLY_JOURNAL_SIZE."
        ).response
    }
}

/// Entries that meet patterns in their order.
private struct OrderFinding<Matcher: EntryMatcher> {
    private let matchers: [Matcher]
    /// The numbers of the entries that meet the first patterns.
    private(set) var numbers: [Int] = []
    /// The number of the first entry that meets each pattern, at whatever place; nil for none yet.
    private(set) var firsts: [Int?]
    /// The first entry of which it is not known whether it meets the pattern that was looked for.
    ///
    /// It might leave room for those that did not come.
    private(set) var undecided: JournalEntry?
    /// What nearly meets the pattern that is looked for, after the entry of the one before.
    private(set) var finding = Finding()

    init(_ matchers: [Matcher]) {
        self.matchers = matchers
        firsts = Array(repeating: nil, count: matchers.count)
    }

    /// Whether there is an entry for each pattern.
    var isMet: Bool { numbers.count == matchers.count }

    mutating func add(_ entry: SearchedEntry, _ budget: MatchBudget) {
        guard !isMet else { return }
        let place = numbers.count
        for later in matchers.indices.dropFirst(place + 1)
        where firsts[later] == nil
            && matchers[later].comparison(with: entry, budget, isBrief: true)?.isMet == true
        {
            firsts[later] = entry.entry.number
        }
        guard let comparison = matchers[place].comparison(with: entry, budget, isBrief: false)
        else { return }
        if comparison.isMet {
            numbers.append(entry.entry.number)
            finding = Finding()
        } else {
            if comparison.isUndecided { undecided = undecided ?? entry.entry }
            finding.add(entry.entry, comparison)
        }
    }
}

extension MemberType {
    fileprivate static let times = int(0...Int(Int32.max))
}

extension Expectation {
    /// Reads the members `count`, `atLeast`, `atMost` and `never`; nil when there is none.
    init?(_ body: ControlBody) throws(Problem) {
        let given = ["count", "atLeast", "atMost", "never"].filter { body.has($0) }
        let range: ClosedRange<Int64> = 0...Int64(Int32.max)
        func number(_ name: String) throws(Problem) -> Int {
            Int(try body.int(name, in: range) ?? 0)
        }
        switch given {
        case []: return nil
        case ["count"]: self = .exactly(try number("count"))
        case ["atLeast"]: self = .atLeast(try number("atLeast"))
        case ["atMost"]: self = .atMost(try number("atMost"))
        case ["atLeast", "atMost"]:
            self = .between(try number("atLeast"), try number("atMost"))
        case ["never"]:
            guard try body.bool("never") == true else {
                throw .badValue(
                    "The member 'never' is false.",
                    "Send true, or leave it out."
                )
            }
            self = .exactly(0)
        default: throw .conflict(given[0], given[1], hint: "Send one of them.")
        }
    }

    /// Whether more than `count` would be needed.
    fileprivate func wantsMore(_ count: Int) -> Bool {
        switch self {
        case .exactly(let wanted): count < wanted
        case .atLeast(let least), .between(let least, _): count < least
        case .atMost: false
        }
    }
}

extension JournalReader {
    /// The answer to a check that ended with an error.
    func refusal(of error: any Error) -> Response {
        if let error = error as? TooManySteps { return error.failure(self) }
        return Control.refusal(of: error)
    }

    /// Whether nothing was dropped that came after the entry `number`.
    fileprivate func isComplete(after number: Int) -> Bool {
        journal.dropped == 0 || journal.first <= number + 1
    }
}
