internal import MockPostlyOptions

/// Completion for zsh, as a file `_mockpostly` on its `fpath` or sourced.
enum ZshCompletion {
    static func script(_ all: [Command]) -> String {
        let commands = all.filter { !$0.isHidden }
        return """
            #compdef mockpostly
            # Completion of mockpostly for zsh: put it on $fpath as _mockpostly, or
            # source <(mockpostly completion zsh) after compinit.

            _mockpostly() {
                local curcontext=$curcontext context state state_descr line
                local -a commands
                typeset -A opt_args
                _arguments -C \\
                    '(- *)'{-h,--help}'[show the help]' \\
                    '(- *)--version[tell the version]' \\
                    '1:command:->command' \\
                    '*::argument:->arguments'
                case $state in
                    command)
                        commands=(
            \(commands.map { described($0) }.joined())            )
                        _describe -t commands command commands
                        ;;
                    arguments)
                        case $line[1] in
            \(commands.map { branch($0) }.joined())            esac
                        ;;
                esac
            }

            \(commands.filter { !$0.subcommands.isEmpty }.map(group).joined())\
            if [[ $funcstack[1] == _mockpostly ]]; then
                _mockpostly "$@"
            else
                compdef _mockpostly mockpostly
            fi

            """
    }

    /// The shell function of a command with subcommands.
    private static func group(_ command: Command) -> String {
        let subcommands = command.subcommands.filter { !$0.isHidden }
        let options = command.completedOptions.map { "        \(spec($0)) \\\n" }
        return """
            _mockpostly_\(command.word)() {
                local curcontext=$curcontext context state state_descr line
                local -a commands
                typeset -A opt_args
                _arguments -C \\
                    '(- *)'{-h,--help}'[show the help]' \\
            \(options.joined())\
                    '1:command:->command' \\
                    '*::argument:->arguments'
                case $state in
                    command)
                        commands=(
            \(subcommands.map { described($0) }.joined())            )
                        _describe -t commands command commands
            \(command.operands.completion.hasPaths ? "            _files\n" : "")\
                        ;;
                    arguments)
                        case $line[1] in
            \(subcommands.map { branch($0) }.joined())            esac
                        ;;
                esac
            }


            """
    }

    private static func described(_ command: Command) -> String {
        "                '\(command.word):\(escaped(command.summary))'\n"
    }

    private static func branch(_ command: Command) -> String {
        let indent = "                    "
        guard command.subcommands.isEmpty else {
            return "                \(command.word)) _mockpostly_\(command.word) ;;\n"
        }
        var specs = ["'(- *)'{-h,--help}'[show the help]'"]
        specs += command.completedOptions.map(spec)
        if command.operands.count.upperBound > 0 {
            let many = command.operands.count.upperBound > 1 ? "*" : "1"
            let action = action(command.operands.completion)
            specs.append("'\(many):\(escaped(command.operands.placeholder)):\(action)'")
        }
        let lines = specs.map { indent + "    " + $0 }.joined(separator: " \\\n")
        return "                \(command.word))\n\(indent)_arguments \\\n\(lines)\n\(indent);;\n"
    }

    /// An option in the syntax of `_arguments`.
    private static func spec(_ option: Option) -> String {
        let mark = option.isList ? "*" : ""
        let text = "[\(escaped(option.summary))]"
        let value = option.placeholder.map { "\($0):\(action(option.completion))" }
        let long = value == nil ? option.flag : option.flag + "="
        let tail = text + (value.map { ":" + $0 } ?? "")
        guard let short = option.short else { return "'\(mark)\(long)\(tail)'" }
        let shortForm = value == nil ? "-\(short)" : "-\(short)+"
        return "'(-\(short) \(option.flag))'{\(shortForm),\(long)}'\(tail)'"
    }

    private static func action(_ completion: Completion) -> String {
        let words = completion.words.map { $0.replacingColons }.joined(separator: " ")
        return switch completion {
        case .none: " "
        case .paths: "_files"
        case .words: "(\(words))"
        case .wordsAndPaths: "{compadd -- \(words); _files}"
        }
    }

    /// `text` with brackets, colons and quotes escaped.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "[", "]", ":": result += "\\\(character)"
            case "'": result += "'\\''"
            default: result.append(character)
            }
        }
        return result
    }
}

extension String {
    fileprivate var replacingColons: String {
        split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
    }
}
