internal import MockPostlyOptions

/// Completion for fish, as a file in `~/.config/fish/completions`.
enum FishCompletion {
    static func script(_ all: [Command]) -> String {
        var lines = [
            "# Completion of mockpostly for fish:",
            "# mockpostly completion fish > ~/.config/fish/completions/mockpostly.fish",
            "",
            "complete -c mockpostly -f",
            line("__fish_use_subcommand", "-l version", description: "tell the version"),
            "complete -c mockpostly -s h -l help -d 'show the help'",
        ]
        let commands = all.visible
        for command in commands { lines += about(command, commands) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func about(_ command: Command, _ commands: [Command]) -> [String] {
        let here = condition(command)
        var lines = [
            "",
            line(before(command, commands), "-a \(command.word)", description: command.summary),
        ]
        for option in command.completedOptions {
            var parts = option.short.map { "-s \($0) " } ?? ""
            parts += "-l \(option.flag.dropFirst(2))"
            if option.takesValue { parts += " " + value(option.completion) }
            lines.append(line(here, parts, description: option.summary))
        }
        let operands = command.operands.completion
        if !operands.words.isEmpty {
            lines.append("complete -c mockpostly -n '\(here)' -a '\(words(operands))'")
        }
        if operands.hasPaths { lines.append("complete -c mockpostly -n '\(here)' -F") }
        return lines
    }

    /// The completions of an option's value.
    private static func value(_ completion: Completion) -> String {
        switch completion {
        case .none: "-x"
        case .paths: "-r -F"
        case .words: "-x -a '\(words(completion))'"
        case .wordsAndPaths: "-r -F -a '\(words(completion))'"
        }
    }

    private static func words(_ completion: Completion) -> String {
        completion.words.joined(separator: " ")
    }

    private static func line(_ condition: String, _ parts: String, description: String) -> String {
        let text = description.map { $0 == "'" ? "\\'" : String($0) }.joined()
        return "complete -c mockpostly -n '\(condition)' \(parts) -d '\(text)'"
    }

    /// The condition that a command is already on the command line.
    private static func condition(_ command: Command) -> String {
        command.name.split(separator: " ")
            .map { "__fish_seen_subcommand_from \($0)" }
            .joined(separator: "; and ")
    }

    /// The condition that a command may come next.
    private static func before(_ command: Command, _ commands: [Command]) -> String {
        let words = command.name.split(separator: " ")
        guard words.count > 1, let parent = words.first else { return "__fish_use_subcommand" }
        let siblings =
            commands
            .filter { $0.name.hasPrefix("\(parent) ") }
            .map(\.word).joined(separator: " ")
        return "__fish_seen_subcommand_from \(parent); "
            + "and not __fish_seen_subcommand_from \(siblings)"
    }
}
