import Foundation
import MockPostlyEventHTTP
import MockPostlyJSON
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer

/// All lanes at work at once, behind real sockets.
///
/// What it holds besides its expectations is for ThreadSanitizer to see: the libraries that do the
/// work share nothing that is not guarded.
@Suite(.timeLimit(.minutes(15)))
struct LiveLanesTests {
    private static let seed: String = {
        let posts = (0..<40).map {
            #"{"author":"a@x","title":"T \#($0 % 3)","content":"C","createdAt":"2025-01-01T00:00:00Z"}"#
        }
        return """
            {"users":[{"name":"A","email":"a@x","password":"p"}],
             "posts":[\(posts.joined(separator: ","))],
             "dummyjson":{"imported":{"todos":[{"id":1,"todo":"T","completed":true,"userId":1}]}}}
            """
    }()

    @Test
    func `accounts, keys, pictures and contents are worked on side by side`() throws {
        let server = try LiveServer()
        let base = "/__mockpostly/v1"
        let (port, seed) = (server.port, Self.seed)
        let asking: [@Sendable (RawClient, Int) throws -> RawClient.Answer] = [
            { client, number in
                let body = #"{"email":"m\#(number)@example.com","password":"p"}"#
                return try client.ask("POST", "/api/auth/register", body)
            },
            { client, number in
                let path = number.isMultiple(of: 2) ? "/image/200x100/png" : "/icon/a\(number)/90"
                return try client.ask("GET", path + "?text=\(number)")
            },
            { try $0.ask("GET", "/image/1000x6\($1 % 90 + 10)/webp?text=\($1)") },
            { try $0.ask("GET", "/image/300x200/jpg?text=J\($1)") },
            { client, number in
                try client.ask("POST", base + "/worlds", #"{"id":"w\#(number)","from":"empty"}"#)
            },
            { client, number in try client.ask("POST", base + "/import", seed) },
            { client, number in try client.ask("GET", base + "/export") },
            { client, number in
                let order = #"{"id":"s\#(number)","scenario":"unicode"}"#
                return try client.ask("POST", base + "/worlds", order)
            },
        ]
        let failures = try Mailbox<String>()
        let group = DispatchGroup()
        for ask in asking {
            group.enter()
            Thread.detachNewThread {
                do {
                    let client = try RawClient(port: port)
                    for number in 0..<6 {
                        let answer = try ask(client, number)
                        if ![200, 201].contains(answer.status) {
                            _ = failures.post("\(answer.status) \(answer.head)")
                        }
                    }
                } catch {
                    _ = failures.post("\(error)")
                }
                group.leave()
            }
        }
        group.wait()
        failures.shut()
        #expect(failures.receive() ?? [] == [])
    }
}
