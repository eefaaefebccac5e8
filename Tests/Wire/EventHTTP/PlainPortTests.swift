import MockPostlyTLS
import Testing

@testable import MockPostlyEventHTTP

/// Clients that speak TLS to a server that does not.
@Suite(.timeLimit(.minutes(15))) struct PlainPortTests {
    private static let words =
        "This port speaks plain HTTP, not TLS: use http://, or start the server with --tls."

    @Test(arguments: [1, 5, 200])
    func `a client that begins with TLS is told in plain words`(_ count: Int) throws {
        let server = try TestServer()
        for turn in 1...2 {
            let client = try server.client()
            try client.send([22] + [UInt8](repeating: 1, count: count - 1))
            let answer = try client.answer()
            #expect(answer.status == 400 && answer.body == "{\"error\":\"\(Self.words)\"}\n")
            #expect(try client.rest() == "")
            let failures = try server.ask { $0.failedHandshakes }
            #expect(failures == Array(repeating: .notSpoken, count: turn))
        }
    }

    @Test func `its first byte is none of TLS later on`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/now/a")
        #expect(try client.bodies(1) == ["a"])
        try client.send([22, 3, 1])
        #expect(try client.answer().body == "{\"error\":\"The request line is malformed.\"}\n")
        #expect(try client.rest() == "")
        #expect(try server.ask { $0.failedHandshakes } == [])
    }
}
