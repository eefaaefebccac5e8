import Foundation
import Testing

@testable import MockPostlyCLI

@Suite struct ShellWordsTests {
    @Test(arguments: [
        ("http://localhost:8080/w/w1/api", "http://localhost:8080/w/w1/api"),
        ("w-1_a.b", "w-1_a.b"),
        ("", "''"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("$(rm)", "'$(rm)'"),
        ("a\nb", "'a\nb'"),
        ("~", "'~'"), ("é", "'é'"),
    ])
    func `a value is quoted where a shell would read something else`(text: String, word: String) {
        #expect(shellWord(text) == word)
    }

    @Test func `a shell reads back what was written`() throws {
        let value = "a'b \"c\" $HOME `d` \\ \n*e"
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", variables([("X", value)]) + "printf %s \"$X\""]
        let pipe = Pipe()
        shell.standardOutput = pipe
        try shell.run()
        let read = try #require(try pipe.fileHandleForReading.readToEnd())
        shell.waitUntilExit()
        #expect(String(decoding: read, as: UTF8.self) == value)
    }
}
