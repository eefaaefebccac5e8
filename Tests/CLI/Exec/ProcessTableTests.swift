#if os(Linux)
    import Foundation
    import Testing

    @testable import MockPostlyCLI

    @Suite struct ProcessTableTests {
        @Test(
            arguments: [
                ("12 (sh) S 3 12 12 0 -1 4194560", 3, 12, false),
                ("12 (a) b) (c)) Z 1 7 7 0", 1, 7, true),
                ("12 () R 3 4", 3, 4, false),
            ] as [(String, Int32, Int32, Bool)]
        )
        func `a line is read whatever the process is called`(
            line: String,
            parent: Int32,
            group: Int32,
            hasEnded: Bool
        ) throws {
            let entry = try #require(ProcessTable.Entry(Array(line.utf8)))
            #expect(entry.parent == parent)
            #expect(entry.group == group)
            #expect(entry.hasEnded == hasEnded)
        }

        @Test(arguments: ["", "12", "12 (sh", "12 (sh) S", "12 (sh) S x 1"])
        func `what is no such line is none`(line: String) {
            #expect(ProcessTable.Entry(Array(line.utf8)) == nil)
        }

        @Test func `a signal waits for a process that is stopped`() throws {
            let words = ["/bin/sh", "-c", "kill -STOP $$; exit 5"].map { Array($0.utf8) }
            let spawn = Spawn(program: words[0], arguments: words, environment: [])
            let pid = try spawn.start()
            var status: Int32 = 0
            #expect(waitpid(pid, &status, WUNTRACED) == pid)
            #expect(!ProcessTable.isPending(SIGTERM, for: pid))
            kill(pid, SIGTERM)
            #expect(ProcessTable.isPending(SIGTERM, for: pid))
            #expect(!ProcessTable.isPending(SIGTSTP, for: pid))
            kill(pid, SIGCONT)
            #expect(waitpid(pid, &status, 0) == pid)
            #expect(!ProcessTable.isPending(SIGTERM, for: pid))
        }
    }
#endif
