import Testing

@testable import MockPostlyDrift

/// Three answers to one step, and what has to be said of them.
struct Trial: Sendable, CustomTestStringConvertible {
    let name: String
    var content = DriftStep.Content.rule
    var request = "GET /things"
    var body: String?
    /// Of the first and the second real run, and of the world.
    var bodies: [String]
    var fields: [[(String, String)]] = [[], [], []]
    var statuses = [200, 200, 200]
    var says: [String] = []

    var testDescription: String { name }

    init(
        _ name: String,
        _ content: DriftStep.Content = .rule,
        _ bodies: [String] = ["{}", "{}", "{}"],
        says: [String] = []
    ) {
        (self.name, self.content, self.bodies, self.says) = (name, content, bodies, says)
    }

    /// A header that is not the same in all three answers.
    init(
        _ name: String,
        _ content: DriftStep.Content = .rule,
        header: String,
        _ values: [String],
        says: [String] = []
    ) {
        self.init(name, content, says: says)
        fields = values.map { $0.isEmpty ? [] : [(header, $0)] }
    }

    func with(_ change: (inout Trial) -> Void) -> Trial {
        var trial = self
        change(&trial)
        return trial
    }

    var step: DriftStep {
        let words = request.split(separator: " ")
        return DriftStep("it", String(words[0]), String(words[1])).with {
            ($0.content, $0.body) = (content, body)
        }
    }

    func answer(_ index: Int) -> DriftAnswer {
        // The world is half a year away.
        let time = Int64(index < 2 ? 1_771_072_496 + index * 61 : 1_755_000_000)
        return DriftAnswer(
            status: statuses[index],
            fields: [.init("Content-Type", "application/json")]
                + fields[index].map { .init($0, $1) },
            body: Array(bodies[index].utf8),
            time: time
        )
    }

    func compare() -> DriftComparison {
        var comparison = DriftComparison()
        comparison.compare(
            step,
            .init(first: answer(0), second: answer(1), world: answer(2))
        )
        return comparison
    }
}

extension DriftComparison {
    /// Findings and notes, without their words.
    var said: [String] {
        findings.map { "\($0.kind.rawValue) \($0.field)" }
            + notes.map { "\($0.kind.rawValue) \($0.field)" }
    }
}
