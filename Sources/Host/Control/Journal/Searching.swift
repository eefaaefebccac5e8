internal import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyRegex

/// A search of a journal for the answer to a request.
final class Search: JournalSearch {
    let numbers: Range<Int>
    /// What the expressions of the request may do.
    let budget = MatchBudget(.search)
    /// Whether entries were dropped before they were looked at.
    private(set) var hasMissed = false
    private(set) var isStopped = false
    private let visit: (SearchedEntry, Search) throws -> Void
    /// What `visit` threw.
    private var failure: (any Error)?
    private let answer: (Search) throws -> Response
    private let refuse: (any Error) -> Response
    /// The answer, as soon as there is one.
    private(set) var response: Response?
    private weak var held: AwaitedAnswer?
    /// Whether there is an answer when the server stops before all entries were looked at.
    private let allowsPart: Bool

    init(
        _ numbers: Range<Int>,
        allowsPart: Bool = false,
        refuse: @escaping (any Error) -> Response,
        _ visit: @escaping (SearchedEntry, Search) throws -> Void,
        _ answer: @escaping (Search) throws -> Response
    ) {
        (self.numbers, self.allowsPart) = (numbers, allowsPart)
        (self.visit, self.answer, self.refuse) = (visit, answer, refuse)
    }

    var isOver: Bool { isStopped || failure != nil || budget.exceeded != nil }

    /// Looks at no further entry.
    func stop() {
        isStopped = true
    }

    func look(at entry: SearchedEntry) {
        do {
            try visit(entry, self)
        } catch {
            failure = error
        }
    }

    func miss(_ number: Int) {
        hasMissed = true
    }

    func finish() {
        let response: Response
        do {
            if let expression = budget.exceeded { throw TooManySteps(expression: expression) }
            if let failure { throw failure }
            response = try answer(self)
        } catch {
            response = refuse(error)
        }
        deliver(response)
    }

    func cutShort() {
        if allowsPart { finish() } else { deliver(Control.overload) }
    }

    private func deliver(_ response: Response) {
        self.response = response
        held?.answer(response)
    }

    /// Gives the answer to `held` when there is one.
    func deliver(to held: AwaitedAnswer) {
        self.held = held
    }
}

extension Reply {
    /// A reply that comes after a look at entries of a journal, which may take several ticks.
    ///
    /// `visit` is called with each entry whose number is in `numbers`, in order, until the search is
    /// stopped or `visit` throws; then `answer` is called, or `refuse` makes an answer of an error.
    static func search(
        _ reader: JournalReader,
        _ numbers: Range<Int>,
        in hub: JournalHub,
        newestFirst: Bool = false,
        refuse: @escaping (any Error) -> Response = Control.refusal(of:),
        _ visit: @escaping (SearchedEntry, Search) throws -> Void,
        answer: @escaping (Search) throws -> Response
    ) -> Reply {
        let search = Search(numbers, refuse: refuse, visit, answer)
        hub.begin(search, in: reader, newestFirst: newestFirst)
        if let response = search.response { return .now(response) }
        let held = AwaitedAnswer(timeout: .seconds(600)) { [weak search] in
            search?.stop()
            return Control.overload
        }
        held.whenLeft = { [weak search] in search?.stop() }
        search.deliver(to: held)
        return .awaiting(held)
    }
}

/// A regular expression takes more steps than it may, so it is not known what matches.
struct TooManySteps: Error {
    let expression: String
    static let title = "Too many steps"
    static let hint = "Write it without a repetition inside a repetition, such as '(x+)+'."

    var detail: String {
        "The expression '\(shortened(expression))' takes too many steps, so it is not known what "
            + "matches."
    }

    /// The answer to a check, in the form of a check that is not met.
    func failure(_ reader: JournalReader) -> Response {
        CheckFailure(Self.title, detail, reader, hint: Self.hint).response
    }
}

extension Problem {
    init(_ error: TooManySteps) {
        self.init(422, TooManySteps.title, detail: error.detail, hint: TooManySteps.hint)
    }
}
