extension DriftReport {
    /// For people: each step that differs with its rule and its differences, and a sum.
    package var text: String {
        var text = ""
        for part in outcome.parts where !part.findings.isEmpty || !part.notes.isEmpty {
            text += "\(part.step.name): \(part.step.method) \(path(of: part.step))\n"
            let rule = rule(of: part)
            if !rule.isEmpty { text += "  contract: \(rule)\n" }
            for finding in part.findings { text += "  \(line(of: finding, in: part))\n" }
            for note in part.notes { text += "  \(line(of: note))\n" }
        }
        return text + sum + "\n"
    }

    /// The last line: what was compared, and what came of it.
    var sum: String {
        let differing = outcome.parts.count { !$0.findings.isEmpty }
        let found =
            differing == 0
            ? "no drift"
            : "\(counted(outcome.findings.count, "difference")) in \(counted(differing, "step"))"
        let notes = outcome.notes
        let undecided = notes.isEmpty ? "" : "; \(counted(notes.count, "field")) undecided"
        let others = leftOut.isEmpty ? "" : "; left out: " + leftOut.joined(separator: ", ")
        return "\(outcome.scenario) at \(server): \(found); "
            + "\(counted(outcome.compared, "step")) compared\(undecided)\(others)"
    }
}
