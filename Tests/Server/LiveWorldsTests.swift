import Foundation
import MockPostlyContent
import MockPostlyEventHTTP
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySQLite
import MockPostlySeeds
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyLog
@testable import MockPostlyServer
@testable import MockPostlyThreads
@testable import MockPostlyWorlds

/// Worlds behind real sockets: what is under way when they change, ports, the end of a server.
@Suite(.timeLimit(.minutes(15)))
struct LiveWorldsTests {
    private static let mira = "mira-sol-token-for-trying-the-feed-out-0000"

    private static func worldToken(_ server: LiveServer, _ world: String) throws -> String {
        let order = #"{"world":"\#(world)","system":"community","user":"mira.sol@example.com"}"#
        let client = try RawClient(port: server.port)
        let answer = try client.ask("POST", "/__mockpostly/v1/tokens", order)
        let token = try JSON(parsing: Array(answer.body.utf8)).root["token"]?.string
        return try #require(token)
    }

    private func expectUnknownWorld(_ answer: RawClient.Answer) {
        #expect(answer.status == 404)
        #expect(answer.head.contains("application/problem+json"))
        #expect(answer.body.contains("Unknown world"))
    }

    // MARK: Under way

    @Test
    func `slow work of a deleted world ends in a problem`() throws {
        let server = try LiveServer()
        try server.makeWorld(#""id":"a""#)
        let gate = try Mailbox<Never>()
        // The thread for passwords is busy until the gate is open.
        #expect(
            try server.ask { $0.driver.worker.perform(0, on: .accounts) { gate.receive() == nil } }
        )
        let client = try RawClient(port: server.port)
        let body = #"{"email":"a@example.com","password":"p"}"#
        try client.send(RawClient.request("POST", "/w/a/api/auth/register", body))
        try server.wait { $0.course.waiting.count == 1 }
        #expect(try server.ask { $0.worlds["a"]?.waitingRequests } == 1)
        let control = try RawClient(port: server.port)
        #expect(try control.ask("DELETE", "/__mockpostly/v1/worlds/a").status == 204)
        gate.shut()
        expectUnknownWorld(try client.answer())
        // The connection goes on.
        #expect(try client.ask("GET", "/api/posts").status == 200)
    }

    @Test
    func `a reset under slow work lets it find the new state`() throws {
        let server = try LiveServer()
        let gate = try Mailbox<Never>()
        #expect(
            try server.ask { $0.driver.worker.perform(0, on: .accounts) { gate.receive() == nil } }
        )
        let client = try RawClient(port: server.port)
        let body = #"{"email":"a@example.com","password":"p"}"#
        try client.send(RawClient.request("POST", "/api/auth/register", body))
        try server.wait { $0.course.waiting.count == 1 }
        let control = try RawClient(port: server.port)
        #expect(try control.ask("POST", "/__mockpostly/v1/reset").status == 200)
        gate.shut()
        #expect(try client.answer().status == 201)
        #expect(try server.ask { try? $0.worlds.list[0].domain.totals().users } == 1)
    }

    @Test
    func `a delayed request of a deleted world ends in a problem`() throws {
        let server = try LiveServer()
        try server.makeWorld(#""id":"a""#)
        let client = try RawClient(port: server.port)
        try server.begin([(client, RawClient.request("GET", "/w/a/test?delay=5000"))])
        let control = try RawClient(port: server.port)
        #expect(try control.ask("DELETE", "/__mockpostly/v1/worlds/a").status == 204)
        _ = try server.ask { $0.course.wakeAll() }
        expectUnknownWorld(try client.answer())
    }

    @Test
    func `a poll that is held is answered when its world goes`() throws {
        let server = try LiveServer { $0.seed = .standard }
        try server.makeWorld(#""id":"a""#)
        let token = try Self.worldToken(server, "a")
        let client = try RawClient(port: server.port)
        let path = "/w/a/community/longpoll?vsn=2.0.0&token="
        let opened = try JSON(parsing: Array(client.ask("GET", path + token).body.utf8)).root
        let session = try #require(opened["token"]?.string)
        try client.send(RawClient.request("GET", path + session))
        try server.wait { $0.course.waiting.count == 1 }
        let control = try RawClient(port: server.port)
        #expect(try control.ask("DELETE", "/__mockpostly/v1/worlds/a").status == 204)
        let answer = try client.answer()
        #expect(answer.status == 200)
        #expect(answer.body.contains(#""status":410"#))
        #expect(try server.ask { $0.course.waiting.isEmpty && $0.worlds["a"] == nil })
        expectUnknownWorld(try client.ask("GET", path + session))
    }

    @Test
    func `a socket of a deleted world is closed, and what it still says is thrown away`() throws {
        let server = try LiveServer { $0.seed = .standard }
        try server.makeWorld(#""id":"a""#)
        let token = try Self.worldToken(server, "a")
        let client = try RawClient(port: server.port)
        let fields = """
            Connection: Upgrade\r
            Upgrade: websocket\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r

            """
        let path = "/w/a/community/websocket?vsn=2.0.0&token=\(token)"
        #expect(try client.ask("GET", path, fields: fields).status == 101)
        try server.wait { server in
            (try? server.course.metricsText())?.contains("channel_clients{world=\"a\"} 1\n")
                == true
        }
        let control = try RawClient(port: server.port)
        #expect(try control.ask("DELETE", "/__mockpostly/v1/worlds/a").status == 204)
        // Two frames with a mask of zeros: a join, and the answer to the close frame.
        let join = Array(#"["1","1","community:feed","phx_join",{}]"#.utf8)
        try client.send(bytes: [0x81, 0x80 | UInt8(join.count), 0, 0, 0, 0] + join)
        try client.send(bytes: [0x88, 0x80, 0, 0, 0, 0])
        let rest = client.restBytes()
        #expect(rest.first == 0x88)
        #expect(rest.count == 4)
        #expect(try control.ask("GET", "/api/posts").status == 200)
    }

    @Test
    func `answers of one tick hold, whatever becomes of their world in it`() throws {
        let server = try LiveServer { $0.seed = .standard }
        try server.makeWorld(#""id":"a""#)
        let token = try Self.worldToken(server, "a")
        let client = try RawClient(port: server.port)
        let write = RawClient.request(
            "POST",
            "/w/a/api/community/posts",
            #"{"content":"Low tide"}"#,
            fields: "Authorization: Bearer \(token)\r\n"
        )
        let join = RawClient.request(
            "POST",
            "/w/a/api/community/join",
            fields: "Authorization: Bearer \(token)\r\n"
        )
        let control = "/__mockpostly/v1/worlds/a"
        try client.send(
            join + write + RawClient.request("POST", control + "/reset")
                + RawClient.request("GET", "/w/a/api/community/posts")
                + RawClient.request("POST", control + "/fork", #"{"id":"b"}"#)
                + join + write + RawClient.request("DELETE", control)
                + RawClient.request("GET", "/w/a/api/posts")
        )
        let statuses = try (0..<9).map { _ in try client.answer().status }
        // A stored token goes with a reset, and a prefix without its world leads nowhere.
        #expect(statuses == [200, 201, 200, 401, 201, 401, 401, 204, 404])
        let worlds = try server.ask { $0.worlds.worldNames }
        #expect(worlds == ["default", "b"])
    }

    // MARK: Ports

    @Test
    func `a world with a port is reached there without a prefix, as long as it is there`() throws {
        let server = try LiveServer()
        let port = try QuietPort.take()
        let world = try server.makeWorld(#""id":"a","port":\#(port)"#)
        #expect(world["port"]?.int == Int64(port))
        #expect(world["baseUrls"]?["postly"]?.string == "http://localhost:\(port)/api")
        let inside = try RawClient(port: port)
        let body = #"{"email":"a@example.com","password":"p"}"#
        #expect(try inside.ask("POST", "/api/auth/register", body).status == 201)
        let login = "/api/auth/login/email"
        #expect(try inside.ask("POST", login, body).status == 200)
        #expect(try inside.ask("POST", "/w/default" + login, body).status == 401)
        let field = "X-Mockpostly-World: default\r\n"
        #expect(try inside.ask("POST", login, body, fields: field).status == 401)
        let outside = try RawClient(port: server.port)
        #expect(try outside.ask("POST", login, body).status == 401)
        #expect(try outside.ask("POST", "/w/a" + login, body).status == 200)
        // A control request means the world of the port that it came by.
        let reset = try inside.ask("POST", "/__mockpostly/v1/reset")
        #expect(reset.body.contains(#""world":"a""#))
        #expect(try inside.ask("POST", login, body).status == 401)

        let taken = try outside.ask("POST", "/__mockpostly/v1/worlds", #"{"port":\#(port)}"#)
        #expect(taken.status == 409)
        #expect(taken.body.contains("Port in use"))
        #expect(try server.ask { $0.worlds.worldNames } == ["default", "a"])

        #expect(try inside.ask("DELETE", "/__mockpostly/v1/worlds/a").status == 204)
        // Who is connected goes on, and is told.
        expectUnknownWorld(try inside.ask("GET", "/api/posts"))
        expectUnknownWorld(try inside.ask("POST", "/__mockpostly/v1/reset"))
        #expect(try inside.ask("GET", "/__mockpostly/v1/live").status == 200)
        #expect(throws: NoRequest.self) { try RawClient(port: port) }
        let again = try server.makeWorld(#""id":"b","port":\#(port)"#)
        #expect(again["port"]?.int == Int64(port))
        #expect(try RawClient(port: port).ask("GET", "/api/posts").status == 200)
        // The old connection has the label of the old world.
        expectUnknownWorld(try inside.ask("GET", "/api/posts"))
    }

    @Test
    func `a server that is about to end opens no port`() throws {
        let server = try LiveServer()
        let client = try RawClient(port: server.port)
        try server.begin([(client, RawClient.request("GET", "/test?delay=5000"))])
        let refusal = try server.ask { server -> String? in
            server.http?.stop {}
            do throws(StartFailure) {
                _ = try server.driver.open(0, label: 9)
                return nil
            } catch {
                return error.words
            }
        }
        #expect(refusal?.contains("about to end") == true)
    }

    // MARK: The end

    @Test(arguments: ["end.json", "end.sqlite"])
    func `the default world is written at the end`(name: String) throws {
        let directory = try ScratchDirectory()
        let path = directory.file(name)
        let file = directory.file("postly.db")
        let server = try LiveServer {
            $0.exportOnExit = path
            $0.dataFile = file
        }
        let body = #"{"email":"a@example.com","password":"p"}"#
        let client = try RawClient(port: server.port)
        #expect(try client.ask("POST", "/api/auth/register", body).status == 201)
        server.stop()
        if name.hasSuffix(".json") {
            let application = try TestHost.serving(.paths([path]))
            #expect(try application.totals() == [0, 1])
        } else {
            let image = try ContentFile.image(at: path, .standard)
            let world = try TestHost.serving().running("default")
            try world.domain.restore(image)
            #expect(try world.domain.users.hasAccount(email: "a@example.com"))
        }
        #expect(try directory.names() == [name, "postly.db"].sorted())
    }

    @Test
    func `nothing of a server is left when it has ended`() throws {
        let news = try Mailbox<Bool>()
        try startThread {
            weak var life: Server?
            weak var application: Worlds?
            do {
                var configuration = Configuration()
                configuration.host = "127.0.0.1"
                configuration.port = 0
                configuration.seed = .empty
                configuration.ownsProcess = false
                let log = Log(format: .text, level: .quiet, usesColour: false)
                let server = try Server(configuration, log: log)
                (life, application) = (server, server.worlds)
                let remote = server.remote
                try server.run {
                    remote.stop()
                    remote.stop()
                }
            } catch {
                Issue.record("\(error)")
            }
            _ = news.post(life == nil && application == nil)
        }
        #expect(news.receive() == [true])
    }
}
