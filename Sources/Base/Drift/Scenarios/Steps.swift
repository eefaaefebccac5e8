extension DriftScenario {
    /// A step that reads: `line` is a method and a path.
    package static func read(
        _ name: String,
        _ line: String,
        content: DriftStep.Content = .rule,
        fixed: [String] = [],
        as token: String? = nil
    ) -> DriftStep {
        let words = line.split(separator: " ", maxSplits: 1)
        return DriftStep(name, String(words[0]), String(words[1])).with {
            ($0.content, $0.fixed) = (content, fixed)
            if let token { $0.headers.append(.init("Authorization", token)) }
        }
    }

    /// A step that sends JSON.
    package static func send(
        _ name: String,
        _ line: String,
        _ json: String?,
        content: DriftStep.Content = .rule,
        writes: Bool = true,
        as token: String? = nil
    ) -> DriftStep {
        read(name, line, content: content, as: token).with {
            ($0.body, $0.writes) = (json, writes)
            if json != nil { $0.headers.append(.init("Content-Type", "application/json")) }
        }
    }
}

extension DriftStep {
    /// The step with the rule that it asks for, and the transcript that holds it here.
    package func shows(_ rule: String, _ contract: String) -> DriftStep {
        with { ($0.rule, $0.contract) = (rule, contract) }
    }
}
