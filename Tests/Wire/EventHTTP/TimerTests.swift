import MockPostlyHTTP
import Testing

@testable import MockPostlyEventHTTP

@Suite(.timeLimit(.minutes(15))) struct TimerTests {
    @Test func `answers come in the order of their requests, whichever is due first`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/wait/a/40", "/wait/b/1", "/now/c", "/wait/d/0")
        #expect(try client.bodies(4) == ["a", "b", "c", "d"])
        #expect(try server.ask { $0.timers.isEmpty })
    }

    @Test func `thousands may wait at once`() throws {
        let server = try TestServer()
        let clients = try (0..<25).map { _ in try server.client() }
        for client in clients {
            let requests = (0..<200).map { request("GET", "/wait/\($0)/\(20 + $0 % 7)") }
            try client.send(requests.joined())
        }
        for client in clients { #expect(try client.bodies(200) == (0..<200).map { "\($0)" }) }
        #expect(try server.ask { $0.timers.isEmpty })
    }

    @Test func `an answer for a client that has gone is dropped`() throws {
        let server = try TestServer()
        let gone = try server.client()
        try gone.get("/wait/a/20")
        try server.wait { $0.timers.count == 1 }
        gone.abort()
        let client = try server.client()
        try client.get("/wait/b/40")
        #expect(try client.bodies(1) == ["b"])
        #expect(try server.ask { $0.timers.isEmpty && $0.http?.connections.count == 1 })
    }

    @Test func `a timer that is let go of does not call`() throws {
        let server = try TestServer()
        let client = try server.client()
        let calls = try server.ask { desk in
            _ = try? OneShotTimer(after: .zero, on: desk.loop) { desk.stop() }
            return desk.handled.count
        }
        try client.get("/wait/a/5")
        #expect(try client.bodies(1) == ["a"] && calls == 0)
        #expect(try server.ask { $0.http?.isStopping == false })
    }

    @Test func `a server may go while thousands wait`() throws {
        var server: TestServer? = try TestServer()
        let clients = try (0..<10).compactMap { _ in try server?.client() }
        for client in clients {
            try client.send((0..<200).map { request("GET", "/wait/\($0)/60000") }.joined())
        }
        try server?.wait { $0.timers.count == 2000 }
        server = nil
        for client in clients { #expect(try client.rest() == "") }
    }
}
