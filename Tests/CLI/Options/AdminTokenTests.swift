import Testing

@Suite struct AdminTokenTests {
    @Test(arguments: ["secret", "secret\n", "secret\r\n"])
    func `a token is read from a file, without the end of its line`(text: String) throws {
        let file = try TemporaryFile(text)
        let run = run(
            ["world", "list", "--admin-token-file", file.path, "--url", "unix:///nowhere"]
        )
        // It was read, and the server is what is missing.
        #expect(run.errors.contains("unix:///nowhere: no such file"))
    }

    @Test(arguments: ["", "\n", "two words", "two\nlines\n"])
    func `a file that holds no token is named`(text: String) throws {
        let file = try TemporaryFile(text)
        let run = run(["serve", "--port", "0", "--admin-token-file", file.path])
        #expect(run.code == 3 && run.output.isEmpty)
        #expect(run.errors.contains("admin token file \(file.path) "))
        #expect(!run.errors.contains("two"))
    }

    @Test func `a file that is not there is named`() {
        let run = run(["serve", "--port", "0", "--admin-token-file", "/nowhere/token"])
        #expect(run.code == 3)
        #expect(run.errors.contains("admin token file /nowhere/token: no such file or directory"))
    }

    @Test func `a flag wins over a variable, and two of a kind are too many`() throws {
        let file = ["MOCKPOSTLY_ADMIN_TOKEN_FILE": "/nowhere/token"]
        let words = ["world", "list", "--url", "unix:///nowhere"]
        let won = run(words + ["--admin-token", "t"], environment: file)
        #expect(won.errors.contains("unix:///nowhere: no such file"))
        let both = file.merging(["MOCKPOSTLY_ADMIN_TOKEN": "hunter2"]) { $1 }
        let lost = run(words, environment: both)
        #expect(lost.code == 2 && lost.errors.contains("both given"))
        #expect(!lost.errors.contains("hunter2"))
    }

    @Test func `a token is not shown`() {
        let run = run("config", "--admin-token", "hunter2")
        #expect(run.code == 0 && !run.output.contains("hunter2") && run.output.contains("(set)"))
    }
}
