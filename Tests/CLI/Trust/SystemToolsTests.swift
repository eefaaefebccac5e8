import Foundation
import MockPostlyTestKit
import Testing

@testable import MockPostlyCLI

@Suite struct SystemToolsTests {
    private let folder: ScratchDirectory
    private let tools: SystemTools

    init() throws {
        folder = try ScratchDirectory()
        tools = SystemTools(path: "\(folder.path):/usr/bin:/bin")
    }

    /// Writes a program, from another process: what this one has open for writing, a process that
    /// another test starts at the same moment would keep open, and such a file cannot be run.
    private func write(_ name: String, _ script: String) throws {
        let order = "printf '#!/bin/sh\\n%s\\n' \"$1\" >\"$2\" && chmod 755 \"$2\""
        #expect(tools.run(["sh", "-c", order, "sh", script, folder.file(name)]).isFine)
    }

    @Test func `a program's words, code and arguments are those of a shell`() throws {
        try write("tool", "echo \"$1|$2\"; echo problem >&2; exit 7")
        let answer = tools.run(["tool", "a b", ""])
        #expect(answer.code == 7 && !answer.isFine)
        #expect(answer.text == "a b|\nproblem\n")
        #expect(answer.lastLine == "problem")
    }

    @Test func `a missing program, and a file that is none, have code 127`() throws {
        try folder.write("", to: "text")
        for name in ["none", "text"] {
            #expect(tools.find(name) == nil)
            #expect(tools.run([name]).code == 127)
        }
        #expect(tools.find("sh")?.hasSuffix("/sh") == true)
    }

    @Test func `much output does not stop a program`() throws {
        try write("tool", "head -c 3000000 /dev/zero; exit 0")
        let answer = tools.run(["tool"])
        #expect(answer.isFine)
        #expect(answer.text.utf8.count >= 1 << 20)
    }

    @Test func `a daemon that a program leaves behind is not waited for`() throws {
        try write("tool", "tail -f /dev/null &\necho $!")
        // A program that is waited for ends with the code 124.
        let answer = tools.run(["tool"])
        #expect(answer.isFine)
        let pid = try #require(Int32(answer.lastLine))
        #expect(kill(pid, SIGKILL) == 0)
    }
}
