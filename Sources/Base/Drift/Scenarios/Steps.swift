extension DriftScenario {
    /// A step that reads: `line` is a method and a path.
    package static func read(
        _ name: String,
        _ line: String,
        content: DriftStep.Content = .rule,
        fixed: [String] = [],
        as token: String? = nil,
        _ rule: String,
        _ contract: String
    ) -> DriftStep {
        let words = line.split(separator: " ", maxSplits: 1)
        return DriftStep(name, String(words[0]), String(words[1])).with {
            ($0.content, $0.fixed, $0.rule, $0.contract) = (content, fixed, rule, contract)
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
        as token: String? = nil,
        _ rule: String,
        _ contract: String
    ) -> DriftStep {
        read(name, line, content: content, as: token, rule, contract).with {
            ($0.body, $0.writes) = (json, writes)
            if json != nil { $0.headers.append(.init("Content-Type", "application/json")) }
        }
    }
}
