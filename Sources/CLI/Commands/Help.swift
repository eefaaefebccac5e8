internal import MockPostlyControl
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

extension Commands {
    static let help = Command(
        name: "help",
        summary: "show this list, or the help of a command",
        description: "Prints the list of commands, or with words after it the help of a command.",
        operands: .init(
            placeholder: "[COMMAND…]",
            count: 0...2,
            completion: .words(described.map(\.word))
        ),
        groups: [
            .init(
                title: "Options",
                options: [CommandOptions.manual, CommandOptions.markdown, CommandOptions.schemas]
            )
        ],
        examples: [
            .init(line: "mockpostly help serve", purpose: "the help of serve"),
            .init(
                line: "mockpostly help seed gen",
                purpose: "the help of one of the seed commands"
            ),
        ],
        body: showHelp
    )

    private static func showHelp(_ call: Command.Call) throws(Failure) -> ExitCode {
        let registry = call.settings.configuration.registry
        if call.settings.isMarkdown {
            try call.console.write(MarkdownTable.options)
            return .success
        }
        if call.settings.writesSchemas {
            try call.console.write(ControlOrders.schemas)
            return .success
        }
        if call.settings.isManual {
            try call.console.write(ManualPage.text(of: registry))
            return .success
        }
        guard !call.operands.isEmpty else {
            try call.console.write(HelpText.overview(of: registry, width: call.console.helpWidth))
            return .success
        }
        let tool = CommandLineTool(
            console: call.console,
            environment: call.environment,
            registry: registry
        )
        return ExitCode(number: tool.run(call.operands + ["--help"]))
    }
}
