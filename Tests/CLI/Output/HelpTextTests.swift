import Foundation
import MockPostlyOptions
import MockPostlyServer
import Testing

@testable import MockPostlyCLI

@Suite struct HelpTextTests {
    @Test(arguments: [[], ["help"], ["--help"], ["-h"]])
    func `the overview is asked for in four ways`(arguments: [String]) {
        let run = run(arguments)
        #expect(run.code == 0)
        #expect(run.output == HelpText.overview(of: .standard))
        #expect(run.errors.isEmpty)
    }

    @Test func `the overview names every command`() {
        for command in Commands.all.visible {
            #expect(
                HelpText.overview(of: .standard).contains("\n  \(command.name) "),
                "\(command.name)"
            )
        }
    }

    @Test(arguments: Commands.all.visible.map(\.name))
    func `help of a command names its options, variables and defaults`(name: String) throws {
        let command = try #require(Commands.all.visible.first { $0.name == name })
        let path = name.split(separator: " ").map(String.init)
        let long = run(path + ["--help"])
        let short = run(path + ["-h"])
        #expect(long.code == 0 && short.code == 0)
        #expect(long.output.hasPrefix("Usage: mockpostly \(name)"))
        let words = onOneLine(long.output)
        for option in command.options where !option.isHidden {
            #expect(long.output.contains("\(option.flag)"), "\(option.name)")
            if command.briefOptions.isEmpty || command.briefOptions.contains(option.name) {
                #expect(short.output.contains("\(option.flag)"), "\(option.name)")
            }
            if let variable = HelpText.variables(of: option) {
                #expect(words.contains("env: \(variable)"), "\(option.name)")
            }
            if let value = HelpText.defaultText(option) {
                #expect(words.contains("default: \(value)"), "\(option.name)")
            }
        }
        #expect(!command.examples.isEmpty)
        for example in command.examples {
            #expect(words.contains(onOneLine(example.line)))
        }
        #expect(run(["help"] + path).output == long.output)
    }

    @Test(arguments: [
        ["serve", "--help", "limits"], ["serve", "--help=limits"], ["exec", "--help", "LIMITS"],
    ])
    func `the help of one group is asked for by its name`(arguments: [String]) {
        let run = run(arguments)
        #expect(run.code == 0 && run.output.hasPrefix("Limits:\n  "))
        #expect(run.output.contains("env: MOCKPOSTLY_MAX_HEAD") && !run.output.contains("--port"))
        let unknown = MockPostlyCLITests.run(["serve", "--help", "nothing"])
        let names = "listening, tls, standing-in, real-servers, data"
        #expect(unknown.code == 2 && unknown.errors.contains(names))
    }

    /// A text without its line breaks, and those that a shell skips.
    private func onOneLine(_ text: String) -> String {
        text.replacing("\\\n", with: " ").split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }

    @Test(arguments: [80, 40])
    func `no line of help is too long for a terminal, and no word is broken`(width: Int) {
        for command in Commands.all.visible {
            let texts = { (width: Int) in
                [
                    HelpText.brief(command, width: width), HelpText.full(command, width: width),
                    HelpText.overview(of: .standard, width: width),
                ]
            }
            for (text, wide) in zip(texts(width), texts(1_000)) {
                // A word that is longer than a line stands alone, at the left.
                let long = text.split(separator: "\n").filter { line in
                    line.count > width && (line.hasPrefix(" ") || line.contains(" "))
                }
                #expect(long.isEmpty, "\(command.name): \(long)")
                #expect(onOneLine(text) == onOneLine(wide), "\(command.name)")
            }
        }
    }

    @Test func `every example is a command line that is understood`() throws {
        for command in Commands.all.visible {
            for example in command.examples where !example.line.contains("(mockpostly") {
                let words = example.line.split(separator: " ").map(String.init)
                let kept = words.prefix { $0 != "|" && $0 != ">" }.dropFirst()
                let name = Commands.all.visible.map(\.name)
                    .filter { kept.joined(separator: " ").hasPrefix($0) }
                    .max { $0.count < $1.count }
                let found = try #require(
                    Commands.all.visible.first { $0.name == name }
                )
                let rest = kept.dropFirst(found.name.split(separator: " ").count)
                var parser = ArgumentParser(command: found.name, options: found.options)
                // Quoted words with spaces are for the shell to put together.
                let parsed = try parser.parse(rest.filter { !$0.hasSuffix("\"") })
                #expect(parsed.help == nil)
            }
        }
    }

    @Test func `names of options are used once in each command`() {
        for command in Commands.all.visible {
            let flags =
                command.options.flatMap(\.flags)
                + command.options.compactMap { option in option.short.map { "-\($0)" } }
            #expect(Set(flags).count == flags.count, "\(command.name)")
        }
    }

    @Test func `the table of options has a row for each`() {
        let run = run("help", "--markdown")
        let rows = run.output.split(separator: "\n")
        let options = ServerOptions.all.filter { !$0.isHidden }
        #expect(rows.count == options.count + 2)
        for option in options {
            #expect(run.output.contains("`\(option.flag)"), "\(option.name)")
        }
        #expect(rows.allSatisfy { $0.hasPrefix("|") && $0.hasSuffix("|") })
        #expect(rows.allSatisfy { $0.split(separator: "|").count == 5 })
        #expect(
            run.output.contains(
                "| `-p` `--port PORT` | `MOCKPOSTLY_PORT`, `PORT` | `8080` | the server | port to listen"
            )
        )
    }

    @Test func `the page of settings has this table`() throws {
        let table = try part(of: "docs/settings.md", "<!-- options -->", "<!-- /options -->")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(
            table + "\n" == MarkdownTable.options,
            "put what `mockpostly help --markdown` prints between the two marks in docs/settings.md"
        )
    }

    @Test func `the description of the control plane has the schemas of its orders`() throws {
        let mark = "    # Made by scripts/schemas: "
        let schemas = try part(of: "openapi-control.yaml", "\(mark)begin\n", "\(mark)end\n")
        #expect(schemas == run("help", "--schemas").output, "run scripts/schemas")
    }

    /// What stands between two marks of a file of the repository.
    private func part(of file: String, _ begin: String, _ end: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
        let start = try #require(text.firstRange(of: begin), "\(file) has no \(begin)")
        let stop = try #require(text.firstRange(of: end), "\(file) has no \(end)")
        return String(text[start.upperBound..<stop.lowerBound])
    }

    @Test func `the manual page has every command and option`() {
        let run = run("help", "--man")
        #expect(run.output.hasPrefix(".TH MOCKPOSTLY 1 "))
        for command in Commands.all.visible where command.body != nil {
            let usage = HelpText.usage(command).replacing("-", with: "\\-")
            #expect(run.output.contains(".SS \(usage.replacing("…", with: "..."))\n"), "\(usage)")
            for option in command.options where !option.isHidden {
                let flag = option.flag.replacing("-", with: "\\-")
                #expect(run.output.contains("\\fB\(flag)\\fR"), "\(flag)")
            }
        }
        // Each option of serve stands there once.
        #expect(run.output.split(separator: "\\fBmax\\-worlds\\fR").count == 2)
        let macros = [
            ".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".I", ".br", ".EX", ".EE", ".RS", ".RE", ".UR",
            ".UE",
        ]
        for line in run.output.split(separator: "\n") where line.hasPrefix(".") {
            let name = String(line.prefix { $0 != " " })
            #expect(macros.contains(name), "\(line)")
        }
        #expect(!run.output.contains("\n'"))
    }

    @Test func `what is hidden is hidden`() {
        #expect(!HelpText.full(Commands.help).contains("markdown"))
        #expect(!HelpText.full(Commands.help).contains("schemas"))
        #expect(!BashCompletion.script(Commands.all).contains("markdown"))
    }
}
