internal import MockPostlyJSON
internal import MockPostlyOptions

extension Commands {
    static let config = Command(
        name: "config",
        summary: "show every option's value and where it comes from",
        description: """
            Reads flags, environment and configuration file as serve does, and prints the value \
            of each option and where it comes from. It starts nothing. Secrets are shown as \
            (set).
            """,
        groups: [.init(title: "Options", options: [CommandOptions.json])] + ServerOptions.groups,
        examples: [
            .init(line: "mockpostly config", purpose: "the values of `mockpostly serve` here"),
            .init(
                line: "mockpostly config --config ci.json -p 9000",
                purpose: "the values with these flags and this file"
            ),
            .init(
                line: "mockpostly config --json | jq '.port'",
                purpose: "one option with its source"
            ),
        ],
        body: showConfiguration
    )

    private static func showConfiguration(_ call: Command.Call) throws(Failure) -> ExitCode {
        let entries = ServerOptions.all.map { ConfiguredOption($0, call.resolution) }
        if call.settings.isJSON {
            try call.console.write(
                document { writer in
                    writer.beginObject()
                    for entry in entries { entry.write(to: &writer) }
                    writer.endObject()
                }
            )
        } else {
            try call.console.write(
                table(
                    entries.map { [$0.name, $0.value.text ?? "-", $0.origin.words] },
                    width: call.console.columns
                )
            )
        }
        return .success
    }
}

/// One option as `config` shows it.
private struct ConfiguredOption {
    let name: String
    let value: ShownValue
    let origin: Origin

    init(_ option: Option, _ resolution: Resolution) {
        name = option.name
        origin = resolution.origin(of: option)
        let shown = option.show(resolution.settings)
        value = option.isSecret && shown != option.standard ? .text("(set)") : shown
    }

    func write(to writer: inout JSONWriter) {
        writer.key(name)
        writer.beginObject()
        writer.key("value")
        switch value {
        case .nothing: writer.null()
        case .text(let text): writer.string(text)
        case .number(let number): writer.raw(String(number).utf8)
        case .boolean(let value): writer.bool(value)
        case .list(let items):
            writer.beginArray()
            for item in items { writer.string(item) }
            writer.endArray()
        }
        writer.field("source", origin.words)
        writer.endObject()
    }
}
