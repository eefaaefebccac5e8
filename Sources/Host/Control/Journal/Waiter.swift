internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// A request that waits for entries of a journal.
///
/// It looks once at those that are there, and once at each that comes, in slices and together with
/// others.
final class EntryWaiter<Matcher: EntryMatcher>: JournalSearch, JournalWatcher {
    private let matcher: Matcher
    private let hub: JournalHub
    private let watchers: JournalWatchers
    private let wanted: Int
    private let after: Int
    private let timeout: Duration
    private var found: [Int] = []
    /// The entries that may be among them: a part of their body is not known.
    private var undecided: [JournalEntry] = []
    private(set) var numbers: Range<Int>
    /// What the matcher may do for the entries of one look.
    private var budget = MatchBudget(.search)
    private var isLooking = false
    /// Whether nobody waits for an answer any more.
    private(set) var isOver = false
    private var response: Response?
    private weak var held: AwaitedAnswer?

    private var reader: JournalReader { matcher.reader }

    init(
        _ matcher: Matcher,
        _ control: Control,
        _ after: Int,
        _ wanted: Int,
        _ timeout: Duration
    ) {
        self.matcher = matcher
        (hub, watchers) = (control.worlds.journals, control.watchers)
        (self.after, self.wanted, self.timeout) = (after, wanted, timeout)
        numbers = matcher.reader.journal.numbers(after: after)
    }

    /// The answer, or the way to it.
    func reply() -> Reply {
        look(at: numbers)
        if let response { return .now(response) }
        let held = AwaitedAnswer(timeout: timeout) { [self] in expire() }
        held.whenLeft = { [weak self] in self?.end() }
        self.held = held
        watchers.add(self)
        return .awaiting(held)
    }

    // MARK: Looking

    private func look(at numbers: Range<Int>) {
        self.numbers = numbers
        budget = MatchBudget(.search)
        isLooking = true
        hub.begin(self, in: reader)
    }

    func lookAtNews() {
        guard !isLooking, !isOver else { return }
        let news = reader.journal.numbers(after: numbers.upperBound - 1)
        if !news.isEmpty { look(at: news) }
    }

    func look(at entry: SearchedEntry) {
        let comparison = matcher.comparison(with: entry, budget, isBrief: true)
        if comparison?.isMet == true { found.append(entry.entry.number) }
        if comparison?.isUndecided == true { undecided.append(entry.entry) }
        if let expression = budget.exceeded {
            answer(TooManySteps(expression: expression).failure(reader))
        }
    }

    func miss(_ number: Int) {}
    func cutShort() {}

    func finish() {
        isLooking = false
        guard !isOver else { return }
        if let response = verdict { return answer(response) }
        lookAtNews()
    }

    // MARK: Answers

    private func answer(_ response: Response) {
        end()
        self.response = response
        held?.answer(response)
    }

    private func end() {
        isOver = true
        watchers.remove(self)
    }

    /// The answer as soon as enough came, or may have come; nil before.
    private var verdict: Response? {
        if !matcher.asksForUnknown, let failure = reader.failureOfUnknown(after: after) {
            return failure
        }
        if found.count >= wanted { return success }
        guard found.count + undecided.count >= wanted else { return nil }
        return undecided.first?.unknownBody.response
    }

    private var success: Response {
        .object { json in
            json.field("found", found.count)
            json.list("numbers", found) { $1.int($0) }
            json.key("last")
            if let last = reader.journal[found[found.count - 1]] {
                last.write(&json, reader, EntryDetail(hasContent: true))
            } else {
                json.null()
            }
            json.field("dropped", reader.journal.dropped)
        }
    }

    /// Looks for what came nearest, for the answer when it did not come in time; nil when that takes
    /// more than a moment.
    private func expire() -> Response? {
        end()
        var finding = Finding()
        let all = reader.journal.numbers(after: after)
        let search = Search(all, allowsPart: true, refuse: reader.refusal(of:)) {
            [matcher] entry, search in
            if let comparison = matcher.comparison(with: entry, search.budget, isBrief: false) {
                finding.add(entry.entry, comparison)
            }
        } _: { [self] _ in
            // With those that were dropped since, and those that the look had not come to.
            found = Set(found).union(finding.numbers).sorted()
            let known = Set(undecided.map(\.number))
            undecided += finding.undecided.filter { !known.contains($0.number) }
            return verdict ?? failure(finding.nearest)
        }
        hub.begin(search, in: reader)
        if search.response == nil, let held { search.deliver(to: held) }
        return search.response
    }

    private func failure(_ nearest: [NearMiss]) -> Response {
        var failure = CheckFailure(
            "Not in time",
            (found.isEmpty ? "It never came" : "It came \(Expectation.times(found.count))")
                + " within \(formatDuration(timeout)), and should have come at least "
                + "\(Expectation.times(wanted)).",
            reader
        )
        failure.numbers = found
        failure.nearest = nearest
        return failure.response
    }
}

/// A request that waits until something is as it is wanted; it looks after each tick with new
/// entries, or soon after it when many look.
final class StateWaiter: SlicedWork, JournalWatcher {
    private let hub: JournalHub
    private let watchers: JournalWatchers
    private let look: () -> Response?
    private var isInLine = false
    private var isOver = false
    private var response: Response?
    private weak var held: AwaitedAnswer?

    /// `look` gives the answer, or nil to wait on.
    init(_ control: Control, _ look: @escaping () -> Response?) {
        (hub, watchers) = (control.worlds.journals, control.watchers)
        self.look = look
    }

    /// The answer, or the way to it.
    func reply(within timeout: Duration, expired: @escaping () -> Response) -> Reply {
        if let response = look() { return .now(response) }
        let held = AwaitedAnswer(timeout: timeout) { [self] in
            end()
            return expired()
        }
        held.whenLeft = { [weak self] in self?.end() }
        self.held = held
        watchers.add(self)
        return .awaiting(held)
    }

    func lookAtNews() {
        guard !isInLine, !isOver else { return }
        isInLine = true
        hub.searches.begin(self)
    }

    func advance() -> Bool {
        isInLine = false
        guard !isOver, let response = look() else { return false }
        end()
        held?.answer(response)
        return false
    }

    func cutShort() {}

    private func end() {
        isOver = true
        watchers.remove(self)
    }
}
