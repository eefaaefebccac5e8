import Testing

@testable import MockPostlyCLI

@Suite struct ConsoleTests {
    @Test func `a failure is a line and a hint on standard error`() {
        let capture = Capture()
        capture.console().tell(Failure("it broke", hint: "mend it"))
        #expect(
            String(decoding: capture.errors, as: UTF8.self)
                == "mockpostly: error: it broke\nhint: mend it\n"
        )
        #expect(capture.output.isEmpty)
    }

    @Test func `colours are for consoles that have them`() {
        let capture = Capture()
        #expect(capture.console().styled("x", .bold) == "x")
        let coloured = capture.console(isTerminal: true, usesColour: true)
        #expect(coloured.styled("x", .bold) == "\u{1B}[1mx\u{1B}[0m")
    }

    @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
    func `colours can be refused`(variables: [String: String]) {
        #expect(!Console.standard(environment: Environment(variables)).usesColour)
    }

    @Test func `output that cannot be written is a failure`() {
        let capture = Capture()
        let console = Console(isTerminal: false, usesColour: false) {
            (stream, bytes) throws(FileProblem) in
            if stream == .output { throw FileProblem(words: "no space left on device") }
            capture.errors += bytes
        }
        let code = CommandLineTool(console: console, environment: Environment([:])).run(["help"])
        #expect(code == 1)
        let text = String(decoding: capture.errors, as: UTF8.self)
        #expect(text.contains("cannot write to standard output: no space left on device"))
    }
}
