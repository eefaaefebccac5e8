import MockPostlyContent
import MockPostlyServer
import MockPostlyWorlds
import Testing

/// Lists with nothing in them.
@Suite struct EmptyListsTests {
    private static let server = Result { try LiveServer { $0.seed = .empty } }

    @Test(
        arguments: [
            (["fault", "list"], "faults", "faults"),
            (["snapshot", "list"], "snapshots", "snapshots"),
            (["socket", "list"], "connected clients", "sockets"),
            (["login-codes"], "login codes", "codes"), (["stub", "list"], "stubs", "stubs"),
            (["requests"], "requests", "requests"),
        ]
    )
    func `a list says that it is empty, but not to a program`(
        command: [String],
        noun: String,
        member: String
    ) throws {
        let server = try Self.server.get()
        let told = server.run(command)
        #expect(told.code == 0 && told.output.isEmpty)
        #expect(told.errors.hasPrefix("no \(noun)"))
        let json = server.run(command + ["--json"])
        #expect(json.code == 0 && json.errors.isEmpty)
        #expect(json.output.contains("\"\(member)\": []"))
    }
}
