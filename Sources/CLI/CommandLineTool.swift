internal import MockPostlyDialect
internal import MockPostlyMatching
internal import MockPostlyOptions
internal import MockPostlyServer

/// Finds the command that a command line names, reads its options, and runs it.
struct CommandLineTool {
    let console: Console
    let environment: Environment
    let registry: DialectRegistry

    /// All commands; only what is about more than one command asks for them.
    var commands: [Command] {
        registry == .standard ? Commands.all : Commands.all(of: registry)
    }

    /// A tool with the commands of a program with the dialects of `registry`.
    init(console: Console, environment: Environment, registry: DialectRegistry = .standard) {
        (self.console, self.environment, self.registry) = (console, environment, registry)
    }

    /// Runs a command line, given without the program's name; returns the exit code.
    func run(_ arguments: [String]) -> Int32 {
        do throws(Failure) {
            return try dispatch(arguments).number
        } catch {
            console.tell(error)
            // A shell that evaluates empty output would continue; `false` makes it stop under `set
            // -e`.
            if evaluatesOutput(of: arguments) { try? console.write("false\n") }
            return error.exitCode.number
        }
    }

    /// Whether a command line, even a wrong one, asks for output that a shell evaluates.
    private func evaluatesOutput(of arguments: [String]) -> Bool {
        let words = arguments.prefix { $0 != "--" }
        return words.contains { ["-oenv", "-o=env", "--output=env"].contains($0) }
            || zip(words, words.dropFirst()).contains {
                ["-o", "--output"].contains($0) && $1 == "env"
            }
    }

    private func dispatch(_ arguments: [String]) throws(Failure) -> ExitCode {
        guard let first = arguments.first else {
            return try show(HelpText.overview(of: registry, width: console.helpWidth))
        }
        switch first {
        case "-h", "--help":
            return try show(HelpText.overview(of: registry, width: console.helpWidth))
        case "--version": return try run(Commands.version, Array(arguments.dropFirst()))
        default: break
        }
        guard !first.hasPrefix("-") else {
            let parser = ArgumentParser(command: "", options: []) { elsewhere(but: "") }
            throw parser.unknown(first.prefix { $0 != "=" }.description)
        }
        var command: Command
        if let entry = Commands.entries.first(where: { $0.word == first }) {
            command = entry.describe(registry)
        } else {
            command = try find(first, in: commands, under: "")
        }
        var rest = arguments.dropFirst()
        while !command.subcommands.isEmpty, let word = rest.first, !word.hasPrefix("-") {
            // Where a command has both subcommands and operands, an unknown word is an operand.
            let isCommand = command.subcommands.contains { $0.word == word }
            guard isCommand || command.operands.count.upperBound == 0 else { break }
            command = try find(word, in: command.subcommands, under: command.name)
            rest = rest.dropFirst()
        }
        return try run(command, Array(rest))
    }

    private func find(
        _ word: String,
        in commands: [Command],
        under parent: String
    ) throws(Failure) -> Command {
        if let command = commands.first(where: { $0.word == word }) { return command }
        let known = commands.filter { !$0.isHidden }.map(\.word)
        let meant = suggestion(for: word, among: known)
        let full = parent.isEmpty ? "" : parent + " "
        throw .usage(
            "unknown command \(quoted(full + word))",
            hint: meant.map { "did you mean `mockpostly \(full)\($0)`?" }
                ?? "expected one of \(known.joined(separator: ", "))"
        )
    }

    private func run(_ command: Command, _ arguments: [String]) throws(Failure) -> ExitCode {
        var parser = ArgumentParser(
            command: command.name,
            options: command.options,
            elsewhere: { elsewhere(but: command.name) }
        )
        parser.takesCommand = command.operands.placeholder.hasPrefix("-- ")
        let parsed = try parser.parse(arguments)
        switch parsed.help {
        case .short: return try show(HelpText.brief(command, width: console.helpWidth))
        case .long: return try show(try help(of: command, about: parsed.topic))
        case nil: break
        }
        guard let body = command.body else {
            let words = command.subcommands.filter { !$0.isHidden }.map(\.word)
            throw .usage(
                "`mockpostly \(command.name)` needs one more word: \(words.joined(separator: ", "))",
                hint: "`mockpostly \(command.name) --help` tells what they do"
            )
        }
        try validate(parsed.operands, of: command)
        warnOfUnknownVariables(for: command)
        var defaults = Settings(registry)
        command.prepare(&defaults)
        let resolution = try Resolution(
            command.options,
            parsed.uses,
            environment: environment,
            helpHint: parser.helpHint,
            settings: defaults
        )
        if let missing = command.options.first(where: {
            $0.isRequired && resolution.origin(of: $0) == .standard
        }) {
            let flag = "--\(missing.name) \(missing.placeholder ?? "")"
            throw .usage("`mockpostly \(command.name)` needs \(flag)", hint: parser.helpHint)
        }
        return try body(
            Command.Call(
                settings: resolution.settings,
                operands: parsed.operands,
                resolution: resolution,
                console: console,
                environment: environment
            )
        )
    }

    /// The complete help of a command, or that of the options under one heading.
    private func help(of command: Command, about topic: String?) throws(Failure) -> String {
        let width = console.helpWidth
        guard let topic else { return HelpText.full(command, width: width) }
        let groups = HelpText.groups(of: command)
        guard let group = groups.first(where: { $0.topic == topic.lowercased() }) else {
            throw .usage(
                "`mockpostly \(command.name)` has no options about \(quoted(topic))",
                hint: "expected one of \(groups.map(\.topic).joined(separator: ", "))"
            )
        }
        return HelpText.text(of: group, width: width)
    }

    private func validate(_ operands: [String], of command: Command) throws(Failure) {
        let allowed = command.operands.count
        let usage = "usage: \(HelpText.usage(command))"
        if operands.count > allowed.upperBound {
            let extra = quoted(operands[allowed.upperBound])
            throw .usage("`mockpostly \(command.name)` does not take \(extra)", hint: usage)
        }
        if operands.count < allowed.lowerBound {
            let missing = command.operands.placeholder
            throw .usage("`mockpostly \(command.name)` needs \(missing)", hint: usage)
        }
    }

    /// The options of other commands, for hints.
    private func elsewhere(but name: String) -> [(command: String, option: Option)] {
        commands.visible.flatMap { command in
            command.name == name ? [] : command.options.map { (command.name, $0) }
        }
    }

    private func show(_ text: String) throws(Failure) -> ExitCode {
        try console.write(text)
        return .success
    }
}
