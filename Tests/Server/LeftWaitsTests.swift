import Foundation
import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyEventHTTP
@testable import MockPostlyServer
@testable import MockPostlyWorlds

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

    @Test func `a late refusal is told of though its client has left`() throws {
        let host = try TestHost.serving { $0.worlds.adminToken = "secret" }
        for number in 0..<4 {
            let fields = [("Authorization", "Bearer guess-\(number)")]
            let caller = Caller()
            let request = try Request.asking(
                "GET",
                "/__mockpostly/v1/worlds",
                fields,
                host: "localhost"
            )
            host.course.receive(request, from: caller)
            caller.leave()
        }
        #expect(host.observer.statuses == [401, 401, 401])
        host.course.wakeAll()
        #expect(host.observer.statuses == [401, 401, 401, 401])
    }
}
