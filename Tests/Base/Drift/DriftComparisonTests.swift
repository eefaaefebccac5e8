import Testing

@testable import MockPostlyDrift

@Suite struct DriftComparisonTests {
    /// Two runs on one server, and one in a world that has other things.
    private func runs(_ seed: UInt64, shuffled: Bool = false) -> [[String: DriftAnswer]] {
        var real = PlantedServer(seed)
        real.shuffles = shuffled
        let first = real.answers()
        real.time += Int64(seed % 7) + 1
        real.others += Int(seed % 3) + 1
        let second = real.answers()
        var world = PlantedServer(seed &+ 1_000_003)
        (world.time, world.others) = (1_771_079_000 + Int64(seed), 3)
        return [first, second, world.answers()]
    }

    @Test(arguments: Mutation.all)
    func `what a server does otherwise is reported at its field`(_ mutation: Mutation) throws {
        var runs = runs(7)
        for index in 0...1 {
            var answer = try #require(runs[index][mutation.step])
            let before = answer
            mutation.change(&answer)
            #expect(answer != before)
            runs[index][mutation.step] = answer
        }
        let found = findings(runs[0], runs[1], runs[2])
        let fields = found.map { "\($0.step) \($0.kind.rawValue) \($0.field)" }
        let wanted = ["\(mutation.step) \(mutation.kind.rawValue) \(mutation.field)"]
        #expect(fields.sorted() == (wanted + mutation.consequences).sorted())
    }

    @Test func `there are 60 mutations and more`() {
        #expect(Mutation.all.count >= 60)
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func `an unchanged server gives no alarm`(seed: UInt64) {
        let runs = runs(seed, shuffled: true)
        #expect(runs[0] != runs[1])
        #expect(findings(runs[0], runs[1], runs[2]) == [])
    }

    @Test func `words of a difference have no value of the real server`() throws {
        var runs = runs(7)
        for mutation in Mutation.all {
            for index in 0...1 {
                var answer = try #require(runs[index][mutation.step])
                mutation.change(&answer)
                runs[index][mutation.step] = answer
            }
        }
        let real = runs[0].values.flatMap { answer in
            var texts: [String] = []
            DriftComparison.parsed(answer.body)?.forEachScalar(at: "") { _, value in
                if case .text(let text) = value, text.utf8.count > 3 { texts.append(text) }
            }
            return texts
        }
        #expect(!real.isEmpty)
        for finding in findings(runs[0], runs[1], runs[2]) {
            for text in real {
                #expect(
                    replacing(text, by: "", in: finding.words + finding.field)
                        == finding.words + finding.field
                )
            }
        }
    }
}
