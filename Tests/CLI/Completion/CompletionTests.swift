import MockPostlyOptions
import Testing

@testable import MockPostlyCLI

@Suite struct CompletionTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `every command and every option is completed`(shell: String) {
        let run = run("completion", shell)
        #expect(run.code == 0 && run.errors.isEmpty)
        for command in Commands.all.visible {
            #expect(run.output.contains(command.word), "\(command.name)")
            for option in command.completedOptions {
                let name = String(option.flag.dropFirst(2))
                let flag = shell == "fish" ? "-l \(name) " : "--\(name)"
                #expect(run.output.contains(flag), "\(option.name)")
            }
        }
    }

    @Test func `values are completed`() {
        let bash = BashCompletion.script(Commands.all)
        #expect(bash.contains("--log-format) words=\"text json\""))
        #expect(bash.contains("words=\"standard empty\"; paths=yes"))
        #expect(ZshCompletion.script(Commands.all).contains("FORMAT:(text json)"))
        #expect(ZshCompletion.script(Commands.all).contains("FILE:_files"))
        #expect(
            FishCompletion.script(Commands.all).contains(
                "-l log-format -x -a 'text json'"
            )
        )
        #expect(FishCompletion.script(Commands.all).contains("-l data -r -F"))
    }

    @Test func `an unknown shell is named`() {
        let run = run("completion", "tcsh")
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(run.errors.contains("\"tcsh\": expected bash, zsh or fish"))
    }

    @Test func `words that mean something to a shell are escaped`() {
        #expect(ZshCompletion.script(Commands.all).contains("option'\\''s"))
        #expect(FishCompletion.script(Commands.all).contains("option\\'s"))
    }
}
