internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlyServer

extension Commands {
    static let version = Command(
        name: "version",
        summary: "print the version, and those of the libraries",
        description: """
            Prints the version of mockpostly and of its libraries. A running server answers the \
            same at /__mockpostly/v1/version.
            """,
        groups: [.init(title: "Options", options: [CommandOptions.json])],
        examples: [
            .init(line: "mockpostly version", purpose: "as text"),
            .init(line: "mockpostly version --json", purpose: "for a program"),
        ],
        body: tellVersion
    )

    private static func tellVersion(_ call: Command.Call) throws(Failure) -> ExitCode {
        if call.settings.isJSON {
            try call.console.write(
                document { writer in
                    writer.beginObject()
                    for (name, value) in BuildInfo.all {
                        writer.key(name)
                        writer.string(value)
                    }
                    writer.endObject()
                }
            )
        } else {
            // The first two are the program's own.
            let rows = BuildInfo.all.dropFirst(2).map { ["  \($0.name)", $0.value] }
            let text = table(rows, width: call.console.columns)
            try call.console.write("\(BuildInfo.name) \(BuildInfo.version)\n" + text)
        }
        return .success
    }
}
