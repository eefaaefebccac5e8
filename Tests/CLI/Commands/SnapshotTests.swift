import Testing

@Suite struct SnapshotTests {
    private let server: LiveServer

    init() throws { server = try LiveServer() }

    @Test func `a snapshot is saved, compared, restored and deleted`() {
        let saved = server.run("snapshot", "save", "before")
        #expect(
            saved.code == 0 && saved.errors.isEmpty && saved.output.hasPrefix("before  default")
        )
        let equal = server.run("snapshot", "diff", "before").output
        #expect(equal == "snapshot:default/before and world:default are equal\n")
        _ = server.run("world", "create", "e", "--from", "empty")
        let diff = server.run("snapshot", "diff", "default/before", "-w", "e").output
        #expect(diff.hasPrefix("snapshot:default/before -> world:e\n"))
        #expect(diff.contains("\npost: 0 added, 0 changed, 156 removed\n  - 6"))
        #expect(diff.contains("\n  - and 56 more\n"))
        let restored = server.run(
            "snapshot",
            "restore",
            "default/before",
            "-w",
            "e",
            "--disconnect"
        )
        #expect(
            restored.output.hasPrefix(
                "e: 40 users, 156 posts, 144 published, 12 drafts, 551 comments in "
            )
        )
        #expect(server.run("snapshot", "save", "after", "-w", "e").code == 0)
        let same = server.run("snapshot", "diff", "before", "e/after").output
        #expect(same == "snapshot:default/before and snapshot:e/after are equal\n")
        let lines = server.run("snapshot", "list", "--all").output.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("SNAPSHOT  WORLD    ROWS"))
        #expect(lines[1].hasPrefix("before    default  ") && lines[2].hasPrefix("after     e  "))
        #expect(server.run("snapshot", "list", "-w", "e").output.contains("\nafter "))
        let both = server.run("snapshot", "list", "--all", "-w", "e")
        #expect(both.code == 2 && both.errors.contains("--all and --world do not go together"))
        let variables = ["MOCKPOSTLY_WORLD": "e"]
        #expect(server.run("snapshot", "list", "--all", environment: variables).code == 0)
        #expect(!server.run("snapshot", "list").output.contains("\nafter "))
        #expect(server.run("snapshot", "show", "after", "-w", "e").output.hasPrefix("after  e  "))
        #expect(server.run("snapshot", "save", "default/kept", "-w", "e").code == 0)
        let deleted = server.run("snapshot", "delete", "before", "e/after", "kept").output
        #expect(deleted == "before: deleted\ne/after: deleted\nkept: deleted\n")
        let gone = server.run("snapshot", "show", "before")
        #expect(gone.code == 1 && gone.errors.contains("'default' has no snapshot 'before'."))
    }

    @Test func `a snapshot is replaced only where that is asked for`() {
        #expect(server.run("snapshot", "save", "s").code == 0)
        let refused = server.run("snapshot", "save", "s")
        #expect(refused.code == 1 && refused.output.isEmpty && refused.errors.contains("hint: "))
        #expect(server.run("snapshot", "save", "s", "--overwrite", "--json").code == 0)
        #expect(server.run("snapshot", "show", "s", "--json").output.contains("\"name\": \"s\""))
    }

    @Test func `a name that leads elsewhere is refused`() {
        let run = server.run("snapshot", "save", "../x")
        #expect(run.code == 1 && run.errors.contains("'..'"))
        #expect(server.run("snapshot", "restore", "..").code == 1)
    }
}
