internal import MockPostlyOptions

/// Completion for bash, from version 3.2 on (the one of macOS), without further packages.
enum BashCompletion {
    static func script(_ all: [Command]) -> String {
        let commands = all.visible
        return """
            # Completion of mockpostly for bash: source <(mockpostly completion bash)

            _mockpostly() {
                local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
                local command="" words="" paths="" index IFS=$' \\t\\n'
                COMPREPLY=()
                # bash takes --port=80 for three words.
                if [[ $word == "=" ]]; then
                    word=""
                elif [[ $previous == "=" ]]; then
                    previous=${COMP_WORDS[COMP_CWORD - 2]}
                fi
                for ((index = 1; index < COMP_CWORD; index++)); do
                    case "$command/${COMP_WORDS[index]}" in
            \(commands.map(step).joined())        esac
                done
                case "$command" in
                    "")
                        words="\(top(commands))"
                        ;;
            \(commands.map(branch).joined())    esac
                COMPREPLY=($(compgen -W "$words" -- "$word"))
                if [[ -n $paths ]]; then
                    IFS=$'\\n'
                    COMPREPLY+=($(compgen -f -- "$word"))
                    compopt -o filenames 2>/dev/null
                fi
                return 0
            }

            complete -F _mockpostly mockpostly

            """
    }

    /// The shell code that finds the command in a command line.
    private static func step(_ command: Command) -> String {
        let words = command.name.split(separator: " ")
        let parent = words.dropLast().joined(separator: " ")
        return "            \"\(parent)/\(command.word)\") command=\"\(command.name)\" ;;\n"
    }

    private static func top(_ commands: [Command]) -> String {
        let words = commands.filter { !$0.name.contains(" ") }.map(\.word)
        return (words + ["--help", "--version"]).joined(separator: " ")
    }

    /// The shell code with a command's completions, depending on the option before the word.
    private static func branch(_ command: Command) -> String {
        let options = command.completedOptions
        let subcommands = command.subcommands.filter { !$0.isHidden }.map(\.word)
        let flags = (options.map(\.flag) + ["--help"]).joined(separator: " ")
        let names = (subcommands + command.operands.completion.words).joined(separator: " ")
        var arms: [(completion: Completion, names: [String])] = []
        for option in options where option.takesValue {
            let place = arms.firstIndex { $0.completion == option.completion }
            if let place {
                arms[place].names += Self.names(of: option)
            } else {
                arms.append((option.completion, Self.names(of: option)))
            }
        }
        let valued = arms.map { arm($0.names.joined(separator: " | "), $0.completion) }
        let paths = command.operands.completion.hasPaths
        // Options come with the first dash, or where nothing else can stand.
        let isAlone = names.isEmpty && !paths
        let rest =
            "*) words=\"\(isAlone ? flags : names)\"" + (paths ? "; paths=yes" : "")
            + (isAlone ? "" : "; [[ $word != -* ]] || { words=\"\(flags)\"; paths=\"\"; }") + " ;;"
        let lines = (valued + [rest]).map { "                \($0)\n" }.joined()
        return """
                    "\(command.name)")
                        case "$previous" in
            \(lines)            esac
                        ;;

            """
    }

    private static func arm(_ names: String, _ completion: Completion) -> String {
        var actions: [String] = []
        if !completion.words.isEmpty {
            actions.append("words=\"\(completion.words.joined(separator: " "))\"")
        }
        if completion.hasPaths { actions.append("paths=yes") }
        return "\(names)) \(actions.isEmpty ? "return 0" : actions.joined(separator: "; ")) ;;"
    }

    private static func names(of option: Option) -> [String] {
        [option.flag] + (option.short.map { ["-\($0)"] } ?? [])
    }
}
