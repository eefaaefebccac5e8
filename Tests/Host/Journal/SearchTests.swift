import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyMatching
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyJournal

/// Searches of journals in slices, by a clock that moves with the work.
@Suite
struct SearchTests {
    /// A search that notes what it sees; each look takes a part of a slice.
    private final class Search: JournalSearch {
        let name: String
        var numbers: Range<Int>
        var isOver = false
        private(set) var seen: [Int] = []
        private(set) var missed: [Int] = []
        private(set) var isFinished = false
        private(set) var isCut = false
        private let note: (String) -> Void

        init(_ name: String, _ numbers: Range<Int>, _ note: @escaping (String) -> Void) {
            (self.name, self.numbers, self.note) = (name, numbers, note)
        }

        func look(at entry: SearchedEntry) {
            seen.append(entry.entry.number)
            note("\(name)\(entry.entry.number)")
        }

        func miss(_ number: Int) { missed.append(number) }
        func finish() { isFinished = true }
        func cutShort() { isCut = true }
    }

    /// Time that passes by looking at it and by work.
    private final class Work {
        var now: UInt64 = 0
        var log: [String] = []
    }

    private let world = TimeAndChance(
        name: "w",
        clock: .frozen(at: Instant(seconds: 1000)),
        randomSeed: 1
    )
    private let work = Work()
    private let hub: JournalHub
    private let reader: JournalReader

    init() throws {
        let work = work
        // A slice has time for five looks.
        let line = SearchLine(slice: .nanoseconds(5000)) { work.now }
        hub = JournalHub(JournalLimits(), searches: line)
        let journal = Journal(hub)
        reader = JournalReader(of: "w", journal, DialectRegistry([])) { _ in nil }
        for number in 1...12 { try add(number) }
    }

    private func add(_ number: Int) throws {
        let exchange = RecordedExchange(
            try .asking("GET", "/\(number)"),
            Response(status: 200),
            route: .none,
            asker: nil
        )
        reader.journal.add(exchange, start: 0, nanoseconds: 1, peer: "", in: world)
    }

    private func search(_ name: String, _ numbers: Range<Int>? = nil) -> Search {
        Search(name, numbers ?? reader.journal.numbers(after: 0)) { [work] look in
            work.log.append(look)
            work.now += 1000
        }
    }

    @Test
    func `a search that takes longer than a slice goes on after other requests`() {
        let search = search("a")
        hub.begin(search, in: reader)
        #expect(search.seen == [1, 2, 3, 4, 5] && !search.isFinished && hub.searches.count == 1)
        hub.searches.endTick()
        #expect(search.seen.count == 10 && hub.searches.count == 1)
        hub.searches.endTick()
        #expect(search.seen == Array(1...12) && search.isFinished && hub.searches.count == 0)
    }

    @Test
    func `what is found at once needs no further tick`() {
        let search = search("a", 4..<7)
        hub.begin(search, in: reader, newestFirst: true)
        #expect(search.seen == [6, 5, 4] && search.isFinished && hub.searches.count == 0)
    }

    @Test
    func `searches that wait for their beginning read each entry once for all`() {
        hub.begin(search("a"), in: reader)
        let others = ["b", "c", "d"].map { search($0) }
        for other in others { hub.begin(other, in: reader) }
        // Those of this tick have no time left; the two passes wait.
        #expect(hub.searches.count == 2 && others.allSatisfy(\.seen.isEmpty))
        while hub.searches.count > 0 { hub.searches.endTick() }
        #expect(others.allSatisfy { $0.seen == Array(1...12) && $0.isFinished })
        let shared = work.log.filter { !$0.hasPrefix("a") }
        #expect(shared == (1...12).flatMap { ["b\($0)", "c\($0)", "d\($0)"] })
    }

    @Test
    func `searches take turns`() {
        hub.begin(search("a"), in: reader)
        hub.begin(search("b"), in: reader, newestFirst: true)
        work.log = []
        hub.searches.endTick()
        #expect(Set(work.log.map(\.first)) == ["a", "b"])
        // What waits keeps its journal.
        hub.searches.stop()
    }

    @Test
    func `a search that is over is let go of`() {
        let search = search("a")
        hub.begin(search, in: reader)
        search.isOver = true
        hub.searches.endTick()
        #expect(search.isFinished && search.seen.count == 5 && hub.searches.count == 0)
    }

    @Test
    func `entries that were dropped meanwhile are missed, removed ones are not`() {
        let search = search("a")
        hub.begin(search, in: reader)
        reader.journal.remove(8)
        hub.searches.endTick()
        reader.journal.clear()
        hub.searches.endTick()
        #expect(search.seen == [1, 2, 3, 4, 5, 6, 7, 9, 10, 11] && search.missed == [12])
        #expect(search.isFinished)
    }

    @Test
    func `a server that stops cuts searches short`() {
        let first = search("a")
        hub.begin(first, in: reader)
        hub.searches.stop()
        #expect(first.isCut && !first.isFinished)
        let (short, long) = (search("b", 1..<3), search("c"))
        hub.searches.endTick()
        hub.begin(short, in: reader)
        hub.begin(long, in: reader)
        #expect(short.isFinished && long.isCut && hub.searches.count == 0)
    }

    @Test
    func `an entry is removed, and its number is not given again`() throws {
        let journal = reader.journal
        let before = journal.bytes
        journal.remove(3)
        journal.remove(3)
        journal.remove(99)
        #expect(journal[3] == nil && journal.bytes < before && journal.dropped == 0)
        try add(13)
        #expect(journal.entries().map(\.number) == [1, 2] + Array(4...13))
        #expect(journal.count == 12)
        journal.clear()
        #expect(journal.bytes == 0 && journal.count == 0)
    }
}
