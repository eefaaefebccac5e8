import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyJournal

@Suite
struct JournalTests {
    private let world = TimeAndChance(
        name: "w",
        clock: .frozen(at: Instant(seconds: 1000)),
        randomSeed: 1
    )

    private func hub(_ change: (inout JournalLimits) -> Void = { _ in }) -> JournalHub {
        var limits = JournalLimits()
        change(&limits)
        return JournalHub(limits)
    }

    private func exchange(_ path: String, body: Int = 0) throws -> RecordedExchange {
        RecordedExchange(
            try .asking("GET", path),
            Response(status: 200, body: [UInt8](repeating: 0x61, count: body)),
            route: .none,
            asker: nil
        )
    }

    private func add(_ exchange: RecordedExchange, to journal: Journal) {
        journal.add(exchange, start: monotonicNanoseconds(), nanoseconds: 1, peer: "", in: world)
    }

    private func paths(_ journal: Journal) -> [String] {
        journal.entries().map { entry in
            guard case .exchange(let exchange) = entry.content else { return "message" }
            return String(decoding: exchange.request.path, as: UTF8.self)
        }
    }

    @Test
    func `the oldest entries are dropped and counted`() throws {
        let journal = Journal(hub { $0.entries = 3 })
        for number in 1...5 { add(try exchange("/\(number)"), to: journal) }
        #expect(paths(journal) == ["/3", "/4", "/5"])
        #expect(journal.first == 3 && journal.last == 5 && journal.count == 3)
        #expect(journal.dropped == 2 && journal.droppedSequence == 2)
        #expect(journal[2] == nil && journal[6] == nil && journal[4]?.number == 4)
        #expect(journal.newestFirst().map(\.number) == [5, 4, 3])
        #expect(journal.entries(after: 4).map(\.number) == [5])
    }

    @Test
    func `bytes are bounded, and those that entries share count once`() throws {
        let hub = hub { $0.bytes = 100_000 }
        let journal = Journal(hub)
        let shared = try exchange("/shared", body: 40_000)
        for _ in 0..<100 { add(shared, to: journal) }
        #expect(journal.count == 100 && journal.dropped == 0)
        for _ in 0..<5 { add(try exchange("/other", body: 30_000), to: journal) }
        #expect(journal.bytes <= 100_000)
        #expect(journal.dropped > 0)
        #expect(hub.used == journal.bytes)
        journal.clear()
        #expect(hub.used == 0 && journal.count == 0 && journal.dropped == 0)
        add(shared, to: journal)
        #expect(journal.first == journal.last && journal.last > 100)
    }

    @Test
    func `a busy world does not take the evidence of a quiet one`() throws {
        let hub = hub { $0.total = 1_000_000 }
        let (quiet, busy) = (Journal(hub), Journal(hub))
        for _ in 0..<10 { add(try exchange("/quiet", body: 1000), to: quiet) }
        for _ in 0..<500 { add(try exchange("/busy", body: 10_000), to: busy) }
        #expect(hub.used <= 1_000_000)
        #expect(quiet.dropped == 0 && busy.dropped > 0)
    }

    @Test
    func `a long body is cut off, and its length known`() throws {
        let exchange = try exchange("/long", body: JournalLimits().body + 1)
        #expect(exchange.response.body.count == JournalLimits().body)
        #expect(exchange.bodyBytes.response == JournalLimits().body + 1)
    }

    @Test
    func `times are those that the clock showed, at each reading the same`() throws {
        let journal = Journal(hub())
        add(try exchange("/1"), to: journal)
        world.clock.freeze(at: Instant(seconds: 5000))
        add(try exchange("/2"), to: journal)
        let entries = Array(journal.entries())
        #expect(entries.map { journal.time(of: $0).world.seconds } == [1000, 5000])
        let machine = entries.map { journal.time(of: $0).machine }
        #expect(machine == entries.map { journal.time(of: $0).machine })
        #expect(machine[0] <= machine[1])
    }

    @Test
    func `new entries are news once`() throws {
        let hub = hub()
        let journal = Journal(hub)
        #expect(!hub.takeNews())
        add(try exchange("/1"), to: journal)
        add(try exchange("/2"), to: journal)
        #expect(hub.takeNews() && !hub.takeNews())
        add(try exchange("/3"), to: journal)
        #expect(hub.takeNews())
        hub.noteEnd()
        #expect(hub.takeNews() && !hub.takeNews())
    }
}
