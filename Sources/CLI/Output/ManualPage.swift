internal import MockPostlyDialect
internal import MockPostlyOptions
internal import MockPostlyServer

/// The manual page `mockpostly(1)`, in the macros of man(7), from the lists of commands and options.
enum ManualPage {
    /// The page of a program with the dialects of `registry`; it has no date, so that the same
    /// program has the same page.
    static func text(of registry: DialectRegistry) -> String {
        let titles = registry.all.filter { registry.names.contains($0.name) }.map { $0.title }
        let commands = Commands.all(of: registry).visible.filter { $0.body != nil }
        return
            ".TH MOCKPOSTLY 1 \"\" \"mockpostly \(escaped(BuildInfo.version))\" \"User Commands\"\n"
            + heading("NAME") + "mockpostly \\- a mock backend for development and tests\n"
            + heading("SYNOPSIS") + ".B mockpostly\n.I COMMAND\n[\\fIOPTIONS\\fR]\n"
            + heading("DESCRIPTION")
            + line("Stands in for \(titles.joined(separator: ", ")), over one port.")
            + heading("COMMANDS") + sections(of: commands)
            + heading("EXIT STATUS") + line(HelpText.exitCodes)
            + heading("SEE ALSO") + ".UR http://localhost:8080/__mockpostly/\n"
            + "The dashboard of a running server\n.UE\n"
    }

    /// The commands one after the other; options that several share stand at the first of them.
    private static func sections(of commands: [Command]) -> String {
        var first: [String: String] = [:]
        var text = ""
        for command in commands {
            text += ".SS \(escaped(HelpText.usage(command)))\n" + line(command.description)
            var known: Set<String> = []
            for option in HelpText.groups(of: command).flatMap(\.options)
            where option.name != "help" {
                let key = option.flag + "\n" + option.summary
                if let other = first[key] {
                    known.insert(other)
                } else {
                    first[key] = command.name
                    text += entry(option)
                }
            }
            if !known.isEmpty {
                let names = known.sorted().map { "mockpostly \($0)" }.joined(separator: ", ")
                text += ".PP\n" + line("It has options of \(names) too: see --help.")
            }
            for example in command.examples {
                text += ".PP\n.EX\n\(escaped(example.line))\n.EE\n"
                text += ".RS 4\n\(escaped(example.purpose))\n.RE\n"
            }
        }
        return text
    }

    private static func entry(_ option: Option) -> String {
        let short = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
        let value = option.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""
        var notes: [String] = []
        if let value = HelpText.defaultText(option) { notes.append("default: \(value)") }
        if let variables = HelpText.variables(of: option) { notes.append("env: \(variables)") }
        if option.isRequired { notes.append("required") }
        let parts = [
            option.summary, option.details,
            notes.isEmpty ? "" : "[\(notes.joined(separator: "; "))]",
        ]
        return ".TP\n\(short)\\fB\(escaped(option.flag))\\fR\(value)\n"
            + parts.filter { !$0.isEmpty }.map { escaped($0) + "\n" }.joined(separator: ".br\n")
    }

    // MARK: The macros

    private static func heading(_ text: String) -> String { ".SH \(text)\n" }

    private static func line(_ text: String) -> String { escaped(text) + "\n" }

    /// `text` with nothing in it that the macros would take for theirs.
    ///
    /// A hyphen of an option must stay one that can be copied (groff_man(7), "Portability").
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            let isAtStart = escaped.isEmpty || escaped.utf8.last == UInt8(ascii: "\n")
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "`": escaped += "\\(ga"
            case "~": escaped += "\\(ti"
            case "^": escaped += "\\(ha"
            case "'": escaped += "\\(aq"
            case "." where isAtStart: escaped += "\\&."
            case "…": escaped += "..."
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
