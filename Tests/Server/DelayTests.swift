import Foundation
import MockPostlyEventHTTP
import Testing

@testable import MockPostlyServer

@Suite(.timeLimit(.minutes(15)))
struct DelayTests {
    private func get(_ path: String, _ field: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n"
    }

    /// A request behind whose answer the connection ends.
    private func last(_ path: String) -> String { get(path, "Connection: close\r\n") }

    @Test
    func `hundreds may wait at once, and a stop answers them all`() throws {
        let server = try LiveServer()
        let clients = try (0..<300).map { _ in try RawClient(port: server.port) }
        try server.begin(clients.map { ($0, get("/test?delay=5000")) })
        server.remote.stop()
        for client in clients {
            let answer = client.rest()
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.contains(#"{"status":"ok","method":"GET"}"#))
            #expect(answer.contains("\r\nConnection: close\r\n"))
        }
    }

    @Test(arguments: ["/test?delay=7", "/test?__delay=7ms", "/test?__fault=delay-7ms"])
    func `a delay is never shorter than asked, by the clock of the client`(path: String) throws {
        let server = try LiveServer()
        let client = try RawClient(port: server.port)
        for _ in 0..<20 {
            let begun = ContinuousClock.now
            let answer = try client.ask("GET", path)
            #expect(begun.duration(to: .now) >= .milliseconds(7))
            #expect(answer.status == 200)
        }
    }

    @Test
    func `a request behind one that waits is answered behind it`() throws {
        let server = try LiveServer()
        let client = try RawClient(port: server.port)
        try client.send(get("/test?delay=30") + get("/test?delay=1") + last("/api/nowhere"))
        let starts = client.rest().components(separatedBy: "HTTP/1.1 ").map { $0.prefix(3) }
        #expect(starts == ["", "200", "200", "404"])
    }

    @Test
    func `a client that goes while it waits disturbs nobody`() throws {
        let server = try LiveServer()
        do {
            let gone = try RawClient(port: server.port)
            try server.begin([(gone, get("/test?delay=60"))])
        }
        let client = try RawClient(port: server.port)
        try client.send(last("/test?delay=100"))
        #expect(client.rest().hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test
    func `a request that comes while the server stops is not delayed`() throws {
        let server = try LiveServer()
        let client = try RawClient(port: server.port)
        // One character of Swift is CR LF.
        let whole = get("/test?delay=5000")
        let start = String(whole.dropLast())
        try client.send(start)
        try server.wait { $0.http?.bytesReceived == start.utf8.count }
        server.remote.stop()
        try client.send(String(whole.suffix(1)))
        #expect(client.rest().hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
}
