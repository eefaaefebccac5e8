/// Why a step was not compared.
package enum DriftGap: String, Sendable {
    /// It writes, and nobody has allowed that.
    case writes
    /// It needs somebody to log in, or a key.
    case login
    /// Its operation demands a key, and the server has refused it without one.
    case key
    /// An earlier answer has nothing of what it needs.
    case needs
}

/// What came of a scenario.
package struct DriftOutcome: Sendable {
    /// One step, as far as it got.
    package struct Part: Sendable {
        package var step: DriftStep
        /// Nil when it was compared.
        package var gap: DriftGap?
        package var findings: [DriftFinding] = []
        /// What could not be decided.
        package var notes: [DriftNote] = []
        /// The first answer of the real server, and the world's.
        package var real: DriftAnswer?
        package var here: DriftAnswer?
    }

    package var scenario: String
    package var parts: [Part] = []

    package var findings: [DriftFinding] { parts.flatMap(\.findings) }
    package var notes: [DriftNote] { parts.flatMap(\.notes) }
    package var compared: Int { parts.count { $0.gap == nil } }

    package init(
        _ scenario: DriftScenario,
        _ runs: DriftComparison.Sides<DriftRun>,
        _ comparison: DriftComparison,
        allowsWrites: Bool
    ) {
        self.scenario = scenario.name
        var comparison = comparison
        for (name, value) in runs.first.variables.sorted(by: { $0.key < $1.key }) {
            guard let second = runs.second.variables[name], let world = runs.world.variables[name]
            else { continue }
            comparison.note(.init(first: value, second: second, world: world), named: name)
        }
        for step in scenario.steps {
            var part = Part(step: step)
            guard let first = runs.first.answers[step.name],
                let second = runs.second.answers[step.name],
                let world = runs.world.answers[step.name]
            else {
                let names = step.variables.filter { !$0.utf8.contains(UInt8(ascii: ".")) }
                let lacksLogin = names.contains { runs.first.variables[$0] == nil }
                let gap = step.gap ?? (lacksLogin ? .login : .needs)
                part.gap = step.writes && !allowsWrites ? .writes : gap
                parts.append(part)
                continue
            }
            for name in step.variables where name.utf8.contains(UInt8(ascii: ".")) {
                guard let one = runs.first.value(of: name), let two = runs.second.value(of: name),
                    let here = runs.world.value(of: name)
                else { continue }
                comparison.note(.init(first: one, second: two, world: here), named: name)
            }
            let known = (findings: comparison.findings.count, notes: comparison.notes.count)
            comparison.compare(step, .init(first: first, second: second, world: world))
            part.findings = Array(comparison.findings.dropFirst(known.findings))
            part.notes = Array(comparison.notes.dropFirst(known.notes))
            (part.real, part.here) = (first, world)
            parts.append(part)
        }
    }
}
