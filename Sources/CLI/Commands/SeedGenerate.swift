internal import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlyOptions
internal import MockPostlySeeds

extension Commands {
    static let seedGenerate = Command(
        name: "seed gen",
        summary: "write a large seed of generated posts and records",
        description: """
            Generates people, posts, likes and comments, and writes them as seed files with 1,000 \
            posts each; if asked, a feed and records of DummyJSON as well. The same options give the \
            same files, byte for byte. People are user000001@example.com and so on, with passwords \
            such as user000001-postly. The directory must be empty or new.
            """,
        groups: [
            .init(
                title: "Options",
                options: [
                    CommandOptions.posts, CommandOptions.users, CommandOptions.comments,
                    CommandOptions.likes, CommandOptions.feed, CommandOptions.records,
                    CommandOptions.words, CommandOptions.generatorSeed,
                    CommandOptions.outputDirectory,
                ]
            )
        ],
        examples: [
            .init(
                line: "mockpostly seed gen --posts 100000 --users 500 --out big",
                purpose: "to test an app with much content"
            ),
            .init(
                line: "mockpostly seed gen --feed 5000 --records products=5000 --out long",
                purpose: "long lists in a feed and in a shop"
            ),
            .init(line: "mockpostly serve --seed big", purpose: "a server with this content"),
        ],
        body: generateSeed
    )

    /// Makes the repository's own seed; only the help of `seed` shows it.
    static let seedCompose = Command(
        name: "seed compose",
        summary: "write the composed part of the standard seed to standard output",
        description: """
            For work on mockpostly itself: prints the content of seed/postly/composed.json, made \
            from the sentence banks in this program and the people in PATH.
            """,
        operands: .init(placeholder: "PATH", count: 1...1, completion: .paths),
        examples: [
            .init(
                line: "mockpostly seed compose seed/postly/people.json > composed.json",
                purpose: "after a change of the sentence banks"
            )
        ],
        isHidden: true,
        body: composeSeed
    )

    private static func generateSeed(_ call: Command.Call) throws(Failure) -> ExitCode {
        let amounts = call.settings.generated
        let directory = call.settings.outputPath ?? ""
        var plan = SeedGenerator.Plan(
            posts: amounts.posts,
            users: amounts.users,
            comments: amounts.comments,
            randomSeed: call.settings.generatorSeed,
            words: amounts.words
        )
        (plan.likes, plan.feed, plan.records) = (amounts.likes, amounts.feed, amounts.records)
        if let problem = plan.problem {
            throw .usage(problem, hint: "give --posts, --users and other numbers that go together")
        }
        var bar = ProgressBar(on: call.console, counting: "posts")
        do throws(SeedFault) {
            var generator = try SeedGenerator(plan)
            try generator.write(to: directory) { bar.show($0, of: $1) }
        } catch {
            bar.clear()
            throw Failure(error.description, hint: "give --out a directory that is empty or new")
        }
        bar.clear()
        var made = [
            counted(amounts.users, "user"), counted(amounts.posts, "post"),
            counted(amounts.comments, "comment"),
        ]
        if amounts.feed > 0 { made.append(counted(amounts.feed, "post") + " of the feed") }
        if !amounts.records.isEmpty {
            made.append(counted(amounts.records.values.reduce(0, +), "record"))
        }
        try call.console.write("\(directory): \(made.joined(separator: ", "))\n")
        return .success
    }

    private static func composeSeed(_ call: Command.Call) throws(Failure) -> ExitCode {
        let text: [UInt8]
        do {
            let people = try SeedSource.paths(call.operands).users(.standard)
            text = try StandardSeed.compose(people: people)
        } catch {
            throw Failure(
                (error as? SeedFault)?.description ?? "\(error)",
                hint: "PATH is seed/postly/people.json of the repository",
                .configuration
            )
        }
        try call.console.write(text)
        return .success
    }
}
