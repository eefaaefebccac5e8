import Foundation
import MockPostlyDialect
import MockPostlyHTTPClient
import MockPostlyServer
import MockPostlyWorld
import MockPostlyWorlds
import Testing
import WreelyDialect

@testable import MockPostlyCLI

@Suite struct LoginCodesTests {
    private let server: LiveServer

    init() throws {
        server = try LiveServer {
            $0.clock = .frozen(Instant(seconds: 1_767_225_600))
            $0.settings[Wreely.self].loginCode = "12345"
        }
    }

    /// Asks for a code as the app does.
    private func askForCode(_ path: String) throws {
        let body = Array(#"{"mobile_number":"9876543210","country_code":"+91"}"#.utf8)
        let target = try #require(HTTPTarget(url: server.url))
        let connection = try HTTPConnection(to: target, until: Deadline(in: .seconds(30)))
        var request = HTTPRequest(
            "POST",
            path + "/services/v2/member/login",
            fields: [("Content-Type", "application/json"), ("Connection", "close")]
        )
        request.body = body
        let answer = try connection.exchange(
            request.bytes(host: target.authority),
            until: Deadline(in: .seconds(30))
        )
        try #require(answer.status == 200)
    }

    @Test func `codes are listed for a world`() throws {
        #expect(server.run("login-codes").output.isEmpty)
        _ = server.run("world", "create", "w1")
        try askForCode("/w/w1")
        #expect(server.run("login-codes").output.isEmpty)
        let listed = server.run("login-codes", "-w", "w1").output
        let expected =
            "12345  wreely  mira.sol@example.com  9876543210  2026-01-01T00:10:00.000000Z\n"
        #expect(listed == expected)
        let json = server.run("login-codes", "--world", "w1", "--json").output
        #expect(json.hasPrefix("{\n  \"world\": \"w1\",\n  \"codes\": [\n"))
        #expect(json.contains("\"code\": \"12345\""))
        _ = server.run("clock", "advance", "10m", "-w", "w1")
        #expect(server.run("login-codes", "-w", "w1").output.isEmpty)
    }

    @Test func `an unknown world is named`() {
        let run = server.run("login-codes", "-w", "nowhere")
        #expect(run.code == 1 && run.errors.contains("nowhere"))
    }
}
