import Foundation
import Testing

@testable import MockPostlyEventHTTP
@testable import MockPostlyServer

/// Waits of the control plane whose clients have left.
@Suite struct LeftWaitsTests {
    // Within less than a wait takes, at whose end the connections are free in any case.
    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            ("requests", #""match":{"path":"/never"}"#),
            ("messages", #""match":{"topic":"never"}"#),
            ("state", #""get":"/test","path":"$.status","value":"never""#),
        ]
    )
    func `they make room for others`(kind: String, members: String) throws {
        let server = try LiveServer { $0.limits.connections = 8 }
        do {
            let wait = RawClient.request(
                "POST",
                "/__mockpostly/v1/\(kind)/wait",
                "{\(members),\"timeout\":\"10m\"}"
            )
            let gone = try (0..<8).map { _ in try RawClient(port: server.port) }
            try server.begin(gone.map { ($0, wait) })
            try server.wait { $0.http?.connections.count { $0.heldRequest != nil } == 8 }
            withExtendedLifetime(gone) {}
        }
        try server.wait { $0.http?.connections.isEmpty == true }
        let clients = try (0..<8).map { _ in try RawClient(port: server.port) }
        for client in clients { #expect(try client.ask("GET", "/test").status == 200) }
    }
}
