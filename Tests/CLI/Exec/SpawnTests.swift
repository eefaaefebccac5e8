import Foundation
import Testing

@testable import MockPostlyCLI

@Suite(.timeLimit(.minutes(15))) struct SpawnTests {
    private func spawn(_ words: String..., environment: [String] = []) -> Spawn {
        Spawn(
            program: Array(words[0].utf8),
            arguments: words.map { Array($0.utf8) },
            environment: environment.map { Array($0.utf8) },
            streams: [-1, -1, -1]
        )
    }

    private func end(of pid: pid_t) -> WaitStatus {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        return WaitStatus(status)
    }

    @Test func `a program gets its arguments and its environment`() throws {
        let script = "test \"$#$1$A\" = '1a bc' && exit 7"
        let pid = try spawn("/bin/sh", "-c", script, "sh", "a b", environment: ["A=c"]).start()
        #expect(end(of: pid) == .exited(7))
    }

    @Test func `a program without a slash is looked for`() throws {
        #expect(end(of: try spawn("sh", "-c", "exit 3").start()) == .exited(3))
    }

    @Test func `a program leads a group of its own`() throws {
        let pid = try spawn("/bin/sh", "-c", "kill -STOP $$; exit 5").start()
        #expect(getpgid(pid) == pid)
        var status: Int32 = 0
        #expect(waitpid(pid, &status, WUNTRACED) == pid)
        #expect(WaitStatus(status) == .stopped(signal: SIGSTOP))
        #expect(kill(-pid, SIGCONT) == 0)
        #expect(end(of: pid) == .exited(5))
    }

    @Test(arguments: [("/nowhere/program", ENOENT), ("/", EACCES), ("/etc/passwd", EACCES)])
    func `what cannot be run is told by number`(path: String, code: Int32) {
        let problem = #expect(throws: Spawn.Problem.self) { try spawn(path).start() }
        #expect(problem?.code == code)
    }

    @Test func `a program has the limit that it is given`() throws {
        let present = try #require(FileLimit.present)
        let soft = min(present.soft, 1_000_000) - 1
        var spawn = spawn("/bin/sh", "-c", "test $(ulimit -n) = \(soft)")
        spawn.fileLimit = FileLimit(soft: soft)
        #expect(end(of: try spawn.start()) == .exited(0))
    }

    @Test func `this process's environment is read`() throws {
        setenv("MOCKPOSTLY_SPAWN_TESTS", "a=b", 1)
        #expect(inheritedEnvironment().contains(Array("MOCKPOSTLY_SPAWN_TESTS=a=b".utf8)))
        unsetenv("MOCKPOSTLY_SPAWN_TESTS")
    }

    @Test func `operands that are not on the command line are taken as text`() {
        #expect(unchanged(["é"]) == [Array("é".utf8)])
    }

    #if os(Linux)
        @Test func `a group is ended whole, also who does not end when asked`() throws {
            let script = "sleep 300 & (trap '' TERM; sleep 300) & kill -STOP $$; wait"
            let pid = try spawn("/bin/sh", "-c", script).start()
            #expect(ProcessTable.hasLivingMember(ofGroup: pid))
            let leftovers = Leftovers(group: pid) { [] }
            #expect(!leftovers.areGone)
            leftovers.end()
            #expect(leftovers.areGone)
            #expect(end(of: pid).exitCode != nil)
        }

        @Test func `strays are found by their mark and by their parent`() throws {
            let mark = "\(getpid())-strays"
            var stray = spawn("/bin/cat", environment: ["MOCKPOSTLY_EXEC=1-x,\(mark)"])
            let (input, output) = (Pipe(), Pipe())
            stray.streams[0] = input.fileHandleForReading.fileDescriptor
            stray.streams[1] = output.fileHandleForWriting.fileDescriptor
            let pid = try stray.start()
            // A process has no environment until its program is loaded, and this one then answers.
            try input.fileHandleForWriting.write(contentsOf: Data("?".utf8))
            #expect(try output.fileHandleForReading.read(upToCount: 1) == Data("?".utf8))
            #expect(ProcessTable.processes(marked: mark, outside: nil) == [pid])
            #expect(ProcessTable.processes(marked: mark, outside: pid) == [])
            #expect(ProcessTable.processes(marked: "1", outside: nil) == [])
            Leftovers(group: nil) { ProcessTable.processes(marked: mark, outside: nil) }.end()
            // By which signal depends on those that the test's thread blocks.
            #expect(end(of: pid).exitCode != nil)
        }
    #endif
}
