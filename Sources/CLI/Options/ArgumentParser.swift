internal import MockPostlyMatching
internal import MockPostlyOptions
internal import MockPostlyText

/// A parsed command line whose values are not checked yet.
struct ParsedArguments {
    /// One option as it was given.
    struct Use {
        var option: Option
        /// As it was written: `--port`, `-p`, `--no-cache`.
        var flag: String
        var text: String
    }

    /// The kind of help that was requested.
    enum Help {
        case short
        case long
    }

    var uses: [Use] = []
    var operands: [String] = []
    var help: Help?
    /// The word after `--help`: `limits`.
    var topic: String?
}

/// Reads `--x v`, `--x=v`, `--no-x`, `-x v`, `-xv`, `-ab` and operands, in any order.
///
/// An argument that begins with a minus and a digit is an operand, and so is everything after `--`.
struct ArgumentParser {
    /// The command's name, for messages: `seed gen`.
    let command: String
    let options: [Option]
    /// The options of the other commands, for a hint to where an unknown option belongs.
    let elsewhere: () -> [(command: String, option: Option)]

    /// Whether the operands are a command line of their own, which stands after `--`.
    var takesCommand = false

    private var parsed = ParsedArguments()
    private var rest: ArraySlice<String> = []

    init(
        command: String,
        options: [Option],
        elsewhere: @escaping () -> [(command: String, option: Option)] = { [] }
    ) {
        (self.command, self.options, self.elsewhere) = (command, options, elsewhere)
    }

    /// Parses the arguments after the command's name; stops at `-h` or `--help`.
    mutating func parse(_ arguments: [String]) throws(Failure) -> ParsedArguments {
        parsed = ParsedArguments()
        rest = arguments[...]
        while let argument = rest.popFirst(), parsed.help == nil {
            if argument == "--" {
                parsed.operands += rest
                break
            } else if argument.hasPrefix("--") {
                try readLong(argument)
            } else if argument.hasPrefix("-"), argument != "-", !argument.isNegative {
                try readShort(argument)
            } else {
                parsed.operands.append(argument)
            }
        }
        return parsed
    }

    private mutating func readLong(_ argument: String) throws(Failure) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let flag = String(parts[0])
        let value = parts.count > 1 ? String(parts[1]) : nil
        if flag == "--help" {
            parsed.help = .long
            parsed.topic = value ?? rest.first { !$0.hasPrefix("-") }
            return
        }
        guard let option = options.first(where: { $0.isCalled(flag) }) else {
            throw unknown(flag, in: argument)
        }
        guard option.takesValue else {
            let isContrary = flag == "--no-\(option.name)"
            if let value, option.kind == .request || isContrary {
                throw .usage("\(flag) takes no value, found \(quoted(value))", hint: helpHint)
            }
            add(option, flag: flag, text: value ?? (isContrary ? "false" : "true"))
            return
        }
        if let value {
            add(option, flag: flag, text: value)
        } else {
            add(option, flag: flag, text: try nextValue(of: option, flag))
        }
    }

    private mutating func readShort(_ argument: String) throws(Failure) {
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            let flag = "-\(letter)"
            if letter == "h" {
                parsed.help = .short
                return
            }
            guard let option = options.first(where: { $0.short == letter }) else {
                throw unknown(
                    letters.isEmpty && argument.count == 2 ? argument : flag,
                    in: argument
                )
            }
            guard option.takesValue else {
                add(option, flag: flag, text: "true")
                continue
            }
            if letters.first == "=" { letters.removeFirst() }
            add(
                option,
                flag: flag,
                text: letters.isEmpty ? try nextValue(of: option, flag) : String(letters)
            )
            return
        }
    }

    private mutating func add(_ option: Option, flag: String, text: String) {
        parsed.uses.append(.init(option: option, flag: flag, text: text))
    }

    /// The argument after a flag, unless that looks like another flag.
    private mutating func nextValue(of option: Option, _ flag: String) throws(Failure) -> String {
        guard let value = rest.popFirst() else {
            throw .usage("\(flag) needs a value: \(option.expected)", hint: helpHint)
        }
        guard !value.hasPrefix("-") || value == "-" else {
            let found = option.isSecret ? "something else" : quoted(value)
            throw .usage(
                "\(flag) needs a value: \(option.expected); found \(found)",
                hint: "a value that starts with a dash is written --\(option.name)=VALUE"
            )
        }
        return value
    }

    // MARK: Messages

    var helpHint: String {
        let words = command.isEmpty ? "mockpostly" : "mockpostly \(command)"
        return "`\(words) --help` lists the options"
    }

    /// The failure for the flag of an option that is set elsewhere.
    private func withoutFlag(_ option: Option, _ flag: String) -> Failure {
        let variable = option.variable.map { "\($0)=VALUE" } ?? ""
        return .usage(
            "\(flag) is no flag: only few set it",
            hint: "set the variable \(variable), or \(option.name) in a --config file"
        )
    }

    /// The failure for a flag that the command does not have.
    ///
    /// `argument` is what it stands in, if that is more than the flag.
    func unknown(_ flag: String, in argument: String? = nil) -> Failure {
        if let option = options.first(where: { option in
            !option.hasFlag && option.members.contains { "--\($0)" == flag }
        }) {
            return withoutFlag(option, flag)
        }
        let place = command.isEmpty ? "" : " for `mockpostly \(command)`"
        var known = options.flatMap(\.flags) + ["--help"]
        if !flag.hasPrefix("--") {
            known = options.compactMap { option in option.short.map { "-\($0)" } } + ["-h"]
        }
        var hint = helpHint
        if takesCommand, !parsed.operands.isEmpty {
            let words = parsed.operands + [argument ?? flag] + rest
            let line = words.map(shellWord).joined(separator: " ")
            hint = "a command stands after --: `mockpostly \(command) -- \(line)`"
        } else if ["-o", "--output"].contains(flag), options.contains(where: { $0.name == "json" })
        {
            hint = "use --json"
        } else if let meant = Self.synonyms[flag]?.first(where: known.contains) {
            hint = "did you mean \(meant)?"
        } else if let owner = elsewhere().first(where: { owns($0.option, flag) }) {
            hint = "\(flag) belongs to `mockpostly \(owner.command)`"
        } else if flag.hasPrefix("--"), let meant = suggestion(for: flag, among: known) {
            hint = "did you mean \(meant)?"
        }
        return .usage("unknown option \(quoted(flag))\(place)", hint: hint)
    }

    /// What other programs, and other commands of this one, call an option.
    private static let synonyms = [
        "--times": ["--count"], "--count": ["--times"], "--wait": ["--timeout"],
        "--server": ["--url"], "--id": ["--world"], "--name": ["--world"],
        "--output": ["--json"], "--format": ["--json"], "--user": ["--email"],
        "--email": ["--user"],
    ]

    private func owns(_ option: Option, _ flag: String) -> Bool {
        option.isCalled(flag) || option.short.map { "-\($0)" } == flag
    }
}

extension Option {
    /// Whether `flag` is one of its long flags, or that of its former name.
    fileprivate func isCalled(_ flag: String) -> Bool {
        flags.contains(flag) || formerFlag == flag
    }
}

extension String {
    /// Whether the text begins with a minus and a digit.
    fileprivate var isNegative: Bool {
        guard let second = utf8.dropFirst().first else { return false }
        return utf8.first == UInt8(ascii: "-") && second.isDigit
    }
}
