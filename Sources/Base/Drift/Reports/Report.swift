/// A report of what came of a scenario.
package struct DriftReport: Sendable {
    package let outcome: DriftOutcome
    /// The address of the real server.
    package let server: String
    /// Whether values of the real server are in it.
    package let showsValues: Bool

    package init(_ outcome: DriftOutcome, of server: String, showsValues: Bool) {
        (self.outcome, self.server, self.showsValues) = (outcome, server, showsValues)
    }

    /// The steps that were left out for `gap`.
    func count(_ gap: DriftGap) -> Int { outcome.parts.count { $0.gap == gap } }

    /// A difference in one line: `missing body.title: missing, here a text`.
    func line(of finding: DriftFinding) -> String {
        let kind = finding.kind.rawValue
        let place = finding.field.hasPrefix(kind) ? finding.field : "\(kind) \(finding.field)"
        return "\(place): \(words(of: finding))"
    }

    private func words(of finding: DriftFinding) -> String {
        guard showsValues else { return finding.words }
        let values = [("there", finding.real), ("here", finding.here)].compactMap { side, value in
            value.map { "\(side) \(cut($0))" }
        }
        return finding.words + (values.isEmpty ? "" : "; " + values.joined(separator: ", "))
    }

    /// The path of a step; of a recorded one without values.
    func path(of step: DriftStep) -> String {
        guard step.isRecorded, !showsValues else { return step.path }
        let query = step.path.firstIndex(of: "?") ?? step.path.endIndex
        let parts = step.path[..<query].split(separator: "/", omittingEmptySubsequences: false)
        let shown = parts.map { part in
            let isValue = !part.hasPrefix("{{") && isSomebodys(String(part))
            return isValue || Int64(part) != nil ? "{…}" : String(part)
        }
        return shown.joined(separator: "/") + (query == step.path.endIndex ? "" : "?…")
    }

    /// The rule that a step holds the server to, and where it is written.
    func rule(of step: DriftStep) -> String {
        step.contract.isEmpty ? step.rule : "\(step.rule) (\(place(of: step)))"
    }

    /// The file of a step's contract in the sources.
    func place(of step: DriftStep) -> String {
        step.contract.isEmpty ? "" : "Tests/Contracts/\(step.contract).http"
    }

    private func cut(_ text: String) -> String {
        text.count > 200 ? text.prefix(200) + "…" : text
    }

    /// How many steps were left out and why; empty for none.
    var leftOut: [String] {
        let reasons: [(DriftGap, String)] = [
            (.writes, "that write (--allow-writes)"), (.login, "that need a login (--login)"),
            (.needs, "that need an answer of another"),
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
