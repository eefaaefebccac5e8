import MockPostlyHTTP
import MockPostlyMatching
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyFaults

@Suite struct FaultTableTests {
    /// A clock of the machine that stands still.
    private final class Machine {
        var nanoseconds: UInt64 = 1_000_000_000
    }

    private let machine = Machine()
    private let start = Instant(seconds: 1_700_000_000)

    private func table(seed: UInt64 = 7) -> FaultTable {
        FaultTable(seed: seed, time: { [machine] in machine.nanoseconds })
    }

    private func rule(
        _ name: String = "reset",
        _ change: (inout FaultRule) throws -> Void = { _ in }
    ) throws -> FaultRule {
        var rule = FaultRule(try #require(Fault(named: name)))
        try change(&rule)
        return rule
    }

    private func facts(
        _ method: String = "GET",
        _ target: String = "/api/posts",
        _ fields: [(String, String)] = [],
        user: String? = nil
    ) throws -> RequestFacts {
        RequestFacts(
            try .asking(method, target, fields),
            dialect: "postly",
            route: { nil },
            users: { user.map { [$0] } ?? [] }
        )
    }

    /// The names of what is done to `count` requests.
    private func names(_ table: FaultTable, _ count: Int) throws -> [String?] {
        try (0..<count).map { _ in table.decide(try facts(), at: start)?.name }
    }

    // MARK: Which rule

    @Test func `the newest rule that a request meets decides`() throws {
        let table = table()
        #expect(table.isEmpty)
        _ = table.add(try rule("reset"), at: start)
        let posts = try rule("close") {
            $0.match.path = .glob(try PathGlob("/api/posts"))
        }
        _ = table.add(posts, at: start)
        #expect(table.decide(try facts(), at: start)?.name == "close")
        #expect(table.decide(try facts("GET", "/api/users"), at: start)?.name == "reset")
        #expect(table.entries.map(\.rule.number) == [2, 1])
        #expect(table.entries.map(\.applied) == [1, 1])
        #expect(!table.isEmpty)
    }

    @Test func `a rule has the name that it was given, or that of its fault`() throws {
        let table = table()
        _ = table.add(try rule { $0.name = "bad-wifi" }, at: start)
        #expect(try names(table, 1) == ["bad-wifi"])
        #expect(table.entry("bad-wifi")?.rule.number == 1)
        #expect(table.entry("1")?.rule.name == "bad-wifi")
        #expect(table.entry("2") == nil)
    }

    @Test func `a browser's preflight counts only for a rule with its method`() throws {
        let table = table()
        _ = table.add(try rule { $0.times = 1 }, at: start)
        let fields = [("Origin", "http://a.test"), ("Access-Control-Request-Method", "POST")]
        let preflight = try facts("OPTIONS", "/api/posts", fields)
        #expect(table.decide(preflight, at: start) == nil)
        #expect(try names(table, 2) == ["reset", nil])
        _ = table.add(try rule("close") { $0.match.methods = ["OPTIONS"] }, at: start)
        #expect(table.decide(preflight, at: start)?.name == "close")
    }

    @Test func `a world has a hundred rules at most`() throws {
        let table = table()
        for _ in 0..<FaultTable.mostRules { _ = try #require(table.add(try rule(), at: start)) }
        #expect(table.add(try rule(), at: start) == nil)
        #expect(table.remove("1"))
        #expect(!table.remove("1"))
        #expect(table.add(try rule(), at: start)?.rule.number == 101)
        #expect(table.removeAll() == FaultTable.mostRules)
        #expect(table.isEmpty)
    }

    // MARK: How often

    @Test func `some are let through first, then so many get it`() throws {
        let table = table()
        _ = table.add(
            try rule {
                $0.after = 2
                $0.times = 3
            },
            at: start
        )
        #expect(table.entries[0].left == 3)
        #expect(try names(table, 7) == [nil, nil, "reset", "reset", "reset", nil, nil])
        #expect(table.entries[0].left == 0)
        #expect(table.entries[0].matched == 7)
        #expect(!table.entries[0].isActive(at: start))
    }

    @Test func `what is used up lets older rules decide`() throws {
        let table = table()
        _ = table.add(try rule("close"), at: start)
        _ = table.add(try rule { $0.times = 1 }, at: start)
        #expect(try names(table, 3) == ["reset", "close", "close"])
    }

    @Test func `each user is counted alone`() throws {
        let table = table()
        _ = table.add(
            try rule {
                $0.times = 1
                $0.per = .user
            },
            at: start
        )
        var told: [Bool] = []
        for user in ["ada", "ben", "ada", nil, "ben", nil] {
            told.append(table.decide(try facts(user: user), at: start) != nil)
        }
        #expect(told == [true, true, false, true, false, false])
        #expect(table.entries[0].left == nil)
    }

    @Test func `each value of a field is counted alone, up to a limit`() throws {
        let table = table()
        _ = table.add(
            try rule {
                $0.times = 1
                $0.per = .header(name: "x-device")
            },
            at: start
        )
        for number in 0..<FaultEntry.mostKeys {
            let facts = try facts("GET", "/", [("X-Device", "\(number)")])
            #expect(table.decide(facts, at: start) != nil)
        }
        // The others share one count.
        for (device, isFirst) in [("new", true), ("newer", false)] {
            let facts = try facts("GET", "/", [("X-Device", device)])
            #expect((table.decide(facts, at: start) != nil) == isFirst)
        }
        #expect(table.entries[0].counts.count == FaultEntry.mostKeys + 1)
    }

    @Test func `a changed rule counts anew and keeps its number`() throws {
        let table = table()
        let entry = try #require(table.add(try rule { $0.times = 1 }, at: start))
        _ = try names(table, 2)
        var changed = entry.rule
        changed.times = 2
        #expect(table.replace(entry.rule.number, by: changed, at: start)?.left == 2)
        #expect(try names(table, 3) == ["reset", "reset", nil])
        #expect(table.entries.map(\.rule.number) == [1])
        #expect(table.replace(9, by: changed, at: start) == nil)
    }

    // MARK: Chance

    @Test func `a rate of 0 is never, of 1 always`() throws {
        let table = table()
        let never = try #require(table.add(try rule { $0.rate = 0 }, at: start))
        #expect(try names(table, 100).allSatisfy { $0 == nil })
        #expect(!never.isActive(at: start))
        _ = table.add(try rule { $0.rate = 1 }, at: start)
        #expect(try names(table, 100).allSatisfy { $0 == "reset" })
    }

    @Test func `a rate in between repeats with the seed, and is about kept`() throws {
        let tables = [table(), table(), table(seed: 8)]
        let runs = try tables.map { table in
            _ = table.add(try rule { $0.rate = 0.3 }, at: start)
            return try names(table, 2000).map { $0 != nil }
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0] != runs[2])
        // Five standard deviations.
        for run in runs { #expect((498...702).contains(run.count { $0 })) }
        tables[0].restartRandom(seed: 7)
        #expect(try names(tables[0], 2000).map { $0 != nil } == runs[0])
    }

    @Test func `of several outcomes each has its chance`() throws {
        let table = table()
        let fault = try #require(Fault(named: "flaky"))
        var statuses: [Int?: Int] = [:]
        var spared = 0
        for _ in 0..<5000 {
            guard let applied = table.apply(fault) else {
                spared += 1
                continue
            }
            statuses[applied.status, default: 0] += 1
        }
        #expect((2350...2650).contains(spared))
        #expect(statuses.values.reduce(spared, +) == 5000)
    }

    @Test(arguments: [
        FaultDelay.Time.uniform(.milliseconds(100), .seconds(1)),
        .normal(mean: .milliseconds(500), deviation: .milliseconds(100)),
        .lognormal(median: .milliseconds(500), sigma: 0.4),
    ])
    func `delays repeat with the seed and have the middle that was asked for`(
        time: FaultDelay.Time
    ) {
        func draw() -> [Duration] {
            var random = RandomSource(seed: 3)
            return (0..<2001).map { _ in FaultDelay(time).draw(&random) }
        }
        let delays = draw()
        #expect(delays == draw())
        #expect(delays.allSatisfy { $0 >= .zero && $0 <= FaultDelay.longest })
        let middle = delays.sorted()[1000]
        #expect(middle > .milliseconds(440) && middle < .milliseconds(600))
        if case .uniform(let least, let most) = time {
            #expect(delays.allSatisfy { $0 >= least && $0 <= most })
        }
    }

    // MARK: Time

    @Test func `a rule is gone when its time to live is over`() throws {
        let table = table()
        _ = table.add(try rule("close"), at: start)
        _ = table.add(try rule { $0.timeToLive = .seconds(5) }, at: start)
        #expect(table.entries[0].remainingTime(at: machine.nanoseconds) == .seconds(5))
        machine.nanoseconds += 4_999_999_999
        #expect(try names(table, 1) == ["reset"])
        machine.nanoseconds += 1
        #expect(try names(table, 1) == ["close"])
        #expect(table.entries.count == 1)
    }

    @Test func `a script follows the world's clock`() throws {
        let table = table()
        _ = table.add(try rule { $0.script = try OutageScript("up 5s, down 2s, up") }, at: start)
        let told = try [0, 4, 5, 6, 7].map { second in
            table.decide(try facts(), at: start + .seconds(second)) != nil
        }
        #expect(told == [false, false, true, true, false])
        #expect(table.entries[0].matched == 2)
        #expect(table.entries[0].isActive(at: start + .seconds(5)))
        #expect(!table.entries[0].isActive(at: start))
    }
}
