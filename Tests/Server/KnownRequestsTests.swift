import Foundation
import MockPostlyContent
import MockPostlyEventHTTP
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyJournal
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// Requests that come again with the same bytes, and are answered without being parsed.
@Suite(.timeLimit(.minutes(15)))
struct KnownRequestsTests {
    private static let noon = Instant(rfc3339: "2026-02-14T12:00:00Z") ?? Instant(seconds: 0)

    private static func server(
        _ configure: @escaping @Sendable (inout Configuration) -> Void = { _ in },
        observing: (@Sendable (Passed) -> Void)? = nil
    ) throws -> LiveServer {
        try LiveServer(
            { configuration in
                configuration.seed = .standard
                configuration.clock = .frozen(noon)
                configuration.randomSeed = 7
                configure(&configuration)
            },
            observing: observing
        )
    }

    /// A post of the standard seed, whose views are counted.
    private static let post = "/api/posts/69886d862f3621d9bb000000"

    private static func prepared(_ server: LiveServer) throws -> Int {
        try server.ask { $0.course.preparedCount }
    }

    /// The head and the body of an answer.
    private static func text(_ answer: RawClient.Answer) -> String {
        answer.head + "\r\n\r\n" + answer.body
    }

    /// How many posts there are on all pages together.
    private static func total(_ body: String) throws -> Int64 {
        try JSON(parsing: Array(body.utf8)).root["pagination"]?["total"]?.int ?? 0
    }

    // MARK: The same

    @Test(arguments: ["/api/posts?page=1&limit=3", "/posts?limit=3", "/posts/1"])
    func `the same bytes get the same answer, parsed or not`(path: String) throws {
        let server = try Self.server()
        let client = try RawClient(port: server.port)
        let answers = try (0..<8).map { _ in Self.text(try client.ask("GET", path)) }
        #expect(Set(answers).count == 1)
        #expect(try Self.prepared(server) == 6)
        // Also for another client, and in pieces.
        let other = try RawClient(port: server.port)
        #expect(Self.text(try other.ask("GET", path)) == answers[0])
        #expect(try Self.prepared(server) == 7)
        let request = RawClient.request("GET", path)
        try server.begin([(other, String(request.prefix(20)))])
        try other.send(String(request.dropFirst(20)))
        #expect(Self.text(try other.answer()) == answers[0])
        // And when two come at once.
        try other.send(request + request)
        #expect(Self.text(try other.answer()) == answers[0])
        #expect(Self.text(try other.answer()) == answers[0])
        #expect(try Self.prepared(server) == 7)
    }

    @Test
    func `views are counted without parsing, and are in the journal`() throws {
        let servers = try [true, false].map { usesCaches in
            try Self.server { $0.usesCaches = usesCaches }
        }
        let clients = try servers.map { try RawClient(port: $0.port) }
        for _ in 0..<120 {
            let answers = try clients.map { Self.text(try $0.ask("GET", Self.post)) }
            #expect(answers[0] == answers[1])
        }
        // All but the first, and those after which the number has a digit more.
        #expect(try Self.prepared(servers[0]) >= 115)
        let bodies = try servers.map { server in
            try server.ask { server in
                server.worlds.home?.journal?.entries().compactMap { entry -> [UInt8]? in
                    guard case .exchange(let exchange) = entry.content else { return nil }
                    return exchange.response.body
                } ?? []
            }
        }
        #expect(bodies[0] == bodies[1] && Set(bodies[0]).count == 120)
    }

    @Test
    func `what differs in one field is another request`() throws {
        let server = try Self.server()
        let client = try RawClient(port: server.port)
        let path = "/api/posts?page=1&limit=3"
        let plain = try (0..<5).map { _ in Self.text(try client.ask("GET", path)) }
        let origin = "Origin: http://localhost:3000\r\n"
        let other = try (0..<5).map { _ in
            Self.text(try client.ask("GET", path, fields: origin))
        }
        #expect(Set(plain).count == 1 && Set(other).count == 1)
        #expect(other[0].contains("Access-Control-Allow-Origin: http://localhost:3000"))
        #expect(plain[0].contains("Access-Control-Allow-Origin: *"))
        #expect(try Self.prepared(server) == 6)
    }

    @Test
    func `requests that never come again prepare nothing`() throws {
        let server = try Self.server()
        let client = try RawClient(port: server.port)
        for number in 0..<50 {
            let answer = try client.ask("GET", "/posts/1", fields: "X-Request-ID: \(number)\r\n")
            #expect(answer.status == 200)
        }
        #expect(try Self.prepared(server) == 0)
        // The answer itself is kept.
        #expect(try server.ask { $0.course.answers?.count ?? 0 } == 1)
    }

    @Test
    func `without caches nothing is prepared`() throws {
        let server = try Self.server { $0.usesCaches = false }
        let client = try RawClient(port: server.port)
        for _ in 0..<6 { #expect(try client.ask("GET", "/posts/1").status == 200) }
        #expect(try Self.prepared(server) == 0)
    }

    // MARK: What changes

    @Test
    func `a write is seen by the next request`() throws {
        let server = try Self.server()
        let client = try RawClient(port: server.port)
        let path = "/api/posts?page=1&limit=3"
        let before = try (0..<5).map { _ in try client.ask("GET", path).body }
        let account = #"{"email":"a@example.com","name":"A","password":"p"}"#
        let answer = try client.ask("POST", "/api/auth/register", account)
        let token = try JSON(parsing: Array(answer.body.utf8)).root["accessToken"]?.string ?? ""
        let post = #"{"title":"Low tide","content":"salt and early light"}"#
        let field = "Authorization: Bearer \(token)\r\n"
        #expect(try client.ask("POST", "/api/posts", post, fields: field).status == 201)
        let after = try (0..<5).map { _ in try client.ask("GET", path).body }
        #expect(Set(before).count == 1 && Set(after).count == 1)
        #expect(try Self.total(after[0]) == Self.total(before[0]) + 1)
        #expect(try Self.prepared(server) == 7)
    }

    @Test
    func `the date follows the clock of the world`() throws {
        let server = try Self.server()
        let client = try RawClient(port: server.port)
        for _ in 0..<5 { _ = try client.ask("GET", "/posts/1") }
        for seconds in [1, 100, 90_000] {
            try server.ask { server in
                server.worlds.home?.domain.world.clock.advance(by: .seconds(seconds))
            }
            let now = try server.ask { $0.worlds.home?.now.httpDate ?? "" }
            let answer = try client.ask("GET", "/posts/1")
            #expect(answer.head.contains("\r\nDate: \(now)\r\n"))
        }
        #expect(try Self.prepared(server) == 6)
    }

    @Test
    func `a name that means another world is asked anew`() throws {
        let server = try Self.server()
        let control = try RawClient(port: server.port)
        let client = try RawClient(port: server.port)
        let path = "/w/a/api/posts?page=1&limit=3"
        try server.makeWorld(#""id":"a""#)
        let full = try (0..<5).map { _ in try client.ask("GET", path).body }
        #expect(Set(full).count == 1)
        #expect(try control.ask("DELETE", "/__mockpostly/v1/worlds/a").status == 204)
        #expect(try client.ask("GET", path).status == 404)
        try server.makeWorld(#""id":"a","from":"empty""#)
        let empty = try (0..<5).map { _ in try client.ask("GET", path).body }
        #expect(Set(empty).count == 1)
        #expect(full[0] != empty[0] && empty[0].contains("\"total\":0"))
    }

    @Test
    func `observers see them as all others`() throws {
        let seen = try Mailbox<String>()
        let server = try Self.server(observing: { passed in
            guard case .sent(let response) = passed.answer, let request = passed.request else {
                return
            }
            _ = seen.post("\(request.target) \(response.body.count)")
        })
        let client = try RawClient(port: server.port)
        for _ in 0..<6 { _ = try client.ask("GET", "/posts/1") }
        #expect(try Self.prepared(server) == 4)
        let all = try server.ask { _ in seen.receive() ?? [] }
        #expect(all.count == 6 && Set(all).count == 1)
    }

    // MARK: Room

    @Test
    func `their memory counts, and is given back`() throws {
        let server = try Self.server { $0.cacheSize = 200_000 }
        let client = try RawClient(port: server.port)
        for page in 1...40 {
            for _ in 0..<4 { _ = try client.ask("GET", "/posts?limit=10&skip=\(page)") }
        }
        let (bytes, evictions) = try server.ask { server in
            (server.worlds.home?.caches.bytes ?? 0, server.worlds.home?.caches.evictions ?? 0)
        }
        #expect(bytes <= 200_000 && evictions > 0)
        let count = try server.ask { $0.course.answers?.count ?? 0 }
        #expect(count > 0 && count < 80)
    }

    // MARK: At random

    @Test(arguments: 1...3)
    func `whatever is asked, the answers are those of a server without caches`(
        seed: Int
    ) throws {
        let servers = try [true, false].map { usesCaches in
            try Self.server { $0.usesCaches = usesCaches }
        }
        let clients = try servers.map { try RawClient(port: $0.port) }
        var random = RandomSource(seed: UInt64(seed))
        let account = #"{"email":"a@example.com","name":"A","password":"p"}"#
        let tokens = try clients.map { client in
            let answer = try client.ask("POST", "/api/auth/register", account)
            return try JSON(parsing: Array(answer.body.utf8)).root["accessToken"]?.string ?? ""
        }
        #expect(tokens[0] == tokens[1])
        let reads = [
            "/api/posts?page=1&limit=4", "/api/posts?page=2&limit=4", "/api/posts/search?q=the",
            "/posts?limit=5", "/posts/search?q=love&limit=2", "/users?limit=2", "/posts/3",
            Self.post, Self.post,
        ]
        for round in 0..<60 {
            switch random.next() % 8 {
            case 0:
                let post = #"{"title":"Round \#(round)","content":"words"}"#
                let field = "Authorization: Bearer \(tokens[0])\r\n"
                let answers = try clients.map {
                    Self.text(try $0.ask("POST", "/api/posts", post, fields: field))
                }
                #expect(answers[0] == answers[1])
            case 1:
                for server in servers {
                    try server.ask { server in
                        server.worlds.home?.domain.world.clock.advance(by: .seconds(7))
                    }
                }
            case 2:
                for client in clients { _ = try client.ask("POST", "/__mockpostly/v1/reset") }
            default:
                let path = reads[Int(random.next() % UInt64(reads.count))]
                for _ in 0...(random.next() % 6) {
                    let answers = try clients.map { Self.text(try $0.ask("GET", path)) }
                    #expect(answers[0] == answers[1], "round \(round), \(path)")
                }
            }
        }
        #expect(try Self.prepared(servers[0]) > 20)
        #expect(try Self.prepared(servers[1]) == 0)
    }
}
