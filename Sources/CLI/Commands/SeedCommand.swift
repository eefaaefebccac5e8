internal import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlyOptions
internal import MockPostlySeeds

extension Commands {
    static let seed = Command(
        name: "seed",
        summary: "check and generate content for new worlds",
        description: """
            A seed is a JSON file with people, posts, likes and comments. `mockpostly serve \
            --seed FILE` uses it. seed/README.md in the repository describes the format.
            """,
        examples: seedCheck.examples + seedGenerate.examples,
        subcommands: [seedCheck, seedGenerate, seedCompose, seedImage]
    )

    static let seedCheck = Command(
        name: "seed check",
        summary: "find mistakes in seed files",
        description: """
            Reads the files and directories together as one seed, as serve does. Prints the first \
            20 faults with file, line, column, field and the value that was expected.
            """,
        operands: .init(placeholder: "PATH…", count: 1...10_000, completion: .paths),
        examples: [
            .init(line: "mockpostly seed check team.json posts/", purpose: "as one seed")
        ],
        body: checkSeed
    )

    private static func checkSeed(_ call: Command.Call) throws(Failure) -> ExitCode {
        let limit = 20
        let summary = SeedSummary.check(.paths(call.operands), .standard, limit: limit)
        guard !summary.faults.isEmpty else {
            try call.console.write(lines(summary.tallies))
            return .success
        }
        for fault in summary.faults { call.console.tell(fault.description + "\n") }
        let count = summary.faults.count
        let words = count == limit ? "the first \(limit) faults" : counted(count, "fault")
        throw Failure(
            "the seed is not valid: \(words)",
            hint: "seed/README.md describes the format",
            .configuration
        )
    }

    /// The counts of a seed: one line for all parts without a title, and one for each part with a
    /// title that is not empty.
    private static func lines(_ tallies: [SeedTally]) -> String {
        let counts = tallies.filter { $0.title == nil }.flatMap(\.counts)
        var text = "valid: \(list(counts))\n"
        for tally in tallies where tally.counts.contains(where: { $0.count > 0 }) {
            if let title = tally.title { text += "\(title): \(list(tally.counts))\n" }
        }
        return text
    }

    private static func list(_ counts: [SeedTally.Count]) -> String {
        counts.map { counted($0.count, $0.noun) }.joined(separator: ", ")
    }
}
