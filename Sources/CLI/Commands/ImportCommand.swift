internal import MockPostlyControlClient
internal import MockPostlyDialect
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

extension Commands {
    /// `mockpostly import`, with a subcommand for each dialect of `registry` that imports records.
    static func importing(of registry: DialectRegistry) -> Command {
        let commands =
            [importHAR]
            + registry.all.compactMap { dialect in
                dialect.recordImport.map { recordsCommand(of: dialect.name, $0) }
            }
        let shadowed = commands.map(\.word).map { " A file called \($0) is written ./\($0)." }
        return Command(
            name: "import",
            summary: "bring content into a world",
            description: """
                Replaces what a world of a running server holds by what FILE holds: a seed, or an \
                SQLite file that `mockpostly export` or a server with --data has written. A \
                directory means its *.json files, read together as one seed; - is standard input. \
                A reset still brings back what the world began with.\(shadowed.joined())
                """,
            operands: .init(placeholder: "FILE|DIR|-", count: 1...1, completion: .paths),
            groups: [
                .init(title: "Options", options: [ClientOptions.json]),
                ClientOptions.serverAndWorld,
            ],
            examples: [
                .init(
                    line: "mockpostly import team.json",
                    purpose: "into the world of requests without a world"
                ),
                .init(
                    line: "mockpostly import seed/postly -w w1",
                    purpose: "several files, into w1"
                ),
            ] + commands.flatMap(\.examples),
            subcommands: commands,
            body: importContent
        )
    }

    private static func importContent(_ call: Command.Call) throws(Failure) -> ExitCode {
        let content = try ImportContent(call.operands[0])
        let client = try call.controlClient(for: .changing)
        let answer: JSON
        do throws(Failure) {
            answer = try client.json("POST", ["import"], body: .bytes(content.bytes))
        } catch {
            throw error.naming(call.operands[0])
        }
        return try call.showContent(answer)
    }

    /// The command that puts a directory of records of the dialect called `name` into a data file.
    private static func recordsCommand(of name: String, _ records: RecordImport) -> Command {
        let (directory, file) = ("\(records.exampleName)/", "\(records.exampleName).sqlite")
        return Command(
            name: "import \(name)",
            summary: records.summary,
            description: records.description,
            operands: .init(placeholder: "DIR", count: 1...1, completion: .paths),
            groups: [
                .init(
                    title: "Options",
                    options: [
                        ServerOptions.dataFile.with {
                            $0.isRequired = true
                            $0.summary = "the data file to put them into"
                            $0.details =
                                "It is created if it does not exist. No server may have it open."
                        }
                    ]
                )
            ],
            examples: [
                .init(
                    line: "mockpostly import \(name) \(directory) --data \(file)",
                    purpose: "import the records"
                ),
                .init(line: "mockpostly serve --data \(file)", purpose: "serve them"),
            ],
            body: { call throws(Failure) in try put(records, call) }
        )
    }

    private static func put(_ records: RecordImport, _ call: Command.Call) throws(Failure)
        -> ExitCode
    {
        let configuration = call.settings.configuration
        let counts: [ReadRecords.Count]
        do throws(StartFailure) {
            counts = try importRecords(records, from: call.operands[0], configuration)
        } catch {
            throw Failure(error)
        }
        let words = counts.map { counted($0.count, $0.noun) }.joined(separator: ", ")
        try call.console.write("\(configuration.dataFile ?? ""): \(words)\n")
        return .success
    }
}

extension Failure {
    /// The same failure with the file's name in place of what was sent.
    fileprivate func naming(_ operand: String) -> Failure {
        let file = operand == "-" ? "standard input" : operand
        var failure = self
        if words.hasPrefix("body:") {
            failure.words = file + words.dropFirst("body".count)
        } else if words.hasPrefix("What was sent is ") {
            failure.words = file + words.dropFirst("What was sent".count)
        }
        if failure != self { failure.hint = "nothing was changed" }
        return failure
    }
}
