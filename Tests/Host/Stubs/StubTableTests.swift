import MockPostlyHTTP
import MockPostlyMatching
import MockPostlyRegex
import MockPostlyTestKit
import Testing

@testable import MockPostlyStubs

@Suite
struct StubTableTests {
    private let table = StubTable()

    private func facts(_ method: String = "GET", _ target: String = "/a") throws -> RequestFacts {
        RequestFacts(try .asking(method, target), dialect: "postly", route: { nil }, users: { [] })
    }

    private func stub(
        _ id: String,
        priority: Int = Stub.usualPriority,
        path: String = "/a",
        _ responses: [StubResponse] = [StubResponse()]
    ) throws -> Stub {
        var pattern = RequestPattern()
        pattern.path = .glob(try PathGlob(path))
        var stub = Stub(pattern, responses, definition: .init(.own, []))
        stub.id = id
        stub.priority = priority
        return stub
    }

    private func answers(_ times: [Int?]) -> [StubResponse] {
        times.enumerated().map { index, times in
            var response = StubResponse(status: 200 + index)
            response.times = times
            return response
        }
    }

    private func taken(_ count: Int = 1) throws -> [String] {
        let facts = try facts()
        return (0..<count).map { _ in
            table.take(for: facts).map { "\($0.entry.name) \($0.response.status)" } ?? "none"
        }
    }

    @Test
    func `a stub lets requests through first, and only those that it could answer count`() throws {
        var late = try stub("late", answers([1, 1]))
        late.after = 2
        try table.add(try stub("usual"))
        try table.add(late)
        #expect(table.take(for: try facts("GET", "/b")) == nil)
        #expect(try taken(5) == ["usual 200", "usual 200", "late 200", "late 201", "usual 200"])
        #expect(table.entry(named: "late")?.left == 0)
    }

    @Test
    func `a stub ends after its time, and counts no more`() throws {
        var now: UInt64 = 0
        let table = StubTable(time: { now })
        var short = try stub("short")
        short.timeToLive = .seconds(2)
        try table.add(try stub("usual"))
        try table.add(short)
        let facts = try facts()
        #expect(table.take(for: facts)?.entry.name == "short")
        now = 1_999_999_999
        #expect(table.take(for: facts)?.entry.name == "short")
        now += 1
        #expect(table.take(for: facts)?.entry.name == "usual")
        #expect(table.entry(named: "short") == nil && table.entries.count == 1)
    }

    @Test
    func `one stub with an endless expression does not hide others`() throws {
        let text = String(repeating: "x", count: 3000)
        let budget = MatchBudget(.rules)
        var endless = try stub("endless")
        endless.pattern.query = [
            NamedPattern("q", .matches(try RegularExpression("(x+x+)+[yz]")))
        ]
        var negated = endless
        negated.id = "negated"
        negated.pattern.query = [
            NamedPattern("q", .differs(try RegularExpression("(x+x+)+[yz]")))
        ]
        var usual = try stub("usual", priority: 9)
        usual.pattern.query = [NamedPattern("q", .matches(try RegularExpression("x+!y")))]
        for stub in [endless, negated, usual] { try table.add(stub) }
        let taken = table.take(for: try facts("GET", "/a?q=\(text)!y"), budget)
        #expect(taken?.entry.name == "usual" && budget.exceeded == "(x+x+)+[yz]")
    }

    @Test
    func `a thousand endless expressions cost a request no more than its budget`() throws {
        for number in 0..<1000 {
            var endless = try stub("s\(number)")
            endless.pattern.query = [
                NamedPattern("q", .matches(try RegularExpression("(x+x+)+[yz]")))
            ]
            try table.add(endless)
        }
        let budget = MatchBudget(.rules)
        let text = String(repeating: "x", count: 3000) + "!y"
        #expect(table.take(for: try facts("GET", "/a?q=\(text)"), budget) == nil)
        #expect(budget.steps <= MatchBudget.Limits.rules.total)
    }

    @Test
    func `the lowest number goes first, and of equals the newest`() throws {
        #expect(table.isEmpty)
        for (id, priority) in [("a", 5), ("b", 9), ("c", 5), ("d", 1), ("e", 9)] {
            try table.add(stub(id, priority: priority))
        }
        #expect(table.entries.map(\.name) == ["d", "c", "a", "e", "b"])
        for id in ["d", "c", "a", "e", "b"] {
            #expect(try taken() == ["\(id) 200"])
            table.remove(try #require(table.entry(named: id)).number)
        }
        #expect(table.isEmpty)
        #expect(try taken() == ["none"])
    }

    @Test
    func `a sequence is given in its order, then the next stub answers`() throws {
        try table.add(stub("real"))
        try table.add(stub("steps", answers([1, 2, 1])))
        #expect(table.entry(named: "steps")?.left == 4)
        let expected = ["steps 200", "steps 201", "steps 201", "steps 202", "real 200", "real 200"]
        #expect(try taken(6) == expected)
        #expect(table.entry(named: "steps")?.left == 0)
        #expect(table.entry(named: "steps")?.used == 4)
        #expect(table.entry(named: "real")?.left == nil)
    }

    @Test(arguments: [
        (Stub.Repetition.last, Int?.none, [200, 201, 202, 202, 202]),
        (.all, nil, [200, 201, 202, 200, 201]), (.all, 4, [200, 201, 202, 200, 0]),
        (.none, 2, [200, 201, 0, 0, 0]), (.none, 9, [200, 201, 202, 0, 0]),
    ])
    func `a sequence is repeated as ordered, and not more often than the stub is`(
        repetition: Stub.Repetition,
        times: Int?,
        statuses: [Int]
    ) throws {
        var steps = try stub("s", answers([1, 1, 1]))
        steps.repetition = repetition
        steps.times = times
        try table.add(steps)
        let facts = try facts()
        #expect(statuses.map { _ in table.take(for: facts)?.response.status ?? 0 } == statuses)
    }

    @Test
    func `what meets no pattern counts as no use`() throws {
        try table.add(stub("a", path: "/b", answers([1])))
        #expect(try taken() == ["none"])
        #expect(table.entries[0].used == 0)
    }

    @Test
    func `scenarios lead from state to state, and begin again`() throws {
        for (id, requires, becomes) in [
            ("empty", "Started", "full"), ("full", "full", nil), ("other", "nowhere", "x"),
        ] as [(String, String, String?)] {
            var one = try stub(id)
            one.step = .init(scenario: "cart", requires: requires, becomes: becomes)
            try table.add(one)
        }
        #expect(table.scenarios.map(\.state) == ["Started"])
        #expect(try taken(3) == ["empty 200", "full 200", "full 200"])
        #expect(
            table.scenarios == [
                .init(name: "cart", state: "full", states: ["Started", "full", "nowhere", "x"])
            ]
        )
        table.resetScenarios()
        #expect(try taken() == ["empty 200"])
        table.setState(of: "cart", to: "nowhere")
        #expect(try taken() == ["other 200"])
        table.removeAll()
        #expect(table.isEmpty && table.scenarios.isEmpty)
    }

    @Test
    func `a stub that is replaced keeps its number and its place, unused`() throws {
        try table.add(stub("a", answers([1])))
        try table.add(stub("b"))
        let facts = try facts()
        #expect(table.take(for: facts)?.entry.name == "b")
        let entry = try table.replace(1, by: stub("c", answers([1, 1])))
        #expect(entry.number == 1 && entry.used == 0)
        #expect(table.entries.map(\.name) == ["b", "c"])
        #expect(throws: StubRefusal.exists("b")) { try table.replace(1, by: stub("b")) }
        #expect(throws: StubRefusal.unknown("9", known: ["b", "c"])) {
            try table.replace(9, by: stub("d"))
        }
        #expect(table.entries.map(\.name) == ["b", "c"])
    }

    @Test
    func `ids are taken once, and numbers are never given again`() throws {
        try table.add(stub("a"))
        #expect(throws: StubRefusal.exists("a")) { try table.add(stub("a")) }
        table.remove(1)
        #expect(try table.add(stub("a")).number == 2)
        #expect(table.entry(named: "2")?.name == "a" && table.entry(named: "1") == nil)
    }

    @Test
    func `a copy has the stubs, unused, and shares nothing else`() throws {
        try table.add(stub("a", answers([1])))
        _ = try taken()
        let copy = StubTable()
        try copy.copy(table)
        #expect(copy.entries.map(\.left) == [1] && table.entries.map(\.left) == [0])
        copy.removeAll()
        #expect(!table.isEmpty)
    }

    @Test
    func `stubs are bounded by number and by bytes, of a world and of all`() throws {
        var limits = StubLimits()
        limits.stubs = 2
        limits.bytesOfWorld = 4000
        limits.bytes = 7000
        let budget = StubBudget(limits)
        let (one, other) = (StubTable(budget), StubTable())
        other.join(budget)
        let large = [StubResponse(body: [UInt8](repeating: 1, count: 3000))]
        let small = [StubResponse(body: [UInt8](repeating: 1, count: 1000))]
        try one.add(stub("a", large))
        #expect(throws: StubRefusal.worldFull(bytes: 4000)) { try one.add(stub("b", large)) }
        #expect(throws: StubRefusal.serverFull(bytes: 7000)) { try other.add(stub("b", large)) }
        #expect(other.isEmpty && one.entries.count == 1)
        _ = try one.replace(1, by: stub("a", large))
        _ = try one.replace(1, by: stub("a", small))
        try other.add(stub("b", large))
        try one.add(stub("b", small))
        other.removeAll()
        #expect(throws: StubRefusal.tooMany(2)) { try one.add(stub("c")) }
        one.removeAll()
        #expect(budget.bytes == 0)
        do {
            let gone = StubTable(budget)
            try gone.add(stub("a"))
        }
        #expect(budget.bytes == 0)
    }
}
