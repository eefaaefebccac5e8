internal import MockPostlyDomain
internal import MockPostlyServer

extension Commands {
    static let importing = Command(
        name: "import",
        summary: "bring content into a data file",
        description: """
            Puts content from files into a data file, which a server with --data then serves. \
            No server may have the file open meanwhile.
            """,
        examples: importDummyJSON.examples,
        subcommands: [importDummyJSON]
    )

    static let importDummyJSON = Command(
        name: "import dummyjson",
        summary: "bring in records for the DummyJSON API",
        description: """
            Reads posts.json, users.json, comments.json, todos.json, quotes.json, products.json, \
            recipes.json and carts.json in DIR, each an array of records as the original answers \
            them, and makes them the records of FILE, in place of the standard ones. What was \
            written to those before is forgotten. The first record that cannot be served is \
            named, and then nothing is changed.
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
