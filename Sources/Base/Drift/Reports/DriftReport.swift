/// A report of what came of a scenario.
package struct DriftReport: Sendable {
    package let outcome: DriftOutcome
    /// The address of the real server.
    package let server: String
    /// Whether values of the real server are in it.
    package let showsValues: Bool

    /// Whether the world may have what the real server has, as after a recorded request.
    let hidesWorld: Bool
    /// Whether its JSON has both answers.
    package var hasSides = false

    package init(
        _ outcome: DriftOutcome,
        of server: String,
        showsValues: Bool,
        hidesWorld: Bool = false
    ) {
        (self.outcome, self.server) = (outcome, server)
        (self.showsValues, self.hidesWorld) = (showsValues, hidesWorld)
    }

    /// The steps that were left out for `gap`.
    func count(_ gap: DriftGap) -> Int { outcome.parts.count { $0.gap == gap } }

    /// A difference in one line: `missing body.title: missing, here a text (line 9)`.
    func line(of finding: DriftFinding, in part: DriftOutcome.Part) -> String {
        let kind = finding.kind.rawValue
        let place = finding.field.hasPrefix(kind) ? finding.field : "\(kind) \(finding.field)"
        let line = contractLine(of: finding, in: part).map { " (line \($0))" } ?? ""
        return "\(place): \(words(of: finding))\(line)"
    }

    /// The line of the contract that says what stands at the field of a finding.
    func contractLine(of finding: DriftFinding, in part: DriftOutcome.Part) -> Int? {
        ContractPlace(of: part.step, part.here?.status)?.line(of: finding.field)
    }

    /// What could not be decided, in one line.
    func line(of note: DriftNote) -> String {
        "\(note.kind.rawValue) \(note.field): \(note.words)"
    }

    private func words(of finding: DriftFinding) -> String {
        guard showsValues else { return finding.words }
        let values = [("there", finding.real), ("here", finding.here)].compactMap { side, value in
            value.map { "\(side) \(cut($0))" }
        }
        return finding.words + (values.isEmpty ? "" : "; " + values.joined(separator: ", "))
    }

    /// The path of a step; of a recorded one that of its route.
    func path(of step: DriftStep) -> String { step.path(showingValues: showsValues) }

    /// The rule that a step holds the server to, and where it is written.
    func rule(of part: DriftOutcome.Part) -> String {
        let step = part.step
        guard let place = ContractPlace(of: step, part.here?.status) else { return step.rule }
        let line = "\(place.path):\(place.request)"
        return step.rule.isEmpty ? line : "\(step.rule) (\(line))"
    }

    /// The transcript that has the contract of a step, in the sources; nil where none has.
    func transcript(of part: DriftOutcome.Part) -> String? {
        ContractPlace(of: part.step, part.here?.status)?.path
    }

    private func cut(_ text: String) -> String {
        text.count > 200 ? text.prefix(200) + "…" : text
    }

    /// How many steps were left out and why; empty for none.
    var leftOut: [String] {
        let reasons: [(DriftGap, String)] = [
            (.writes, "that write (--allow-writes)"), (.login, "that need a login (--login)"),
            (.key, "that need a key (--header)"), (.needs, "that need an answer of another"),
        ]
        return reasons.compactMap { gap, words in
            let count = count(gap)
            return count == 0 ? nil : "\(count) \(words)"
        }
    }
}

/// `1 step`, `2 steps`.
func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}
