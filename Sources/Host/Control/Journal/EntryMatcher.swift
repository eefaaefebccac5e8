internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyWorlds

/// A condition on one kind of entries of one journal.
protocol EntryMatcher {
    /// The members of the pattern in JSON.
    static var members: [String] { get }

    /// How hints name patterns that are texts, and how they go on to objects; empty for none.
    static var textForm: String { get }

    /// The conditions that `value` has, which stands at `name` in `body`.
    static func pattern(_ value: JSONValue, _ name: String, of body: ControlBody) throws(Problem)
        -> ControlBody

    /// Reads a pattern; nil for the one that all entries of the kind meet.
    init(_ pattern: ControlBody?, _ call: Control.Call, _ reader: JournalReader) throws(Problem)

    var reader: JournalReader { get }
    /// Whether it tells requests that nothing owns from others, so that these are no surprise.
    var asksForUnknown: Bool { get }

    /// How an entry compares with the condition, as far as `budget` allows to find that out; nil for
    /// an entry of another kind.
    ///
    /// With `isBrief` the first part that differs is enough.
    func comparison(
        with entry: SearchedEntry,
        _ budget: MatchBudget,
        isBrief: Bool
    ) -> Comparison?
}

extension ControlBody {
    /// The member `match`, a pattern of `Matcher`; nil when it is absent.
    func match<Matcher: EntryMatcher>(_: Matcher.Type) throws(Problem) -> ControlBody? {
        guard let value = value("match") else { return nil }
        return try Matcher.pattern(value, "match", of: self)
    }

    /// The number of an entry of a journal, 0, or the text `now` for that of its last entry.
    func placeInJournal(_ name: String, _ reader: JournalReader) throws(Problem) -> Int? {
        guard let value = value(name) else { return nil }
        if let text = value.string {
            guard text.isIdentical(to: "now") else {
                throw badValue(name, value, hint: "Send the number of an entry, or 'now'.")
            }
            return reader.journal.last
        }
        return try int(name, in: 0...Int64.max).map { Int($0) }
    }
}

/// A condition on requests.
struct RequestMatcher: EntryMatcher {
    static let members = EntryPattern.members
    static let textForm = "texts such as 'GET /api/posts/*', or of "

    static func pattern(_ value: JSONValue, _ name: String, of body: ControlBody) throws(Problem)
        -> ControlBody
    {
        try body.requests(value, name, EntryPattern.shapes)
    }

    let reader: JournalReader
    private let pattern: EntryPattern

    init(_ pattern: ControlBody?, _ call: Control.Call, _ reader: JournalReader) throws(Problem) {
        self.reader = reader
        let dialects = call.worlds.servedDialects
        self.pattern =
            if let pattern { try EntryPattern(pattern, dialects: dialects) } else { EntryPattern() }
    }

    var asksForUnknown: Bool { pattern.unknown != nil }

    func comparison(
        with entry: SearchedEntry,
        _ budget: MatchBudget,
        isBrief: Bool
    ) -> Comparison? {
        pattern.comparison(with: entry, budget, isBrief: isBrief)
    }
}

/// A condition on messages of channels.
struct MessageMatcher: EntryMatcher {
    static let members = MessagePattern.members
    static let textForm = ""

    static func pattern(_ value: JSONValue, _ name: String, of body: ControlBody) throws(Problem)
        -> ControlBody
    {
        guard value.kind == .object else {
            throw body.wrongType(name, value, wanted: "an object", hint: "Send an object.")
        }
        return try body.part(value, name, members: members)
    }

    let reader: JournalReader
    private let pattern: MessagePattern

    init(_ pattern: ControlBody?, _ call: Control.Call, _ reader: JournalReader) throws(Problem) {
        self.reader = reader
        self.pattern = if let pattern { try MessagePattern(pattern) } else { MessagePattern() }
    }

    var asksForUnknown: Bool { false }

    func comparison(
        with entry: SearchedEntry,
        _ budget: MatchBudget,
        isBrief: Bool
    ) -> Comparison? {
        guard case .message(let message) = entry.entry.content else { return nil }
        return pattern.comparison(with: message, budget)
    }
}
