internal import MockPostlyMatching
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

extension Commands {
    static let completion = Command(
        name: "completion",
        summary: "print a completion script for a shell",
        description: """
            Prints a script that completes commands, options, values and paths.
            """,
        operands: .init(
            placeholder: "bash|zsh|fish",
            count: 1...1,
            completion: .words(["bash", "zsh", "fish"])
        ),
        examples: [
            .init(
                line: "source <(mockpostly completion bash)",
                purpose: "for this shell; add the line to ~/.bashrc for all shells"
            ),
            .init(
                line: "mockpostly completion zsh > ~/.zfunc/_mockpostly",
                purpose: "with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc"
            ),
            .init(
                line: "mockpostly completion fish > ~/.config/fish/completions/mockpostly.fish",
                purpose: "for all shells"
            ),
        ],
        body: printCompletion
    )

    private static func printCompletion(_ call: Command.Call) throws(Failure) -> ExitCode {
        let commands = Commands.all(of: call.settings.configuration.registry)
        let shells = ["bash", "zsh", "fish"]
        let shell = call.operands[0]
        switch shell {
        case "bash": try call.console.write(BashCompletion.script(commands))
        case "zsh": try call.console.write(ZshCompletion.script(commands))
        case "fish": try call.console.write(FishCompletion.script(commands))
        default:
            throw .usage(
                "no completion for \(quoted(shell)): expected bash, zsh or fish",
                hint: suggestion(for: shell, among: shells).map { "did you mean \($0)?" }
            )
        }
        return .success
    }
}
