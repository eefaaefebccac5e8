internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

extension Commands {
    static let importing = Command(
        name: "import",
        summary: "bring content into a world",
        description: """
            Replaces what a world of a running server holds by what FILE holds: a seed, or an \
            SQLite file that `mockpostly export` or a server with --data has written. A directory \
            means its *.json files, read together as one seed; - is standard input. A reset still \
            brings back what the world began with. A file called dummyjson is written ./dummyjson.
            """,
        operands: .init(placeholder: "FILE|DIR|-", count: 1...1, completion: .paths),
        groups: [
            .init(title: "Options", options: [ClientOptions.json]), ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(line: "mockpostly import team.json", purpose: "into the default world"),
            .init(line: "mockpostly import seed/postly -w w1", purpose: "several files, into w1"),
        ] + importDummyJSON.examples,
        subcommands: [importDummyJSON],
        body: importContent
    )

    private static func importContent(_ call: Command.Call) throws(Failure) -> ExitCode {
        let content = try ImportContent(call.operands[0])
        let client = try call.controlClient(toChange: true)
        let answer: JSON
        do throws(Failure) {
            answer = try client.ask(
                "POST",
                "/import",
                [("world", client.world)],
                .bytes(content.bytes)
            )
        } catch {
            throw error.naming(call.operands[0])
        }
        try call.showContent(answer)
        return .success
    }

    static let importDummyJSON = Command(
        name: "import dummyjson",
        summary: "bring in records for the DummyJSON API",
        description: """
            Reads posts.json, users.json, comments.json, todos.json, quotes.json, products.json, \
            recipes.json and carts.json in DIR, each an array of records as the original answers \
            them, and makes them the records of FILE, in place of the standard ones. What was \
            written to those before is forgotten. The first record that cannot be served is \
            named, and then nothing is changed. This asks no server.
            """,
        operands: .init(placeholder: "DIR", count: 1...1, completion: .paths),
        groups: [
            .init(
                title: "Options",
                options: [
                    ServerOptions.dataFile.with {
                        $0.isRequired = true
                        $0.summary = "the data file that they are put into"
                        $0.details = "Made when it is not there. No server may have it open."
                    }
                ]
            )
        ],
        examples: [
            .init(
                line: "mockpostly import dummyjson shop/ --data shop.sqlite",
                purpose: "once"
            ),
            .init(line: "mockpostly serve --data shop.sqlite", purpose: "and to serve it"),
        ],
        body: importRecords
    )

    private static func importRecords(_ call: Command.Call) throws(Failure) -> ExitCode {
        let configuration = call.settings.configuration
        let counts: [DocumentCount]
        do throws(StartFailure) {
            counts = try importDocuments(from: call.operands[0], configuration)
        } catch {
            throw Failure(error)
        }
        let words = counts.map { counted($0.count, $0.noun) }.joined(separator: ", ")
        try call.console.write("\(configuration.dataFile ?? ""): \(words)\n")
        return .success
    }
}

extension Failure {
    /// The same failure with the file's name in place of `body`, as the server calls it.
    fileprivate func naming(_ operand: String) -> Failure {
        let file = operand == "-" ? "standard input" : operand
        var failure = self
        if words.hasPrefix("body:") {
            failure.words = file + words.dropFirst("body".count)
        } else if words.hasPrefix("The body is ") {
            failure.words = file + words.dropFirst("The body".count)
        }
        if failure != self { failure.hint = "nothing was changed" }
        return failure
    }
}
