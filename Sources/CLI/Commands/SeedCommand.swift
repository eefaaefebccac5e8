internal import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlyOptions
internal import MockPostlySeeds
internal import MockPostlyWorld

extension Commands {
    static let seed = Command(
        name: "seed",
        summary: "check and generate content for new worlds",
        description: """
            A seed is a JSON file with people, posts, likes and comments. `mockpostly serve \
            --seed FILE` uses it. seed/README.md in the repository describes the format.
            """,
        examples: seedCheck.examples + seedSchema.examples + seedGenerate.examples,
        subcommands: [seedCheck, seedSchema, seedGenerate, seedCompose, seedImage]
    )

    static let seedCheck = Command(
        name: "seed check",
        summary: "find mistakes in seed files",
        description: """
            Reads the files and directories together as one seed, as serve does. Prints all \
            faults with file, line, column, field and the value that was expected; of more than \
            1000, the first ones.
            """,
        operands: .init(placeholder: "PATH…", count: 1...10_000, completion: .paths),
        examples: [
            .init(line: "mockpostly seed check team.json posts/", purpose: "as one seed")
        ],
        body: checkSeed
    )

    static let seedSchema = Command(
        name: "seed schema",
        summary: "print the JSON Schema of seed files",
        description: """
            Prints the JSON Schema (draft 2020-12) of seed files, by which editors complete names \
            and mark mistakes: in a file that begins with {"$schema": "seed.schema.json", ...}. A \
            server has it at /__mockpostly/v1/seed/schema. What needs more than one value, such \
            as an e-mail that no user has, is found by `mockpostly seed check` alone.
            """,
        examples: [
            .init(line: "mockpostly seed schema > seed.schema.json", purpose: "for editors")
        ],
        body: printSeedSchema
    )

    private static func printSeedSchema(_ call: Command.Call) throws(Failure) -> ExitCode {
        try call.console.write(SeedSchema.json(ContentRegistry.standard.seeds))
        return .success
    }

    private static func checkSeed(_ call: Command.Call) throws(Failure) -> ExitCode {
        let limit = 1_000
        let summary = SeedSummary.check(
            .paths(call.operands),
            .standard,
            on: Clock.real.now(),
            limit: limit
        )
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
