internal import MockPostlyDomain
internal import MockPostlyOptions

extension Commands {
    static let seed = Command(
        name: "seed",
        summary: "check and generate content for a new world",
        description: """
            A seed is JSON: people, their posts, and the likes and comments under them. serve \
            takes one with --seed; seed/README.md in the repository describes the format.
            """,
        examples: seedCheck.examples + seedGenerate.examples,
        subcommands: [seedCheck, seedGenerate, seedCompose, seedImage]
    )

    static let seedCheck = Command(
        name: "seed check",
        summary: "tell what is wrong with seed files",
        description: """
            Reads the files and directories together as one seed, as serve would, and names each \
            fault with file, line, column, field and what was expected; the first 20 of them.
            """,
        operands: .init(placeholder: "PATH…", count: 1...10_000, completion: .paths),
        examples: [
            .init(line: "mockpostly seed check team.json posts/", purpose: "as one seed")
        ],
        body: checkSeed
    )

    private static func checkSeed(_ call: Command.Call) throws(Failure) -> ExitCode {
        let limit = 20
        let summary = SeedSummary.check(.paths(call.operands), limit: limit)
        guard !summary.faults.isEmpty else {
            let counts = summary.counts
            try call.console.write(
                "valid: \(counted(counts.users, "user")), \(counted(counts.posts, "post")), "
                    + "\(counted(counts.comments, "comment")), \(counted(counts.likes, "like"))\n"
                    + communityLine(counts.community)
            )
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

    /// What the seed holds for the community; nothing when it says nothing of it.
    private static func communityLine(_ counts: CommunityCounts) -> String {
        guard counts != CommunityCounts() else { return "" }
        return "community: \(counted(counts.members, "member")), "
            + "\(counted(counts.posts, "post")), \(counted(counts.comments, "comment")), "
            + "\(counted(counts.likes, "like")), \(counted(counts.tokens, "token"))\n"
    }
}
