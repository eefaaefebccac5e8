internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching

/// `requests/verify` and `messages/verify`: whether something happened, and if not, why not.
enum Verifying {
    private static let members = [
        "world", "match", "count", "atLeast", "atMost", "never", "order", "after",
    ]

    static func requests(_ request: Request, _ call: Control.Call) throws -> Response {
        try verify(request, call, RequestMatcher.self)
    }

    static func messages(_ request: Request, _ call: Control.Call) throws -> Response {
        try verify(request, call, MessageMatcher.self)
    }

    private static func verify<Matcher: EntryMatcher>(
        _ request: Request,
        _ call: Control.Call,
        _: Matcher.Type
    ) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: members)
        let reader = try call.server.journal(of: try call.world(query, body))
        let after = try body.int("after", in: 0...Int64.max).map { Int($0) } ?? 0
        if body.has("order") {
            if let other = members.dropFirst().first(where: { name in
                name != "order" && name != "after" && body.has(name)
            }) {
                throw Problem.conflict("order", other, hint: "'order' has a list of patterns.")
            }
            let patterns = try body.objects("order", members: Matcher.members).map {
                try Matcher($0, call, reader)
            }
            return try verify(orderOf: patterns, reader, after)
        }
        let matcher = try Matcher(body.object("match", members: Matcher.members), call, reader)
        let expectation = try Expectation(body) ?? .atLeast(1)
        return try verify(matcher, expectation, reader, after)
    }

    private static func verify(
        _ matcher: some EntryMatcher,
        _ expectation: Expectation,
        _ reader: JournalReader,
        _ after: Int
    ) throws -> Response {
        let finding = matcher.find(after: after)
        let count = finding.numbers.count
        if let entry = finding.undecided.first,
            expectation.accepts(count, orUpTo: count + finding.undecided.count) == nil
        {
            throw entry.unknownBody
        }
        let isComplete = reader.isComplete(after: after)
        if isComplete ? expectation.accepts(count) : expectation.isProved(byAtLeast: count) {
            return success(finding.numbers, reader)
        }
        guard isComplete || !expectation.accepts(count) else {
            return lostEvidence(reader)
        }
        let came = count == 0 ? "It never came" : "It came \(Expectation.times(count))"
        var failure = Failure(
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
        _ after: Int
    ) throws -> Response {
        var numbers: [Int] = []
        var last = after
        var undecided: JournalEntry?
        for (place, matcher) in matchers.enumerated() {
            let finding = matcher.find(after: last)
            // An earlier one might leave room for those that did not come.
            undecided = undecided ?? matcher.find(after: after).undecided.first
            guard let number = finding.numbers.first else {
                if let undecided { throw undecided.unknownBody }
                if !reader.isComplete(after: after) { return lostEvidence(reader) }
                let earlier = matcher.find(after: after).numbers.filter { $0 <= last }
                let words =
                    earlier.isEmpty
                    ? "did not come" : "came as number \(earlier[0]) only, not after number \(last)"
                var failure = Failure(
                    "Not verified",
                    "The pattern at 'order[\(place)]' \(words).",
                    reader
                )
                failure.numbers = numbers
                failure.nearest = finding.nearest
                return failure.response
            }
            numbers.append(number)
            last = number
        }
        return success(numbers, reader)
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
        Failure(
            "Evidence was dropped",
            "The journal has dropped \(reader.journal.dropped) entries, which may have been among "
                + "those that are counted.",
            reader,
            hint: "Clear the journal before the test, or start the server with larger "
                + "'--journal-entries' and '--journal-size'."
        ).response
    }
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
    /// Whether nothing was dropped that came after the entry `number`.
    fileprivate func isComplete(after number: Int) -> Bool {
        journal.dropped == 0 || journal.first <= number + 1
    }
}
