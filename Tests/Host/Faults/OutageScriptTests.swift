import Testing

@testable import MockPostlyFaults

@Suite struct OutageScriptTests {
    private func states(_ text: String, _ seconds: [Int]) throws -> [Bool] {
        let script = try OutageScript(text)
        return seconds.map { script.isDown(after: .seconds($0)) }
    }

    @Test func `the steps follow each other, and the last one lasts`() throws {
        #expect(
            try states("up 5s, down 2s, up", [-1, 0, 4, 5, 6, 7, 1000])
                == [false, false, false, true, true, false, false]
        )
        #expect(try states("up 1m, down", [59, 60, 100_000]) == [false, true, true])
        #expect(try states("down", [0, 9]) == [true, true])
    }

    @Test func `after a last step with a time the service is up`() throws {
        #expect(try states("down 2s", [0, 1, 2, 3]) == [true, true, false, false])
    }

    @Test func `a script that ends with 'repeat' begins again`() throws {
        #expect(
            try states(" up 2s ,down 1s, repeat", [0, 2, 3, 5, 6, 302])
                == [false, true, false, true, false, true]
        )
    }

    @Test(arguments: [
        ("", "has the step ''"),
        ("dwon 2s", "has the step 'dwon 2s'"),
        ("up, down 2s", "without a time before the last one"),
        ("up 2s, down, repeat", "without a time before the last one"),
        ("repeat", "has no steps before 'repeat'"),
        ("up 2", "whose time is none such as '5s'"),
        ("up 0s", "whose time is none such as '5s'"),
        ("up 1s 2s", "must have 'up' or 'down' with a time"),
    ])
    func `what is no script is refused`(text: String, words: String) {
        #expect {
            try OutageScript(text)
        } throws: {
            ($0 as? OutageScript.Fault)?.words.contains(words) ?? false
        }
    }

    @Test func `a script has a hundred steps at most`() throws {
        let steps = (0..<101).map { _ in "up 1s" }
        #expect(throws: OutageScript.Fault(words: "has more than 100 steps")) {
            try OutageScript(steps.joined(separator: ","))
        }
        let longest = try OutageScript(steps.dropLast().joined(separator: ","))
        #expect(!longest.isDown(after: .zero))
    }
}
