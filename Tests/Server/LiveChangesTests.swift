import DummyJSONDialect
import Foundation
import MockPostlyContent
import MockPostlyDialect
import MockPostlyEventHTTP
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// Contents that are changed beside the loop, and who waits meanwhile.
@Suite(.timeLimit(.minutes(15)))
struct LiveChangesTests {
    private static let base = "/__mockpostly/v1"

    // MARK: Waiting

    @Test
    func `requests wait for their own world alone, and are answered in their order`() throws {
        let server = try LiveServer()
        try server.makeWorld(#""id":"a""#)
        try server.makeWorld(#""id":"b""#)
        _ = try server.ask { $0.worlds["a"]?.hold() }
        let clients = try (0..<4).map { _ in try RawClient(port: server.port) }
        try clients[0].send(RawClient.request("GET", "/w/a/api/posts"))
        let body = #"{"email":"a@example.com","password":"p"}"#
        try clients[1].send(RawClient.request("POST", "/w/a/api/auth/register", body))
        try clients[2].send(RawClient.request("POST", Self.base + "/reset", #"{"world":"a"}"#))
        let fork = #"{"id":"c","from":"world:a"}"#
        try clients[3].send(RawClient.request("POST", Self.base + "/worlds", fork))
        let other = try RawClient(port: server.port)
        #expect(try other.ask("GET", "/w/b/api/posts").status == 200)
        #expect(try other.ask("POST", "/w/b/api/auth/register", body).status == 201)
        #expect(try other.ask("GET", Self.base + "/worlds").status == 200)
        #expect(try other.ask("GET", Self.base + "/worlds/a").status == 200)
        #expect(try server.ask { $0.worlds["a"]?.waiting.count } == 4)
        #expect(try server.ask { $0.course.waiting.isEmpty })
        _ = try server.ask { $0.worlds["a"]?.letGo() }
        #expect(try clients[0].answer().status == 200)
        #expect(try clients[2].answer().status == 200)
        #expect(try clients[3].answer().status == 201)
        // The account came after the reset: its password took longer.
        #expect(try clients[1].answer().status == 201)
        #expect(try server.ask { $0.worlds["a"]?.waiting.count } == 0)
    }

    @Test
    func `what was begun before a change ends after it`() throws {
        let server = try LiveServer()
        try server.makeWorld(#""id":"a""#)
        let gate = try Mailbox<Never>()
        #expect(
            try server.ask { $0.driver.worker.perform(0, on: .accounts) { gate.receive() == nil } }
        )
        let body = #"{"email":"a@example.com","password":"p"}"#
        let client = try RawClient(port: server.port)
        try client.send(RawClient.request("POST", "/w/a/api/auth/register", body))
        try server.wait { $0.worlds["a"]?.waitingRequests == 1 }
        let waiting = try RawClient(port: server.port)
        try server.begin([(waiting, RawClient.request("GET", "/w/a/test?delay=1000"))])
        _ = try server.ask { $0.worlds["a"]?.hold() }
        gate.shut()
        try server.wait { $0.worlds["a"]?.waiting.count == 1 }
        _ = try server.ask { $0.course.wakeAll() }
        #expect(try server.ask { $0.worlds["a"]?.waiting.count } == 2)
        let isThere = { @Sendable (server: Server) in
            try? server.worlds["a"]?.domain.users.hasAccount(email: "a@example.com")
        }
        #expect(try server.ask(isThere) == false)
        _ = try server.ask { $0.worlds["a"]?.letGo() }
        #expect(try client.answer().status == 201)
        #expect(try waiting.answer().status == 200)
        #expect(try server.ask(isThere) == true)
    }

    // MARK: Large contents

    /// A seed of so many bytes that no change of it is made on the loop's thread.
    private static let largeSeed: String = {
        let text = String(
            repeating: "A long text, of which the search has much to keep. ",
            count: 45_000
        )
        return """
            {"users":[{"name":"A","email":"a@x","password":"p","createdAt":"2025-01-01T00:00:00Z"}],
             "posts":[{"author":"a@x","title":"T","content":"\(text)",
               "createdAt":"2025-01-01T00:00:00Z"}],
             "community":{"members":["a@x"]}}
            """
    }()

    private func post(_ client: RawClient, _ path: String, _ body: String = "{}") throws {
        let answer = try client.ask("POST", path, body)
        #expect([200, 201].contains(answer.status), "\(path): \(answer.body.prefix(300))")
    }

    private func export(_ client: RawClient) throws -> String {
        let answer = try client.ask("GET", Self.base + "/export")
        #expect(answer.status == 200)
        return answer.body
    }

    @Test(arguments: [false, true])
    func `a large content is changed in all ways, in memory and in a file`(isInFile: Bool) throws {
        let directory = try ScratchDirectory()
        let file = directory.file("postly.db")
        let server = try LiveServer {
            $0.seed = .bytes(Array(Self.largeSeed.utf8), name: "seed")
            $0.settings[DummyJSON.self].writes = .keep
            if isInFile { $0.dataFile = file }
        }
        let isLarge = try server.ask { server -> Bool in
            let bytes = try? server.worlds.list[0].place().bytes
            return (bytes ?? 0) > ContentPlace.smallest
        }
        #expect(isLarge)
        let client = try RawClient(port: server.port)
        let start = try export(client)
        try post(client, "/api/auth/register", #"{"email":"b@x","password":"p"}"#)
        let added = try export(client)
        try post(client, "/todos/add", #"{"todo":"One more","completed":false,"userId":1}"#)
        let all = try export(client)
        #expect(start != added && added != all)
        try post(client, Self.base + "/snapshots", #"{"name":"s"}"#)
        // What is sent while the content is changed sees the new one.
        let other = try RawClient(port: server.port)
        try client.send(
            RawClient.request("POST", Self.base + "/reset", #"{"scope":["dummyjson"]}"#)
        )
        try other.send(RawClient.request("GET", "/todos/255"))
        #expect(try client.answer().status == 200)
        #expect([200, 404].contains(try other.answer().status))
        #expect(try other.ask("GET", "/todos/255").status == 404)
        #expect(try export(client) == added)
        try post(client, Self.base + "/snapshots/s/restore")
        #expect(try export(client) == all)
        try post(client, Self.base + "/reset", #"{"scope":["postly","community","dummyjson"]}"#)
        #expect(try export(client) == start)
        try post(client, Self.base + "/import", all)
        #expect(try export(client) == all)
        try post(client, Self.base + "/reset")
        #expect(try export(client) == start)
        try post(client, Self.base + "/worlds", #"{"id":"f","from":"snapshot:s"}"#)
        try post(client, Self.base + "/worlds", #"{"id":"g","from":"default"}"#)
        #expect(try client.ask("GET", Self.base + "/export?world=f").body == all)
        #expect(try client.ask("GET", Self.base + "/export?world=g").body == start)
        let difference = try client.ask("GET", Self.base + "/snapshots/s/diff?world=default")
        #expect(difference.status == 200 && difference.body.contains("b@x") == false)
        #expect(difference.body.contains("user"))
        // Nothing is held any more, and the next write is permanent.
        try post(client, "/api/auth/register", #"{"email":"c@x","password":"p"}"#)
        #expect(try server.ask { $0.worlds.list.allSatisfy { !$0.isHeld } })
    }

    @Test(arguments: ["small", "large"])
    func `imported records stay in a reset, and in that of a fork`(size: String) throws {
        let server = try LiveServer { $0.settings[DummyJSON.self].writes = .keep }
        let count = size == "small" ? 3 : 25_000
        let todos = (1...count).map {
            #"{"id":\#($0),"todo":"Something to be done, with some words","completed":true,"userId":1}"#
        }
        let records = #"{"todos":[\#(todos.joined(separator: ","))],"quotes":[]}"#
        let seed = #"{"dummyjson":{"imported":\#(records)}}"#
        let client = try RawClient(port: server.port)
        try post(client, Self.base + "/import", seed)
        try post(client, Self.base + "/worlds", #"{"id":"f","from":"default"}"#)
        for prefix in ["", "/w/f"] {
            let name = prefix.isEmpty ? "default" : "f"
            for _ in 0..<2 {
                let edit = #"{"todo":"Changed"}"#
                #expect(try client.ask("PUT", prefix + "/todos/1", edit).status == 200)
                #expect(try client.ask("GET", prefix + "/todos/1").body.contains("Changed"))
                try post(client, Self.base + "/reset", #"{"world":"\#(name)"}"#)
                #expect(try client.ask("GET", prefix + "/todos/\(count)").status == 200)
                #expect(try !client.ask("GET", prefix + "/todos/1").body.contains("Changed"))
                #expect(try client.ask("GET", prefix + "/quotes/1").status == 404)
            }
        }
    }
}
