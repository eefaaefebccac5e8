package import MockPostlyMatching

/// An entry that searches look at; what is found out about it serves all of them.
///
/// Shared by the searches that go over a journal together.
package final class SearchedEntry {
    package let entry: JournalEntry
    private let reader: JournalReader
    /// What patterns ask of the request; nil for a message.
    package private(set) lazy var facts: RequestFacts? =
        if case .exchange(let exchange) = entry.content {
            reader.facts(about: exchange)
        } else { nil }

    package init(_ entry: JournalEntry, _ reader: JournalReader) {
        (self.entry, self.reader) = (entry, reader)
    }
}

/// Looks at entries of a journal, a few at a time.
package protocol JournalSearch: AnyObject {
    /// The numbers of the entries that it looks at.
    ///
    /// Fixed before the search begins: entries that come later are not looked at.
    var numbers: Range<Int> { get }
    /// Whether it wants no more entries, or nobody waits for it any more.
    var isOver: Bool { get }

    /// Called once per entry, on the loop's thread.
    func look(at entry: SearchedEntry)
    /// Notes that an entry was dropped before it was its turn.
    func miss(_ number: Int)
    /// Called once, after the last entry or when the search is over.
    func finish()
    /// Called in its place when the server stops before.
    func cutShort()
}

/// One pass over a journal for one search or more: each entry is read once for all of them.
private final class JournalPass: SlicedWork {
    let reader: JournalReader
    let isNewestFirst: Bool
    private(set) var hasBegun = false
    private var numbers: Range<Int>
    private var searches: [any JournalSearch]
    private var entry: SearchedEntry?
    /// The index of the search that looks at ``entry`` next.
    private var place = 0

    init(_ search: any JournalSearch, _ reader: JournalReader, isNewestFirst: Bool) {
        self.reader = reader
        self.isNewestFirst = isNewestFirst
        numbers = search.numbers
        searches = [search]
    }

    /// Takes a further search along; only before it has begun.
    func add(_ search: any JournalSearch) {
        let wanted = search.numbers
        searches.append(search)
        guard !wanted.isEmpty else { return }
        numbers =
            numbers.isEmpty
            ? wanted
            : min(
                numbers.lowerBound,
                wanted.lowerBound
            )..<max(
                numbers.upperBound,
                wanted.upperBound
            )
    }

    func cutShort() {
        for search in searches { search.cutShort() }
        searches = []
    }

    /// Lets one search look at one entry.
    func advance() -> Bool {
        hasBegun = true
        guard !numbers.isEmpty, !searches.isEmpty else {
            for search in searches { search.finish() }
            searches = []
            return false
        }
        let number = isNewestFirst ? numbers.upperBound - 1 : numbers.lowerBound
        if place == 0 { entry = reader.journal[number].map { SearchedEntry($0, reader) } }
        let search = searches[place]
        if !search.isOver, search.numbers.contains(number) {
            if let entry {
                search.look(at: entry)
            } else if number < reader.journal.first {
                search.miss(number)
            }
        }
        if search.isOver {
            searches.remove(at: place)
            search.finish()
        } else {
            place += 1
        }
        guard place >= searches.count else { return true }
        place = 0
        numbers =
            isNewestFirst
            ? numbers.lowerBound..<number : number + 1..<numbers.upperBound
        return true
    }
}

extension JournalHub {
    /// Lets `search` look at entries of a journal: now, as far as the tick has time, then in slices.
    ///
    /// Searches that wait for their beginning go over the journal together.
    ///
    /// - Parameters:
    ///   - search: is told through ``JournalSearch/finish()`` when it is over.
    ///   - reader: of the journal.
    ///   - isNewestFirst: the order in which entries are looked at.
    package func begin(
        _ search: any JournalSearch,
        in reader: JournalReader,
        newestFirst isNewestFirst: Bool = false
    ) {
        let pass = searches.waiting(JournalPass.self).first { pass in
            !pass.hasBegun && pass.reader.journal === reader.journal
                && pass.isNewestFirst == isNewestFirst
        }
        if let pass { return pass.add(search) }
        searches.begin(JournalPass(search, reader, isNewestFirst: isNewestFirst))
    }
}

extension Journal {
    /// The numbers of the entries that are there, as far as they are above `after`.
    package func numbers(after: Int) -> Range<Int> {
        let start = max(first, min(after, Int.max - 1) + 1)
        return start..<max(start, last + 1)
    }
}
