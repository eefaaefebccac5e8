import MockPostlyHTTP
import MockPostlyWorld
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

    @Test func `a timer is never early, by a clock that is exact`() throws {
        let server = try TestServer()
        let early = try server.ask { handler in
            // Set in the middle of a tick, whose beginning libevent counts from.
            let busy = monotonicNanoseconds() + 3_000_000
            while monotonicNanoseconds() < busy {}
            return Early(on: handler.loop, count: 100)
        }
        try server.wait { _ in early.isDone }
        #expect(early.nanoseconds == [])
    }

    /// Timers, and by how much they were early.
    private final class Early: @unchecked Sendable {
        private(set) var nanoseconds: [UInt64] = []
        private var timers: [OneShotTimer?] = []
        private var left: Int
        var isDone: Bool { left == 0 }

        init(on loop: EventLoop, count: Int) {
            left = count
            for number in 0..<count {
                let time = UInt64(number) * 1_100_000 + 1
                let due = monotonicNanoseconds() + time
                let wait = Duration.nanoseconds(Int64(time))
                timers.append(
                    try? OneShotTimer(after: wait, on: loop, of: self) { early in
                        let now = monotonicNanoseconds()
                        if now < due { early.nanoseconds.append(due - now) }
                        early.left -= 1
                    }
                )
            }
        }
    }

    @Test func `a timer that is let go of does not call`() throws {
        let server = try TestServer()
        let client = try server.client()
        let calls = try server.ask { handler in
            _ = try? OneShotTimer(after: .zero, on: handler.loop, of: handler) { $0.stop() }
            return handler.handled.count
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
