import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// Making, describing and deleting worlds.
@Suite
struct WorldsTests {
    private static let frozen = #""clock":{"mode":"freeze","now":"2026-01-01T00:00:00Z"}"#

    // MARK: Origins

    @Test
    func `a world begins with what it is told to`() throws {
        let application = try TestHost.serving(.standard)
        let seeded = try application.totals()
        _ = try application.writePost(by: application.person())
        let now = try application.totals()
        #expect(now == [seeded[0] + 1, seeded[1] + 1])
        try application.made(application.control("POST", "/snapshots", #"{"name":"s"}"#))
        let empty: [Int64] = [0, 0]
        let expected: [(String, String, [Int64])] = [
            ("", "seed", seeded), (#""from":"seed""#, "seed", seeded),
            (#""from":"default""#, "default", now), (#""from":"empty""#, "empty", empty),
            (#""from":"snapshot:s""#, "snapshot:default/s", now),
            (#""from":"world:w4""#, "world:w4", empty),
            (#""scenario":"empty-feed""#, "scenario:empty-feed", [0, 2]),
        ]
        for (place, (members, from, totals)) in expected.enumerated() {
            let world = try application.makeWorld(members)
            let id = try #require(world["id"]?.string)
            #expect(id == "w\(place + 1)")
            #expect(world["from"]?.string == from)
            #expect(world["posts"]?.int == totals[0], "\(from)")
            if !members.contains("scenario") { #expect(try application.totals(of: id) == totals) }
            let shown = try application.control("GET", "/worlds/\(id)").json
            #expect(shown["createdAt"]?.string == world["createdAt"]?.string)
        }
        #expect(application.worlds.worldNames == ["default"] + (1...7).map { "w\($0)" })
    }

    @Test
    func `worlds made of one content share nothing that is written`() throws {
        let application = try TestHost.serving(.standard)
        let seeded = try application.totals()
        for id in ["a", "b"] { try application.makeWorld(#""id":"\#(id)""#) }
        let token = try application.person(in: "a")
        #expect(try application.writePost(by: token, in: "a").status == 201)
        try application.makeWorld(#""id":"c","from":"world:a""#)
        #expect(try application.writePost(by: token, in: "a").status == 201)
        #expect(try application.totals(of: "a") == [seeded[0] + 2, seeded[1] + 1])
        #expect(try application.totals(of: "b") == seeded)
        #expect(try application.totals(of: "c") == [seeded[0] + 1, seeded[1] + 1])
        #expect(try application.totals() == seeded)
        // A token holds in its own world alone.
        for (world, status) in [("a", 201), ("b", 422), ("c", 422), ("default", 422)] {
            #expect(try application.writePost(by: token, in: world).status == status, "\(world)")
        }
    }

    @Test
    func `a fork has the clock of its parent, and any other world its own`() throws {
        let application = try TestHost.serving()
        try application.makeWorld(#""id":"a",\#(Self.frozen)"#)
        let fork = try application.made(application.control("POST", "/worlds/a/fork"))
        #expect(fork["clock"]?["mode"]?.string == "freeze")
        #expect(fork["clock"]?["now"]?.string == "2026-01-01T00:00:00.000000Z")
        let other = try application.makeWorld()
        #expect(other["clock"]?["mode"]?.string == "run")
        let order = #"{"world":"a","by":"1h"}"#
        try application.made(application.control("POST", "/clock/advance", order))
        let id = try #require(fork["id"]?.string)
        let shown = try application.control("GET", "/clock?world=\(id)").json
        #expect(shown["now"]?.string == "2026-01-01T00:00:00.000000Z")
    }

    @Test
    func `a clock with a time alone goes as the world's would`() throws {
        let application = try TestHost.serving()
        let alone = #""clock":{"now":"2030-01-01T00:00:00Z"}"#
        let run = try application.makeWorld(#""id":"run",\#(alone)"#)
        #expect(run["clock"]?["mode"]?.string == "run")
        try application.makeWorld(#""id":"still",\#(Self.frozen)"#)
        for (id, order) in [("copy", #""from":"world:still","#), ("empty", #""from":"empty","#)] {
            let made = try application.makeWorld(#""id":"\#(id)",\#(order)\#(alone)"#)
            let mode = id == "copy" ? "freeze" : "run"
            #expect(made["clock"]?["mode"]?.string == mode)
            #expect(made["clock"]?["now"]?.string?.hasPrefix("2030-01-01T00:00:00") == true)
        }
        let body = #"{"clock":{"now":"2030-01-01T00:00:00Z"}}"#
        let fork = try application.control("POST", "/worlds/still/fork", body)
        #expect(try fork.json["clock"]?["mode"]?.string == "freeze")
        #expect(try application.refusal("POST", "/worlds", #"{"clock":{}}"#) == "Missing member")
    }

    @Test
    func `a world is reached by its prefix, its field and the body's member`() throws {
        let application = try TestHost.serving()
        try application.makeWorld(#""id":"a""#)
        _ = try application.person(in: "a")
        #expect(try application.totals() == [0, 0])
        let login = #"{"email":"ada@example.com","password":"p"}"#
        let type = ("Content-Type", "application/json")
        func status(_ path: String, _ world: String?) throws -> Int {
            let fields = [type] + (world.map { [("X-Mockpostly-World", $0)] } ?? [])
            let answer = try application.answer("POST", path, fields, body: login)
            return answer.status
        }
        #expect(try status("/api/auth/login/email", nil) == 401)
        #expect(try status("/api/auth/login/email", "default") == 401)
        #expect(try status("/api/auth/login/email", "a") == 200)
        // The prefix counts before the field.
        #expect(try status("/w/a/api/auth/login/email", "default") == 200)
        #expect(try status("/w/default/api/auth/login/email", "a") == 401)
        #expect(try status("/w/a/api/auth/login/email", "b") == 200)
        for world in ["b", "A", "", "a a", "w/a"] {
            #expect(try status("/api/auth/login/email", world) == 404, "\(world)")
        }
        let reset = try application.answer(
            "POST",
            "/__mockpostly/v1/reset",
            [("X-Mockpostly-World", "a")]
        )
        #expect(try reset.json["world"]?.string == "a")
        #expect(try application.totals(of: "a") == [0, 0])
    }

    // MARK: Refusals

    @Test
    func `one snapshot too many is refused, and one that is there can be written again`() throws {
        let application = try TestHost.serving { $0.snapshotLimit = 1 }
        let first = try application.control("POST", "/snapshots", #"{"name":"a"}"#)
        #expect(first.status == 201)
        let more = try application.refusal("POST", "/snapshots", #"{"name":"b"}"#)
        #expect(more == "Too many snapshots")
        let again = try application.control(
            "POST",
            "/snapshots",
            #"{"name":"a","overwrite":true}"#
        )
        #expect(again.status == 201)
    }

    @Test
    func `what cannot be made is refused, and leaves nothing`() throws {
        let application = try TestHost.serving { $0.worldLimit = 2 }
        try application.makeWorld(#""id":"a""#)
        let refusals = [
            (#""id":"a""#, "World exists"), (#""id":"default""#, "World exists"),
            (#""from":"world:b""#, "Unknown world"), (#""from":"snapshot:b""#, "Unknown snapshot"),
            (#""scenario":"b""#, "Unknown scenario"), (#""from":"b""#, "Bad value"),
            (#""id":"../b""#, "Bad name"), (#""ttl":"0s""#, "Bad value"),
            (#""port":0"#, "No ports"),
        ]
        for (members, title) in refusals {
            #expect(try application.refusal("POST", "/worlds", "{\(members)}") == title)
        }
        #expect(application.worlds.worldNames == ["default", "a"])
        try application.makeWorld()
        let answer = try application.control("POST", "/worlds", "{}")
        #expect(answer.status == 429)
        #expect(try answer.json["title"]?.string == "Too many worlds")
        #expect(try application.control("DELETE", "/worlds/a").status == 204)
        try application.makeWorld(#""id":"a""#)
    }

    @Test
    func `the default world stays`() throws {
        let application = try TestHost.serving()
        #expect(try application.refusal("DELETE", "/worlds/default") == "Not deletable")
        #expect(try application.refusal("DELETE", "/worlds/nobody") == "Unknown world")
    }

    @Test
    func `a world tells how much each system has`() throws {
        let application = try TestHost.serving(.standard)
        let world = try application.makeWorld(#""id":"a""#)
        let postly = try #require(world["counts"]?["postly"])
        let page = try application.answer("GET", "/w/a/api/posts").json
        let feed = page["pagination"]?["total"]?.int
        #expect(postly["published"]?.int == feed)
        #expect(postly["posts"]?.int == world["posts"]?.int)
        #expect(postly["posts"]?.int == (feed ?? 0) + (postly["drafts"]?.int ?? 0))
        #expect(world["counts"]?["community"]?["posts"]?.int == 60)
        #expect(world["counts"]?["wreely"]?["workspaces"]?.int == 2)
        #expect(
            world["counts"]?.members.map(\.name) == ["postly", "community", "wreely", "realworld"]
        )
        let refused = #"{"settings":{"dummyjson-writes":"maybe"}}"#
        #expect(try application.refusal("POST", "/worlds", refused) == "Bad value")
        #expect(application.worlds.worldNames == ["default", "a"])
    }

    @Test
    func `a world tells of the systems that are served, in their order`() throws {
        let application = try TestHost.serving(.standard) { $0.dialects = ["wreely", "postly"] }
        let reset = try application.made(application.control("POST", "/reset"))
        for answer in [try application.makeWorld(), reset] {
            #expect(answer["counts"]?.members.map(\.name) == ["wreely", "postly"])
            #expect(answer["counts"]?["wreely"]?["workspaces"]?.int == 2)
            #expect(answer["posts"]?.int == 156)
        }
        let world = try application.control("GET", "/worlds/default").json
        #expect(world["settings"]?.members.map(\.name) == ["google", "links"])
        #expect(world["settings"]?["links"]?.string == "postly=upstream")
    }

    @Test
    func `each world has the options of its own, and a fork those of its world`() throws {
        let application = try TestHost.serving(.standard)
        let settings = #"""
            {"pexels-limit":1,"pexels-key":["a","b"],"dummyjson-era":"legacy","wreely-otp":"54321",
             "dummyjson-rate-limit":true,"links":"upstream,pexels=local","google":"verify",
             "community-poll-timeout":"1s","insecure-cookies":true}
            """#
        let one = try application.makeWorld(#""id":"one","settings":\#(settings)"#)
        let fork = try application.made(
            application.control("POST", "/worlds/one/fork", #"{"id":"two"}"#)
        )
        for world in [one, fork] {
            let settings = try #require(world["settings"])
            #expect(settings["pexels-limit"]?.string == "1")
            #expect(settings["pexels-key"]?.string == "…")
            #expect(settings["dummyjson-rate-limit"]?.string == "true")
            #expect(settings["community-poll-timeout"]?.string == "1s")
            let links = settings["links"]?.string ?? ""
            #expect(links.contains("pexels=local") && links.contains("dummyjson=upstream"))
        }
        func statuses(_ path: String, _ key: String) throws -> [Int] {
            try (0..<2).map { _ in
                try application.answer("GET", path, [("Authorization", key)]).status
            }
        }
        let path = "/v1/search?query=sea"
        #expect(try statuses("/w/one\(path)", "a") == [200, 429])
        #expect(try statuses("/w/two\(path)", "b") == [200, 429])
        #expect(try statuses("/w/one\(path)", "c") == [401, 401])
        #expect(try statuses(path, "c") == [200, 200])
        #expect(one["counts"] != nil && fork["counts"] != nil)
        for bad in [
            #"{"pexels-limit":"x"}"#, #"{"pexels-key":[]}"#, #"{"links":"nope"}"#,
            #"{"links":"wreely=local"}"#, #"{"port":"1"}"#, #"{"dummyjson-rate-limit":7}"#,
        ] {
            let answer = try application.control("POST", "/worlds", #"{"settings":\#(bad)}"#)
            #expect(answer.status == 400, "\(bad)")
        }
    }

    @Test
    func `all mistakes of a seed are told, with the file and the lines that they are on`() throws {
        let application = try TestHost.serving(.empty)
        let seed = "{\n\"users\": [{\"name\": 1}],\n\"posts\": 3}"
        let named = try application.control(
            "POST",
            "/worlds",
            "{\"seedName\": \"carts/a.json\", \"seed\": \(seed)}"
        )
        let detail = try named.json["detail"]?.string ?? ""
        #expect(named.status == 400)
        #expect(detail.contains("carts/a.json:2:11: users[0].email: is missing\n"))
        #expect(detail.contains("\ncarts/a.json:2:20: users[0].name: expected a string, found 1\n"))
        #expect(detail.contains("\ncarts/a.json:3:10: posts: "))
        let unnamed = try application.control("POST", "/worlds", "{\"seed\": \(seed)}")
        #expect(try unnamed.json["detail"]?.string?.contains("body:2:11: users[0].email") == true)
        let alone = try application.control("POST", "/worlds", #"{"seedName": "a"}"#)
        #expect(alone.status == 400)
    }

    // MARK: Ends

    @Test
    func `nothing is left of a world that was deleted`() throws {
        let application = try TestHost.serving(.standard)
        try application.makeWorld(#""id":"a""#)
        weak var world: World?
        world = application.worlds["a"]
        let token = try application.person(in: "a")
        #expect(try application.writePost(by: token, in: "a").status == 201)
        let feed = try application.made(
            application.control(
                "POST",
                "/tokens",
                #"{"world":"a","system":"community","user":"mira.sol@example.com"}"#
            )
        )
        let feedToken = try #require(feed["token"]?.string)
        for target in [
            "/products?limit=3", "/v1/search?query=sea", "/api/community/posts", "/api/posts",
            "/community/longpoll?vsn=2.0.0&token=\(feedToken)", "/test?delay=20",
            "/.well-known/openid-configuration", "/oauth2/v3/certs",
        ] {
            let fields = [("Authorization", "Bearer \(feedToken)")]
            _ = try application.answer("GET", "/w/a" + target, fields)
        }
        for path in ["/worlds/a", "/export?world=a", "/clock?world=a", "/metrics"] {
            #expect(try application.control("GET", path).status == 200)
        }
        let figures = try Exposition(application.course.metricsText())
        #expect(figures.value("mockpostly_channel_clients", ["world": "a"]) == 1)
        #expect(try application.control("DELETE", "/worlds/a").status == 204)
        // What waits for its time holds it until then.
        application.course.wakeAll()
        #expect(world == nil)
        #expect(try application.answer("GET", "/w/a/api/posts").status == 404)
        // A new one has nothing of it.
        try application.makeWorld(#""id":"a""#)
        #expect(try application.totals(of: "a") == application.totals())
    }

    @Test
    func `work that was begun in a world that has ended says so`() throws {
        let application = try TestHost.serving()
        try application.makeWorld(#""id":"a""#)
        let request = try Request.asking(
            "POST",
            "/w/a/api/auth/register",
            [("Content-Type", "application/json"), ("Origin", "http://page")],
            body: #"{"email":"a@example.com","password":"p"}"#
        )
        let page = [("Origin", "http://page")]
        let delayed = try Request.asking("GET", "/w/a/test?delay=10", page)
        let callers = [Caller(), Caller()]
        application.course.receive(request, from: callers[0])
        application.course.receive(delayed, from: callers[1])
        // A hash and a delay are waited for.
        #expect(application.course.waiting.count == 2)
        try application.worlds.delete(world: "a")
        application.workOff()
        application.course.wakeAll()
        for caller in callers {
            let answer = try #require(caller.response)
            #expect(answer.status == 404)
            #expect(answer["Access-Control-Allow-Origin"] == "*")
            #expect(try answer.json["title"]?.string == "Unknown world")
        }
    }

    // MARK: Time to live

    @Test
    func `a world ends when nobody has used it for its time`() throws {
        let world = try World.empty("a") { $0.timeToLive = .seconds(10) }
        let start = world.lastUse
        let second: UInt64 = 1_000_000_000
        #expect(!world.isExpired(at: start))
        #expect(!world.isExpired(at: start + 10 * second - 1))
        #expect(world.isExpired(at: start + 10 * second))
        // What counts is when the use is noted.
        world.touch()
        world.noteUse(at: start + 9 * second)
        #expect(!world.isExpired(at: start + 19 * second - 1))
        #expect(world.isExpired(at: start + 19 * second))
        world.noteUse(at: start + 15 * second)
        #expect(world.isExpired(at: start + 19 * second))
        // Time that goes back is no time.
        #expect(!world.isExpired(at: start))
        #expect(world.idleTime(at: 0) == .zero)
    }

    @Test
    func `without a time to live a world stays`() throws {
        let world = try World.empty("a")
        #expect(!world.isExpired(at: .max))
        #expect(world.remainingTime(at: .max) == nil)
    }

    @Test
    func `a request that waits keeps its world`() throws {
        let world = try World.empty("a") { $0.timeToLive = .seconds(1) }
        let end = world.lastUse + 1_000_000_000
        world.waitingRequests = 1
        #expect(!world.isExpired(at: end))
        #expect(world.lastUse == end)
        world.waitingRequests = 0
        #expect(!world.isExpired(at: end))
        #expect(world.isExpired(at: end + 1_000_000_000))
    }

    @Test
    func `looking at a world is no use of it`() throws {
        let application = try TestHost.serving()
        try application.makeWorld(#""id":"a","ttl":"1h""#)
        let world = try application.running("a")
        let now = world.lastUse + 1_000_000_000
        world.noteUse(at: now)
        let before = world.lastUse
        for path in ["/worlds", "/worlds/a", "/metrics"] {
            #expect(try application.control("GET", path).status == 200)
        }
        world.noteUse(at: before + 5)
        #expect(world.lastUse == before)
        _ = try application.answer("GET", "/w/a/api/posts")
        world.noteUse(at: before + 5)
        #expect(world.lastUse == before + 5)
    }
}
