/// A step that reads: `line` is a method and a path.
func read(
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
func send(
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

extension DriftScenario {
    /// The scenarios of the systems, by their names.
    package static let all = [postly, dummyJSON, community, pexels, wreely, realWorld]

    /// The scenario called `name`; nil when there is none.
    package static func named(_ name: String) -> DriftScenario? { all.first { $0.name == name } }
}
