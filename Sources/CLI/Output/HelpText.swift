internal import MockPostlyDialect
internal import MockPostlyOptions
internal import MockPostlyServer

/// Help texts, generated from the lists of commands and options.
enum HelpText {
    /// The characters in a line, where no terminal has fewer.
    static let usualWidth = 80

    // MARK: All commands

    /// The overview of a program with the dialects of `registry`.
    static func overview(of registry: DialectRegistry, width: Int = usualWidth) -> String {
        let titles = registry.all.filter { registry.names.contains($0.name) }.map { $0.title }
        let rows = Commands.all(of: registry).filter { !$0.isHidden }.flatMap { command in
            [["  \(command.word)", command.summary]]
                + command.subcommands.filter { !$0.isHidden }.map {
                    ["  \($0.name)", $0.summary]
                }
        }
        let start =
            "mockpostly \(BuildInfo.version): stands in for your API, or for "
            + titles.joined(separator: ", ")
        let options = [
            ["  -h, --help", "this help; after a command, that of the command"],
            ["      --version", "same as the command version"],
        ]
        let examples =
            [
                Command.Example(
                    line: "mockpostly serve db.json",
                    purpose: "serve your API, of a JSON file or an OpenAPI description"
                ),
                .init(
                    line: "mockpostly serve",
                    purpose: "serve on port 8080 with the standard seed"
                ),
                .init(line: "curl 'http://localhost:8080/api/posts?limit=1'", purpose: "ask it"),
            ] + Command.Example.ofDialects("") + [
                .init(line: "mockpostly serve --help", purpose: "all options")
            ]
        return paragraph(start, width) + "\nUsage: mockpostly COMMAND [OPTIONS]\n\nCommands:\n"
            + table(rows, width: width) + "\nOptions:\n" + table(options, width: width)
            + "\nExamples:\n"
            + examples.map { example($0.line, $0.purpose, width) }.joined() + "\n"
            + paragraph("Exit codes: " + exitCodes, width)
    }

    /// What the exit codes of all commands mean.
    static let exitCodes = """
        0 fine, 1 failed or check not met, 2 wrong usage, 3 configuration or seed not valid, 4 port \
        in use, 5 data file locked, newer, corrupt or unreadable.
        """

    private static func paragraph(_ text: String, _ width: Int) -> String {
        wrapped(text, width: width).map { $0 + "\n" }.joined()
    }

    /// A command line, and below it what it does.
    private static func example(_ line: String, _ purpose: String, _ width: Int) -> String {
        commandLine(line, width) + hanging(purpose, indent: 6, width: width)
    }

    /// A command line in as many lines as it needs, each but the last ending in a backslash.
    ///
    /// It is broken at the spaces that a shell splits it at.
    private static func commandLine(_ line: String, _ width: Int) -> String {
        var words: [String] = []
        var quote: Character?
        for part in line.split(separator: " ", omittingEmptySubsequences: false) {
            if quote == nil {
                words.append(String(part))
            } else {
                words[words.count - 1] += " " + part
            }
            for letter in part where quote == nil || letter == quote {
                if letter == "'" || letter == "\"" { quote = quote == nil ? letter : nil }
            }
        }
        var lines: [String] = []
        for word in words {
            // Two characters are for the backslash.
            if let last = lines.last, last.count + 1 + word.count + 2 <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                let room = max(0, min(lines.isEmpty ? 2 : 4, width - word.count - 2))
                lines.append(String(repeating: " ", count: room) + word)
            }
        }
        return lines.joined(separator: " \\\n") + "\n"
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
    static func brief(_ command: Command, width: Int = usualWidth) -> String {
        var text = hanging("Usage: \(usage(command))", indent: 0, width: width)
        text += subcommands(of: command, width)
        var more = "`mockpostly \(command.name) --help` tells more."
        if command.briefOptions.isEmpty {
            for group in groups(of: command) {
                text += "\n\(group.title):\n" + rows(of: group.options, width)
            }
        } else {
            let shown = command.briefOptions.compactMap { name in
                command.options.first { $0.name == name }
            }
            text += "\nOptions:\n" + rows(of: shown, width)
            more = """
                `mockpostly \(command.name) --help` has all options, and `--help limits` those of \
                one group: \(groups(of: command).map(\.topic).joined(separator: ", ")).
                """
        }
        return text + "\n" + paragraph(more, width)
    }

    /// A line for each option.
    private static func rows(of options: [Option], _ width: Int) -> String {
        table(
            options.map { ["  " + flags(of: $0), $0.summary + defaultNote($0)] },
            width: width
        )
    }

    /// The complete help of the options under one heading.
    static func text(of group: ServerOptions.Group, width: Int = usualWidth) -> String {
        let words = group.options.allSatisfy(\.hasFlag) ? "" : paragraph(withoutFlags, width)
        return "\(group.title):\n" + group.options.map { entry($0, width) }.joined() + words
    }

    private static let withoutFlags = """
        Names without dashes are no flags: set them by their variable, or in the file of --config.
        """

    /// The complete help for `--help`.
    static func full(_ command: Command, width: Int = usualWidth) -> String {
        var text = hanging("Usage: \(usage(command))", indent: 0, width: width) + "\n"
        text += paragraph(command.description, width)
        text += subcommands(of: command, width, withHidden: true)
        let groups = groups(of: command)
        for group in groups {
            text += "\n\(group.title):\n"
            text += group.options.map { entry($0, width) }.joined()
        }
        if !groups.flatMap(\.options).allSatisfy(\.hasFlag) {
            text += "\n" + paragraph(withoutFlags, width)
        }
        if !command.examples.isEmpty {
            text += "\nExamples:\n"
            for example in command.examples {
                text += self.example(example.line, example.purpose, width)
            }
        }
        return text
    }

    private static func subcommands(
        of command: Command,
        _ width: Int,
        withHidden: Bool = false
    ) -> String {
        let shown = command.subcommands.filter { withHidden || !$0.isHidden }
        guard !shown.isEmpty else { return "" }
        return "\nCommands:\n" + table(shown.map { ["  \($0.name)", $0.summary] }, width: width)
    }

    /// The options of a command that help shows, under their headings.
    static func groups(of command: Command) -> [ServerOptions.Group] {
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

    private static func entry(_ option: Option, _ width: Int) -> String {
        var text = "  \(flags(of: option))\n"
        let indent = width < usualWidth ? 4 : 10
        var paragraphs = [option.summary]
        if !option.details.isEmpty { paragraphs.append(option.details) }
        var notes: [String] = []
        if let value = defaultText(option) { notes.append("default: \(value)") }
        if let variables = variables(of: option) { notes.append("env: \(variables)") }
        if option.isRequired { notes.append("required") }
        if !notes.isEmpty { paragraphs.append("[\(notes.joined(separator: "; "))]") }
        for paragraph in paragraphs {
            for line in wrapped(paragraph, width: width - indent) {
                // A word that is too long moves to the left rather than over the edge.
                let room = max(0, min(indent, width - line.count))
                text += String(repeating: " ", count: room) + line + "\n"
            }
        }
        return text
    }

    /// The variables of an option, the one that wins first.
    static func variables(of option: Option) -> String? {
        guard let own = option.variable else { return nil }
        let first = option.changingName == option.name ? own : own.replacingPrefix
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

extension Console {
    /// The width of help: that of a narrow terminal, else the usual one.
    var helpWidth: Int { min(columns ?? HelpText.usualWidth, HelpText.usualWidth) }
}

extension String {
    /// `MOCKPOSTLY_CACHE` as `MOCKPOSTLY_NO_CACHE`.
    fileprivate var replacingPrefix: String {
        "MOCKPOSTLY_NO_" + dropFirst("MOCKPOSTLY_".count)
    }
}
