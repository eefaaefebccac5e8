import Foundation
import MockPostlyCertificates
import MockPostlyContent
import MockPostlyTestKit
import Testing

@testable import MockPostlyEventHTTP
@testable import MockPostlyProxy
@testable import MockPostlyServer
@testable import MockPostlyWorlds

@Suite(.timeLimit(.minutes(15)))
struct ProxyTests {
    /// A server with a proxy for dummyjson.com.
    private let server: LiveServer
    private let proxy: UInt16

    init() throws {
        server = try Self.server()
        proxy = try #require(try server.ask { $0.address.proxyPort })
    }

    private static func server(
        isOffline: Bool = false,
        _ configure: @escaping @Sendable (inout Configuration) -> Void = { _ in }
    ) throws -> LiveServer {
        let name = try CertificateName("dummyjson.com")
        return try LiveServer { configuration in
            configuration.mockedNames = [name]
            configuration.proxy = ProxySettings(port: 0, isOffline: isOffline)
            configure(&configuration)
        }
    }

    private func client() throws -> RawClient { try RawClient(port: proxy) }

    /// A client with a tunnel to `target`.
    private func tunnel(to target: String, fields: String = "") throws -> RawClient {
        let client = try client()
        try client.send("CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\n\(fields)\r\n")
        #expect(try client.answer().head == "HTTP/1.1 200 Connection Established")
        return client
    }

    private func ask(_ text: String) throws -> RawClient.Answer {
        let client = try client()
        try client.send(text)
        return try client.answer()
    }

    /// `user` with a password, as a field.
    private func credentials(_ user: String) -> String {
        "Proxy-Authorization: Basic \(Data("\(user):x".utf8).base64EncodedString())\r\n"
    }

    // MARK: Mocked names

    @Test(arguments: ["dummyjson.com:443", "DummyJSON.com.:443", "dummyjson.com:8080"])
    func `a tunnel to a mocked name ends here`(_ target: String) throws {
        let client = try tunnel(to: target)
        for id in 1...2 {
            let answer = try client.ask("GET", "/posts/\(id)")
            #expect(answer.status == 200 && answer.body.hasPrefix("{\"id\":\(id),"))
        }
    }

    @Test func `what a client sends at once behind CONNECT is not lost`() throws {
        let client = try client()
        try client.send(
            "CONNECT dummyjson.com:80 HTTP/1.1\r\nHost: dummyjson.com:80\r\n\r\n"
                + RawClient.request("GET", "/posts/1")
        )
        #expect(try client.answer().status == 200)
        #expect(try client.answer().body.hasPrefix("{\"id\":1,"))
    }

    @Test func `a request in plain to a mocked name is answered here, and ends the connection`()
        throws
    {
        let client = try client()
        try client.send("GET http://dummyjson.com/posts/1 HTTP/1.1\r\nHost: x\r\n\r\n")
        let text = client.rest()
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.contains("\r\nConnection: close\r\n"))
        #expect(text.contains("{\"id\":1,"))
    }

    @Test func `a body that comes after the head is read too`() throws {
        let client = try client()
        let body = "{\"title\":\"\(String(repeating: "x", count: 100_000))\",\"userId\":1}"
        let head =
            "POST http://dummyjson.com/posts/add HTTP/1.1\r\nHost: dummyjson.com\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        for byte in head.utf8 { try client.send(bytes: [byte]) }
        try client.send(body)
        let answer = try client.answer()
        #expect(answer.status == 201 && answer.body.utf8.count > 100_000)
    }

    @Test func `a path that no system claims is answered by that of the name`() throws {
        let answer = try ask("GET http://dummyjson.com/nothing HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(answer.status == 404 && answer.head.contains("text/html"))
    }

    @Test func `the user name is that of a world`() throws {
        try server.makeWorld("\"id\":\"one\",\"settings\":{\"dummyjson-writes\":\"keep\"}")
        let fields = credentials("one")
        #expect(
            try tunnel(to: "dummyjson.com:443", fields: fields).ask("DELETE", "/posts/1").status
                == 200
        )
        let request = "GET http://dummyjson.com/posts/1 HTTP/1.1\r\nHost: x\r\n"
        #expect(try ask(request + fields + "\r\n").status == 404)
        for user in ["default", ""] {
            #expect(try ask(request + credentials(user) + "\r\n").status == 200)
        }
        #expect(try ask(request + "\r\n").status == 200)
        #expect(try ask(request + credentials("two") + "\r\n").body.contains("no such world"))
        let answer = try ask(
            "CONNECT dummyjson.com:443 HTTP/1.1\r\nHost: x\r\n" + credentials("two") + "\r\n"
        )
        #expect(answer.status == 404)
    }

    // MARK: Others

    @Test func `a tunnel to another server passes all bytes, and both ends`() throws {
        let origin = try LiveServer()
        do {
            // At the end of this block the client closes its end.
            let client = try tunnel(to: "localhost:\(origin.port)")
            #expect(try client.ask("GET", "/__mockpostly/v1/live").status == 200)
            let body = "{\"title\":\"\(String(repeating: "x", count: 90_000))\",\"userId\":1}"
            for _ in 0..<10 {
                let answer = try client.ask("POST", "/posts/add", body)
                #expect(answer.status == 201 && answer.body.utf8.count > 90_000)
            }
            try client.send(RawClient.request("GET", "/posts/1", fields: "Connection: close\r\n"))
            #expect(client.rest().contains("{\"id\":1,"))
        }
        try server.wait { $0.proxy?.connectionCount == 0 }
    }

    @Test func `a request to another server gets there, and nothing behind it does`() throws {
        let origin = try LiveServer()
        let bodies = [
            "Content-Length: 26\r\n\r\n{\"title\":\"one\",\"userId\":1}",
            "Transfer-Encoding: chunked\r\n\r\n6\r\n{\"titl\r\n14\r\ne\":\"one\",\"userId\":1}\r\n0\r\n\r\n",
        ]
        for body in bodies {
            let client = try client()
            try client.send(
                "POST http://127.0.0.1:\(origin.port)/posts/add HTTP/1.1\r\nHost: x\r\n"
                    + "Content-Type: application/json\r\n\(body)"
                    + "GET http://127.0.0.1:\(origin.port)/posts/1 HTTP/1.1\r\nHost: x\r\n\r\n"
            )
            let text = client.rest()
            #expect(text.hasPrefix("HTTP/1.1 201 ") && text.contains("\"title\":\"one\""))
            #expect(text.components(separatedBy: "HTTP/1.1 ").count == 2, "\(text)")
        }
        try server.wait { $0.proxy?.connectionCount == 0 }
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nA: b\r\n\r\n", 17, true), ("HTTP/1.1 200 OK", nil, true),
        ("HTTP/1.1 100 Continue\r\n\r\nHTTP", 25, false),
        ("HTTP/1.1 103 Early Hints\r\nA: b\r\n", nil, false), ("", nil, true), ("\n", 1, true),
    ])
    func `an answer is marked after its first line`(
        _ text: String,
        _ place: Int?,
        _ isFinal: Bool
    ) {
        let found = Array(text.utf8).withUnsafeBufferPointer { AnswerMark.nextPlace(in: $0) }
        #expect(found.place == place && found.isFinal == isFinal)
    }

    @Test func `an answer tells that the connection ends`() throws {
        let origin = try LiveServer()
        let client = try client()
        try client.send(
            "POST http://127.0.0.1:\(origin.port)/posts/add HTTP/1.1\r\nHost: x\r\n"
                + "Expect: 100-continue\r\nContent-Length: 13\r\n"
                + "Content-Type: application/json\r\n\r\n"
        )
        #expect(try client.answer().head == "HTTP/1.1 100 Continue")
        try client.send("{\"userId\": 1}")
        #expect(try client.answer().head.hasPrefix("HTTP/1.1 201 Created\r\nConnection: close\r\n"))
    }

    @Test func `chunks that are broken end the request`() throws {
        let origin = try LiveServer()
        let client = try client()
        try client.send(
            "POST http://127.0.0.1:\(origin.port)/posts/add HTTP/1.1\r\nHost: x\r\n"
                + "Transfer-Encoding: chunked\r\n\r\nno chunk\r\n"
        )
        #expect(client.rest().isEmpty)
    }

    @Test func `a server that cannot be reached is told as such`() throws {
        let port = try QuietPort.take()
        for line in ["GET http://127.0.0.1:\(port)/", "CONNECT localhost:\(port)"] {
            let answer = try ask("\(line) HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(answer.status == 502 && answer.body.contains("onnection refused"), "\(answer)")
        }
    }

    @Test func `a peer that does not read costs no time`() throws {
        let origin = try LiveServer { $0.seed = .standard }
        let client = try tunnel(to: "localhost:\(origin.port)")
        // Its answers are more than all sockets and buffers on the way hold.
        let request = RawClient.request("GET", "/api/posts?limit=100")
        try client.send(String(repeating: request, count: 600))
        try origin.wait { $0.http?.connections.contains { $0.isWriting } == true }
        let before = try server.ask { $0.loop.ticks }
        // Meanwhile a loop that turns in vain would turn some ten thousand times.
        let another = try LiveServer { $0.seed = .standard }
        let body = "{\"email\":\"mira.sol@example.com\",\"password\":\"wrong\"}"
        for _ in 0..<100 {
            _ = try RawClient(port: another.port).ask("POST", "/api/auth/login/email", body)
        }
        #expect(try server.ask { $0.loop.ticks } - before < 2_000)
    }

    @Test func `an offline proxy refuses all but mocked names`() throws {
        let server = try Self.server(isOffline: true)
        let port = try #require(try server.ask { $0.address.proxyPort })
        for (line, status) in [
            ("CONNECT example.com:443", 403), ("GET http://localhost/", 403),
            ("CONNECT dummyjson.com:443", 200), ("GET http://dummyjson.com/posts/1", 200),
        ] {
            let client = try RawClient(port: port)
            try client.send("\(line) HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try client.answer().status == status, "\(line)")
        }
    }

    // MARK: What is no request to a proxy

    @Test func `a request for the port itself is told what the port is`() throws {
        let answer = try ask("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(answer.status == 400 && answer.body.contains("HTTP proxy"))
        #expect(answer.head.contains("\r\nDate: "))
    }

    @Test(arguments: ["nonsense\r\n\r\n", "GET http:/// HTTP/1.1\r\nHost: a\r\n\r\n", "\u{0}\r\n"])
    func `nonsense is refused`(_ text: String) throws {
        #expect(try ask(text).status == 400)
    }

    @Test func `TLS with the proxy itself is ended`() throws {
        let client = try client()
        try client.send(bytes: [22, 3, 1, 0, 5])
        #expect(client.rest().isEmpty)
    }

    @Test func `a head that never ends is given the time of a head`() throws {
        let server = try Self.server { $0.limits.headTimeout = .milliseconds(30) }
        let client = try RawClient(port: try #require(try server.ask { $0.address.proxyPort }))
        try client.send("CONNECT dummyjson.com:443 HTTP/1.1\r\nHost")
        #expect(client.rest().isEmpty)
    }

    @Test func `clients that leave are forgotten`() throws {
        try client().send("CONNECT dummyjson")
        try server.wait { $0.proxy?.connectionCount == 0 }
        let origin = try LiveServer()
        _ = try tunnel(to: "127.0.0.1:\(origin.port)")
        try server.wait { $0.proxy?.connectionCount == 0 }
        try origin.wait { $0.http?.connectionCount == 0 }
    }

    @Test func `a server that ends takes its tunnels with it`() throws {
        let origin = try LiveServer()
        let client = try tunnel(to: "127.0.0.1:\(origin.port)")
        #expect(try client.ask("GET", "/posts/1").status == 200)
        server.stop()
        #expect(client.rest().isEmpty)
    }
}
