import MockPostlyWorld
import Testing

@testable import MockPostlyDrift

/// Servers of other kinds than the planted one: what they do, and what is said of it.
@Suite struct StrangerTests {
    @Test(arguments: Trial.bodyTrials)
    func `bodies of strangers are told right`(_ trial: Trial) {
        #expect(trial.compare().said.sorted() == trial.says.sorted())
    }

    @Test(arguments: Trial.headTrials)
    func `heads of strangers are told right`(_ trial: Trial) {
        #expect(trial.compare().said.sorted() == trial.says.sorted())
    }

    @Test func `two statuses are both told`() {
        let comparison = Trial("", says: []).with { $0.statuses = [404, 500, 200] }.compare()
        #expect(comparison.findings.map(\.words) == ["404, then 500, here 200"])
    }

    @Test func `a body with thousands of ids is compared at once`() {
        func list(_ seed: UInt64) -> String {
            var random = RandomSource(seed: seed)
            let things = (0..<4_000).map { index -> String in
                let id = String(random.next() | 1 << 63, radix: 16)
                return #"{"id":"\#(id)","url":"/things/\#(id)","text":"thing \#(index)"}"#
            }
            return "[\(things.joined(separator: ","))]"
        }
        let trial = Trial("", .rule, [list(1), list(2), list(3)])
        let clock = ContinuousClock()
        let time = clock.measure { #expect(trial.compare().said == []) }
        // It took minutes when each id was looked for in each text.
        #expect(time < .seconds(30))
    }
}
