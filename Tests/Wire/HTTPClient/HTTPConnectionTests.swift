import Foundation
import MockPostlyWorld
import Testing

@testable import MockPostlyHTTPClient

/// Against sockets of the tests, which say what they are told to.
@Suite(.timeLimit(.minutes(15)))
struct HTTPConnectionTests {
    private static let request = Array("GET / HTTP/1.1\r\n\r\n".utf8)

    private func exchange(
        with target: HTTPTarget,
        _ request: [UInt8] = HTTPConnectionTests.request,
        within limit: Duration = .seconds(300)
    ) throws -> HTTPAnswer {
        let deadline = Deadline(in: limit)
        let connection = try HTTPConnection(to: target, until: deadline)
        return try connection.exchange(request, until: deadline)
    }

    private func target(_ listener: Listener) -> HTTPTarget {
        .network(host: "127.0.0.1", port: listener.port)
    }

    @Test(arguments: ["127.0.0.1", "localhost", "LOCALHOST", "api.localhost", "::1"])
    func `an answer comes over every kind of address`(host: String) throws {
        let listener = try Listener(family: host == "::1" ? AF_INET6 : AF_INET)
        listener.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        let answer = try exchange(with: .network(host: host, port: listener.port))
        #expect(answer.status == 200 && answer.body == Array("hi".utf8))
    }

    @Test func `an answer comes over a Unix socket`() throws {
        let listener = try Listener(family: AF_UNIX)
        listener.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        #expect(try exchange(with: .unix(listener.path)).body == Array("hi".utf8))
    }

    @Test func `two requests go over one connection`() throws {
        let listener = try Listener(family: AF_INET)
        listener.answer(
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
            "HTTP/1.1 204 No Content\r\n\r\n"
        )
        let deadline = Deadline(in: .seconds(300))
        let connection = try HTTPConnection(to: target(listener), until: deadline)
        let first = try connection.exchange(Self.request, until: deadline)
        #expect(first.body == Array("x".utf8))
        #expect(try connection.exchange(Self.request, until: deadline).status == 204)
    }

    @Test func `a refusal counts before the request is sent whole`() throws {
        let listener = try Listener(family: AF_INET)
        listener.answer("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n")
        let large = [UInt8](repeating: 65, count: 64 * 1024 * 1024)
        #expect(try exchange(with: target(listener), large).status == 413)
    }

    @Test func `a connection that is closed is told, by how far the answer came`() throws {
        let silent = try Listener(family: AF_INET)
        silent.answer("", closes: true)
        #expect(throws: HTTPFailure.noAnswer) { try exchange(with: target(silent)) }
        let short = try Listener(family: AF_INET)
        short.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nh", closes: true)
        #expect(throws: HTTPFailure.cut) { try exchange(with: target(short)) }
    }

    @Test func `a server that does not answer is given up`() throws {
        let listener = try Listener(family: AF_INET)
        #expect(throws: HTTPFailure.late) {
            try exchange(with: target(listener), within: .milliseconds(20))
        }
        #expect(throws: HTTPFailure.late) {
            try exchange(with: target(listener), within: .seconds(-1))
        }
    }

    // On macOS only 127.0.0.1 is there, so no two addresses have one port.
    #if os(Linux)
        @Test func `an address that never answers leaves time for the next one`() throws {
            let listener = try Listener(family: AF_INET)
            listener.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
            // Its queue has room for one client, and nobody takes it out.
            let dead = try Listener(family: AF_INET, address: 0x7F00_0002, port: listener.port)
            try #require(listen(dead.descriptor, 0) == 0)
            let busy = try HTTPConnection(
                to: .network(host: "127.0.0.2", port: listener.port),
                until: Deadline(in: .seconds(300))
            )
            let connection = try HTTPConnection(
                to: .network(host: "mock", port: listener.port),
                until: Deadline(in: .seconds(4)),
                lookup: { _, _ in ["127.0.0.2", "127.0.0.1"] }
            )
            let answer = try connection.exchange(Self.request, until: Deadline(in: .seconds(300)))
            #expect(answer.status == 200)
            _ = consume busy
        }
    #endif

    @Test func `an address where nobody listens, and one that is none, are told`() throws {
        // Bound, so that nobody else gets the port.
        let deaf = try Listener(family: AF_INET, listens: false)
        #expect(throws: HTTPFailure.system(ECONNREFUSED)) { try exchange(with: target(deaf)) }
        #expect(throws: HTTPFailure.system(ENOENT)) { try exchange(with: .unix("/nowhere/s")) }
        let long = String(repeating: "a", count: 200)
        #expect(throws: HTTPFailure.pathTooLong) { try exchange(with: .unix(long)) }
        let name = HTTPTarget.network(host: "example.com", port: 80)
        #expect(throws: HTTPFailure.notNumeric) { try exchange(with: name) }
    }
}

/// Answers that are read as they come.
extension HTTPConnectionTests {
    @Test func `a stream is handed over as it comes`() throws {
        let listener = try Listener(family: AF_INET)
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        listener.answer(head + "2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n")
        let connection = try HTTPConnection(to: target(listener), until: .never)
        var body: [UInt8] = []
        let answer = try connection.stream(Self.request, headUntil: .never) { piece in
            body += piece
            return true
        }
        #expect(body == Array("abcde".utf8))
        #expect(answer.status == 200 && answer.body.isEmpty)
    }

    @Test func `a stream ends when its reader has enough`() throws {
        let listener = try Listener(family: AF_INET)
        listener.answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nab")
        let connection = try HTTPConnection(to: target(listener), until: .never)
        var pieces = 0
        _ = try connection.stream(Self.request, headUntil: .never) { _ in
            pieces += 1
            return false
        }
        #expect(pieces == 1)
    }

    @Test func `a refusal in place of a stream is kept whole`() throws {
        let listener = try Listener(family: AF_INET)
        listener.answer("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone")
        let connection = try HTTPConnection(to: target(listener), until: .never)
        let answer = try connection.stream(Self.request, headUntil: .never) { _ in
            Issue.record("a refusal is no stream")
            return false
        }
        #expect(answer.status == 404 && answer.body == Array("none".utf8))
    }

    @Test func `a stream that breaks off is told`() throws {
        let listener = try Listener(family: AF_INET)
        listener.answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nab", closes: true)
        let connection = try HTTPConnection(to: target(listener), until: .never)
        #expect(throws: HTTPFailure.cut) {
            try connection.stream(Self.request, headUntil: .never) { _ in true }
        }
    }
}
