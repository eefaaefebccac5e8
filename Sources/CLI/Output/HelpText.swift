internal import MockPostlyOptions
internal import MockPostlyServer

/// Help texts, generated from the lists of commands and options.
enum HelpText {
    private static let width = 80

    // MARK: All commands

    static var overview: String {
        let rows = Commands.all.filter { !$0.isHidden }.flatMap { command in
            [["  \(command.word)", command.summary]]
                + command.subcommands.filter { !$0.isHidden }.map {
                    ["  \($0.name)", $0.summary]
                }
        }
        return """
            mockpostly \(BuildInfo.version): stands in for Postly, DummyJSON, a Phoenix feed, Pexels

            Usage: mockpostly COMMAND [OPTIONS]

            Commands:
            \(table(rows))
            Options:
              -h, --help     this help; after a command, that of the command
                  --version  same as the command version

            Examples:
              mockpostly serve
                  serve on port 8080 with the standard seed
              curl 'http://localhost:8080/api/posts?limit=1'
                  ask it
              curl 'http://localhost:8080/products?limit=1'
                  ask it as DummyJSON
              curl -H 'Authorization: key' 'http://localhost:8080/v1/search?query=lake'
                  ask it as Pexels
              mockpostly serve --help
                  all options

            Exit codes: 0 fine, 1 failed or check not met, 2 wrong usage, 3 configuration or
            seed not valid, 4 port in use, 5 data file locked, newer, corrupt or unreadable.

            """
    }

    // MARK: One command

    static func usage(_ command: Command) -> String {
        var parts = ["mockpostly", command.name]
        if !command.subcommands.isEmpty {
            parts.append(command.body == nil ? "COMMAND" : "[COMMAND]")
        }
        for option in command.options where option.isRequired {
            parts += ["--\(option.name)", option.placeholder ?? ""]
        }
        if command.options.contains(where: { !$0.isRequired && !$0.isHidden }) {
            parts.append("[OPTIONS]")
        }
        if !command.operands.placeholder.isEmpty { parts.append(command.operands.placeholder) }
        return parts.joined(separator: " ")
    }

    /// The short help for `-h`: one line for each option.
    static func brief(_ command: Command) -> String {
        var text = "Usage: \(usage(command))\n"
        text += subcommands(of: command)
        for group in groups(of: command) {
            let rows = group.options.map { option in
                ["  " + flags(of: option), option.summary + defaultNote(option)]
            }
            text += "\n\(group.title):\n" + table(rows)
        }
        return text + "\n`mockpostly \(command.name) --help` tells more.\n"
    }

    /// The complete help for `--help`.
    static func full(_ command: Command) -> String {
        var text = "Usage: \(usage(command))\n\n"
        text += wrapped(command.description, width: width).joined(separator: "\n") + "\n"
        text += subcommands(of: command, withHidden: true)
        for group in groups(of: command) {
            text += "\n\(group.title):\n"
            text += group.options.map(entry).joined()
        }
        if !command.examples.isEmpty {
            text += "\nExamples:\n"
            for example in command.examples {
                text += "  \(example.line)\n      \(example.purpose)\n"
            }
        }
        return text
    }

    private static func subcommands(of command: Command, withHidden: Bool = false) -> String {
        let shown = command.subcommands.filter { withHidden || !$0.isHidden }
        guard !shown.isEmpty else { return "" }
        return "\nCommands:\n" + table(shown.map { ["  \($0.name)", $0.summary] })
    }

    private static func groups(of command: Command) -> [ServerOptions.Group] {
        let shown = command.groups.map { group in
            ServerOptions.Group(
                title: group.title,
                options: group.options.filter { !$0.isHidden }
            )
        }
        let help = ServerOptions.Group(title: "Help", options: [helpOption])
        return shown.filter { !$0.options.isEmpty } + [help]
    }

    /// Only for the help text; the parser handles this option itself.
    private static let helpOption = Option(
        name: "help",
        short: "h",
        kind: .request,
        reach: .commandLine,
        summary: "this help; -h is shorter",
        expected: "",
        completion: .none,
        take: { _, _, _ in true },
        show: { _ in .nothing }
    )

    // MARK: One option

    private static func flags(of option: Option) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        return short + option.flag + (option.placeholder.map { " \($0)" } ?? "")
    }

    private static func entry(_ option: Option) -> String {
        var text = "  \(flags(of: option))\n"
        var paragraphs = [option.summary]
        if !option.details.isEmpty { paragraphs.append(option.details) }
        for paragraph in paragraphs {
            for line in wrapped(paragraph, width: width - 10) { text += "          \(line)\n" }
        }
        var notes: [String] = []
        if let value = defaultText(option) { notes.append("default: \(value)") }
        if let variables = variables(of: option) { notes.append("env: \(variables)") }
        if option.isRequired { notes.append("required") }
        if !notes.isEmpty { text += "          [\(notes.joined(separator: "; "))]\n" }
        return text
    }

    /// The variables of an option, the one that wins first.
    static func variables(of option: Option) -> String? {
        guard let own = option.variable else { return nil }
        let first = option.flag.hasPrefix("--no-") ? own.replacingPrefix : own
        return ([first] + [option.fallback].compactMap(\.self)).joined(separator: ", ")
    }

    /// The default in words; nil when there is none or the flag's name says it.
    static func defaultText(_ option: Option) -> String? {
        switch option.kind {
        case .boolean, .request: nil
        case .value, .list: option.standard.text
        }
    }

    private static func defaultNote(_ option: Option) -> String {
        defaultText(option).map { " [\($0)]" } ?? ""
    }
}

extension String {
    /// `MOCKPOSTLY_CACHE` as `MOCKPOSTLY_NO_CACHE`.
    fileprivate var replacingPrefix: String {
        "MOCKPOSTLY_NO_" + dropFirst("MOCKPOSTLY_".count)
    }
}
