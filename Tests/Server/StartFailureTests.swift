import MockPostlyContent
import MockPostlyEventHTTP
import MockPostlyTestKit
import MockPostlyWorlds
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyLog
@testable import MockPostlyNouns
@testable import MockPostlyServer
@testable import MockPostlyThreads
@testable import MockPostlyWorld

@Suite
struct StartFailureTests {
    private func hold(
        _ failure: StartFailure,
        _ exitCode: Int32,
        _ words: String,
        hint: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(failure.exitCode == exitCode, sourceLocation: sourceLocation)
        #expect(failure.words == words, sourceLocation: sourceLocation)
        #expect(failure.hint.contains(hint), sourceLocation: sourceLocation)
        #expect(!failure.words.contains("\n") && !failure.hint.contains("\n"))
    }

    @Test(
        arguments: [
            (ListenError.inUse, 4, "port 8080 is already in use", "--port 0"),
            (.notAnAddress, 3, "port 8080 is not an address", "--host"),
            (.notASocket, 3, "port 8080 exists and is not a socket", "--unix-socket"),
            (.pathTooLong, 3, "port 8080 is too long for a socket", "shorter"),
            (
                .system("Permission denied"), 1, "cannot listen on port 8080: Permission denied",
                "check"
            ),
        ] as [(ListenError, Int32, String, String)]
    )
    func `a place to listen`(error: ListenError, code: Int32, words: String, hint: String) {
        hold(StartFailure(error, "port 8080"), code, words, hint: hint)
    }

    @Test func `a port that another server of the same user has`() throws {
        let server = RuntimeDirectory.Announcement(
            pid: 42,
            port: 8080,
            url: "http://localhost:8080",
            startedAt: try #require(Instant(rfc3339: "2026-01-02T03:04:05Z"))
        )
        hold(
            StartFailure(portInUse: 8080, by: server),
            4,
            "port 8080 is already in use by another mockpostly (process 42, running since"
                + " 2026-01-02T03:04:05Z)",
            hint: "`kill 42` stops it; --port 0"
        )
        hold(StartFailure(portInUse: 1, by: nil), 4, "port 1 is already in use", hint: "--port 0")
    }

    @Test(arguments: [
        (DataFileFault.inUse(pid: 42), "is in use by another server (pid 42)", "stop that server"),
        (.inUse(pid: nil), "is in use by another server", "stop that server"),
        (
            .newer(found: 3, known: 2),
            "was written by a newer mockpostly (schema 3, this version knows 2)", "not touched"
        ),
        (.corrupt("page 3\npage 4"), "is corrupt: page 3", "not touched"),
        (.notADatabase, "is not a database", "not touched"),
        (.foreign, "is a database of another program", "not touched"),
        (.readOnly, "cannot be written to", "writable"),
        (.directoryMissing, "is in a directory that does not exist", "make the directory"),
        (.isADirectory, "is a directory", "path of a file"),
        (.failed("Too many open files"), "cannot be opened: Too many open files", "check"),
    ])
    func `a data file`(fault: DataFileFault, words: String, hint: String) {
        hold(StartFailure(fault, "/a/b.db"), 5, "data file /a/b.db " + words, hint: hint)
    }

    @Test
    func `a seed`() {
        let fault = SeedFault(file: "a.json", line: 3, column: 5, field: "x", words: "expected y")
        hold(StartFailure(fault), 3, "a.json:3:5: x: expected y", hint: "mockpostly seed check")
    }

    @Test
    func `a loop that cannot be made`() {
        hold(StartFailure(EventError(words: "no event base")), 1, "no event base", hint: "limits")
    }
}
