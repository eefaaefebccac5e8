internal import MockPostlyJournal
internal import MockPostlyMatching

/// A condition on one kind of entries of one journal.
protocol EntryMatcher {
    /// The members of the pattern in JSON.
    static var members: [String] { get }

    /// Reads a pattern; nil for the one that all entries of the kind meet.
    init(_ pattern: ControlBody?, _ call: Control.Call, _ reader: JournalReader) throws(Problem)

    var reader: JournalReader { get }

    /// How an entry compares with the condition; nil for an entry of another kind.
    func comparison(with entry: JournalEntry) -> Comparison?
}

extension EntryMatcher {
    /// The entries with numbers above `after` that meet the condition, and those that nearly do.
    func find(after: Int) -> Finding {
        var finding = Finding()
        for entry in reader.journal.entries(after: after) {
            if let comparison = comparison(with: entry) { finding.add(entry, comparison) }
        }
        return finding
    }
}

/// A condition on requests.
struct RequestMatcher: EntryMatcher {
    static let members = EntryPattern.members

    let reader: JournalReader
    private let pattern: EntryPattern

    init(_ pattern: ControlBody?, _ call: Control.Call, _ reader: JournalReader) throws(Problem) {
        self.reader = reader
        let dialects = call.server.servedDialects
        self.pattern =
            if let pattern { try EntryPattern(pattern, dialects: dialects) } else { EntryPattern() }
    }

    func comparison(with entry: JournalEntry) -> Comparison? {
        guard case .exchange(let exchange) = entry.content else { return nil }
        return pattern.comparison(with: exchange, reader.facts(about: exchange))
    }
}

/// A condition on messages of channels.
struct MessageMatcher: EntryMatcher {
    static let members = MessagePattern.members

    let reader: JournalReader
    private let pattern: MessagePattern

    init(_ pattern: ControlBody?, _ call: Control.Call, _ reader: JournalReader) throws(Problem) {
        self.reader = reader
        self.pattern = if let pattern { try MessagePattern(pattern) } else { MessagePattern() }
    }

    func comparison(with entry: JournalEntry) -> Comparison? {
        guard case .message(let message) = entry.content else { return nil }
        return pattern.comparison(with: message)
    }
}
