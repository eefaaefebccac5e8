import Testing

@Suite struct ResetTests {
    @Test func `a world is reset, whole or in part`() throws {
        let server = try LiveServer()
        let whole = server.run("reset")
        #expect(whole.code == 0 && whole.errors.isEmpty)
        #expect(
            whole.output.hasPrefix(
                "default: 40 users, 156 posts, 144 published, 12 drafts, 551 comments in "
            )
        )
        #expect(whole.output.hasSuffix(" ms\n"))
        let part = server.run("reset", "--scope", "postly,community", "--scope=dummyjson", "--json")
        #expect(part.code == 0)
        let scope = "\"scope\": [\n    \"postly\",\n    \"community\",\n    \"dummyjson\"\n  ]"
        #expect(part.output.contains(scope))
        #expect(server.run("reset", "--disconnect", "-w", "default").code == 0)
    }
}
