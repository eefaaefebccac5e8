import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyControl
@testable import MockPostlyWorlds

@Suite
struct WorldManagementTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    private static let defaultWorld = """
        {"id":"default","from":"seed",\
        "createdAt":"2026-01-01T00:00:00.000000Z","lastUsedAt":"2026-01-01T00:01:00.000000Z",\
        "ttl":null,"expiresAt":null,\
        "clock":{"mode":"run","now":"2026-01-01T00:00:00.000000Z","rate":1},\
        "port":null,"randomSeed":null,"posts":1,"users":2,"comments":3,\
        "counts":{"shop":{"items":4,"carts":0}},"settings":{"shop-writes":"keep"},"scenario":null,"faults":[],\
        "baseUrls":{"postly":"http://localhost:8080/w/default/api"}}
        """
    private static let otherWorld = """
        {"id":"w1","from":"seed",\
        "createdAt":"2026-01-01T00:00:00.000000Z","lastUsedAt":"2026-01-01T00:01:00.000000Z",\
        "ttl":"1h30m","expiresAt":"2026-01-01T01:31:00.000000Z",\
        "clock":{"mode":"run","now":"2026-01-01T00:00:00.000000Z","rate":1},\
        "port":49152,"randomSeed":18446744073709551615,"posts":1,"users":2,"comments":3,\
        "counts":{"shop":{"items":4,"carts":0}},"settings":{"shop-writes":"keep"},"scenario":"unicode",\
        "faults":[],"baseUrls":{"postly":"http://localhost:8080/w/w1/api"}}
        """

    // MARK: Reading

    private static func info(_ name: String) -> WorldInfo {
        let isDefault = name == "default"
        let counts = WorldCounts(
            posts: 1,
            users: 2,
            comments: 3,
            served: [("shop", [ContentCount("items", 4), ContentCount("carts", 0)])]
        )
        return WorldInfo(
            id: name,
            from: "seed",
            scenario: isDefault ? nil : "unicode",
            createdAt: .sample,
            lastUsedAt: .sample + .seconds(60),
            timeToLive: isDefault ? nil : .seconds(5400),
            clock: ClockState(mode: .run, now: .sample, rate: 1),
            port: isDefault ? nil : 49152,
            randomSeed: isDefault ? nil : .max,
            counts: counts,
            settings: [WorldSetting("shop-writes", "keep")],
            faults: [],
            baseURLs: [.init(name: "postly", url: "http://localhost:8080/w/\(name)/api")],
            people: []
        )
    }

    @Test
    func `a description has all members, with null where there is nothing`() {
        for (name, text) in [("default", Self.defaultWorld), ("w1", Self.otherWorld)] {
            #expect(Response.json { Self.info(name).write(&$0) }.text == text + "\n")
        }
    }

    @Test
    func `people have what is known of them`() {
        var info = Self.info("w1")
        info.people = [
            .init(email: "a@example.com", password: "p", token: nil),
            .init(email: "b@example.com", password: nil, token: "t"),
        ]
        let expected = """
            ,"people":[{"email":"a@example.com","password":"p"},\
            {"email":"b@example.com","token":"t"}]}

            """
        #expect(Response.json { info.write(&$0) }.text.hasSuffix(expected))
    }

    @Test
    func `the worlds and how many there may be`() throws {
        let root = try server.answer("GET", "/worlds").json
        #expect(root["worlds"]?.elements.map { $0["id"]?.string } == ["default", "w1"])
        #expect(root["limit"]?.int == 500)
    }

    @Test
    func `before the content is there, nothing is said of the worlds`() throws {
        let unready = try TestServer(isLoaded: false)
        try expectProblem(unready.answer("GET", "/worlds"), 503, "Not ready")
    }

    @Test
    func `one world, whatever the request was sent to`() throws {
        let response = try server.answer("GET", "/worlds/w1", world: "gone")
        let root = try response.json
        #expect(response.status == 200 && root["id"]?.string == "w1")
        #expect(root["clock"]?["mode"]?.string == "freeze" && root["ttl"]?.isNull == true)
        #expect(root["settings"]?["shop-writes"]?.string == "keep")
        #expect(root["counts"]?["guestbook"]?["lines"]?.int == 1)
    }

    @Test
    func `the host of the request is told to the server`() throws {
        let text = try server.answer("GET", "/worlds/w1", host: "127.0.0.1:9").text
        #expect(text.contains("\"http://127.0.0.1:9/w/w1/shop\""))
    }

    @Test
    func `the scenarios`() throws {
        let list = try server.answer("GET", "/scenarios").json["scenarios"]?.elements ?? []
        #expect(list.map { $0["name"]?.string } == Scenario.allCases.map(\.rawValue))
        #expect(list.map { $0["summary"]?.string } == Scenario.allCases.map(\.summary))
    }

    @Test(arguments: [
        ("GET", "/worlds/nope"), ("DELETE", "/worlds/nope"), ("POST", "/worlds/nope/fork"),
        ("POST", "/worlds/nope/reset"),
    ])
    func `an unknown world is told which there are`(method: String, path: String) throws {
        let response = try server.answer(method, path)
        try expectProblem(
            response,
            404,
            "Unknown world",
            naming: "'nope'",
            hinting: "'default', 'w1'."
        )
        #expect(server.isUntouched)
    }

    @Test
    func `a long list of worlds is cut`() throws {
        for number in 2...40 { try server.add("w\(number)") }
        let response = try server.answer("GET", "/worlds/nope")
        #expect(response.text.contains("'w19' and 21 more."))
        #expect(!response.text.contains("'w20'"))
    }

    @Test(arguments: [
        ("..", "begins with a dot"), ("%2E%2E", "begins with a dot"), (".a", "begins with a dot"),
        ("a..b", "has a '..'"), ("a.", "ends with a dot"), ("a%20b", "has a ' '"),
        ("%C3%A9", "has a 'é'"), ("a+b", "has a '+'"),
        (String(repeating: "a", count: 65), "is longer than 64 characters"),
    ])
    func `a bad name is refused`(name: String, fault: String) throws {
        let requests = [
            ("GET", "/worlds/\(name)"), ("DELETE", "/worlds/\(name)"),
            ("POST", "/worlds/\(name)/fork"), ("POST", "/worlds/\(name)/reset"),
            ("GET", "/snapshots/\(name)"), ("DELETE", "/snapshots/\(name)"),
            ("POST", "/snapshots/\(name)/restore"), ("GET", "/snapshots/\(name)/diff"),
        ]
        for (method, path) in requests {
            try expectProblem(server.answer(method, path), 400, "Bad name", naming: fault)
        }
        #expect(server.isUntouched)
    }

    // MARK: Making

    private func order(_ body: String, forkOf parent: String? = nil) throws -> WorldOrder {
        let own = ["from", "scenario", "seed"]
        let members = (parent == nil ? own : []) + WorldOrder.members
        let body = try ControlBody(text: Array(body.utf8), members: members)
        guard let parent else { return try WorldOrder(body, server.call) }
        return try WorldOrder(body, server.call, forkOf: parent)
    }

    private func usual(_ change: (inout WorldOrder) -> Void = { _ in }) -> WorldOrder {
        var order = WorldOrder()
        order.timeToLive = .seconds(3600)
        change(&order)
        return order
    }

    @Test
    func `a new world is described, and says where it is`() throws {
        let response = try server.answer("POST", "/worlds", body: "{\"id\":\"w2\"}")
        #expect(response.status == 201)
        #expect(response["Location"] == "/__mockpostly/v1/worlds/w2")
        let root = try response.json
        #expect(root["id"]?.string == "w2" && root["from"]?.string == "seed")
        #expect(root["ttl"]?.string == "1h")
        #expect(server.worlds.worldNames == ["default", "w1", "w2"])
        let fork = try server.answer("POST", "/worlds/w2/fork", body: "{\"id\":\"w3\"}")
        #expect(try fork.status == 201 && fork.json["from"]?.string == "world:w2")
    }

    @Test(arguments: ["", "{}", " {}\n", "{\"from\":\"seed\"}", "{\"ttl\":\"60m\"}"])
    func `nothing said is the seed for an hour`(body: String) throws {
        #expect(try order(body) == usual())
    }

    @Test(arguments: [
        ("empty", WorldOrder.Origin.empty), ("default", .world("default")),
        ("world:w1", .world("w1")), ("snapshot:w1/a", .snapshot(SnapshotName("a", of: "w1"))),
        ("snapshot:a.b-C_9", .snapshot(SnapshotName("a.b-C_9", of: "default"))),
        ("seed:a/b.json", .seedFile("a/b.json")),
    ])
    func `where it comes from`(text: String, origin: WorldOrder.Origin) throws {
        #expect(try order("{\"from\":\"\(text)\"}") == usual { $0.from = origin })
    }

    @Test
    func `a scenario, a seed, a port and a life`() throws {
        #expect(try order("{\"scenario\":\"unicode\"}") == usual { $0.from = .scenario("unicode") })
        for (text, seed) in [
            ("0", UInt64(0)), ("\"42\"", 42), ("1.0", 1), ("1e3", 1000),
            ("18446744073709551615", .max),
            ("\"18446744073709551615\"", .max),
        ] {
            #expect(try order("{\"randomSeed\":\(text)}") == usual { $0.randomSeed = seed })
        }
        for (text, port) in [("0", UInt16(0)), ("65535", 65535), ("8e3", 8000), ("1.0", 1)] {
            #expect(try order("{\"port\":\(text)}") == usual { $0.port = port })
        }
        #expect(try order("{\"ttl\":null}") == usual { $0.timeToLive = nil })
        #expect(try order("{\"ttl\":\"PT15M\"}") == usual { $0.timeToLive = .seconds(900) })
        #expect(try order("{\"ttl\":\"1w\"}") == usual { $0.timeToLive = .seconds(604_800) })
        let settings = "{\"settings\":{\"shop-era\":\"x\",\"shop-writes\":\"keep\"}}"
        let wanted = [WorldSetting("shop-writes", "keep"), WorldSetting("shop-era", "x")]
        #expect(try order(settings) == usual { $0.settings = wanted })
        #expect(
            try order(settings, forkOf: "w1")
                == usual {
                    $0.settings = wanted
                    $0.from = .world("w1")
                }
        )
    }

    @Test
    func `a clock is a date or a setting`() throws {
        var setting = ClockSetting(mode: .run)
        setting.start = .at(.sample)
        for date in ["\"2026-01-01T01:00:00+01:00\"", "\"2026-01-01\""] {
            #expect(try order("{\"clock\":\(date)}") == usual { $0.clock = setting })
        }
        setting = ClockSetting(mode: .scale)
        setting.rate = 0.5
        let body = "{\"clock\":{\"mode\":\"scale\",\"rate\":0.5}}"
        #expect(try order(body) == usual { $0.clock = setting })
    }

    @Test
    func `a fork is a copy, with another clock only when told so`() throws {
        let fork = usual { $0.from = .world("w1") }
        #expect(try order("", forkOf: "w1") == fork)
        var named = fork
        named.id = "x"
        named.clock = ClockSetting(mode: .freeze)
        let body = "{\"id\":\"x\",\"clock\":{\"mode\":\"freeze\"}}"
        #expect(try order(body, forkOf: "w1") == named)
    }

    @Test(arguments: [
        Refusal(
            "{\"form\":\"seed\"}",
            "Unknown member",
            "'form'",
            hint: "'from', 'scenario', 'seed', 'seedName', 'id'"
        ),
        Refusal("{\"world\":\"w1\"}", "Unknown member", "'world'"),
        Refusal("{\"from\":\"x\"}", "Bad value", "the text 'x'", hint: "'snapshot:NAME'"),
        Refusal("{\"from\":\"Seed\"}", "Bad value", "the text 'Seed'"),
        Refusal("{\"from\":5}", "Wrong type", "'from' is the number 5"),
        Refusal("{\"from\":\"world:..\"}", "Bad name", "'..' in the member 'from'"),
        Refusal("{\"from\":\"snapshot:\"}", "Bad name", "is empty"),
        Refusal("{\"from\":\"snapshot:a/b\"}", "Unknown world", "'a'", status: 404),
        Refusal("{\"from\":\"snapshot:w1/b/c\"}", "Bad name", "has a '/'"),
        Refusal("{\"from\":\"world:nope\"}", "Unknown world", "'nope'", hint: "'w1'", status: 404),
        Refusal(
            "{\"scenario\":\"x\"}",
            "Unknown scenario",
            "'x'",
            hint: "'empty-feed', 'heavy-user'"
        ),
        Refusal("{\"scenario\":null}", "Wrong type", "'scenario' is null"),
        Refusal(
            "{\"scenario\":\"unicode\",\"from\":\"seed\"}",
            "Conflicting members",
            "'from' and 'scenario'"
        ),
        Refusal("{\"id\":\"a b\"}", "Bad name", "has a ' '"),
        Refusal("{\"id\":\"\"}", "Bad name", "is empty"),
        Refusal("{\"id\":\"..\"}", "Bad name", "begins with a dot", hint: "1 to 64 letters"),
        Refusal("{\"id\":true}", "Wrong type", "'id' is true, and must be a text"),
        Refusal("{\"ttl\":\"soon\"}", "Bad value", "'ttl' is the text 'soon'", hint: "'15m'"),
        Refusal("{\"ttl\":\"0s\"}", "Bad value", "the text '0s'", hint: "null"),
        Refusal("{\"ttl\":\"-1m\"}", "Bad value", "the text '-1m'"),
        Refusal("{\"ttl\":\"36501d\"}", "Bad value", "the text '36501d'", hint: "36500d"),
        Refusal("{\"ttl\":60}", "Wrong type", "the number 60, and must be a duration"),
        Refusal("{\"port\":65536}", "Bad value", "the number 65536", hint: "0 to 65535"),
        Refusal("{\"port\":-1}", "Bad value", "the number -1"),
        Refusal("{\"port\":1.5}", "Bad value", "the number 1.5"),
        Refusal("{\"port\":\"80\"}", "Wrong type", "the text '80'"),
        Refusal("{\"randomSeed\":-1}", "Bad value", "the number -1"),
        Refusal("{\"randomSeed\":1.5}", "Bad value", "the number 1.5"),
        Refusal("{\"randomSeed\":\"1.0\"}", "Bad value", "the text '1.0'"),
        Refusal("{\"randomSeed\":1e40}", "Bad value", "the number 1e40"),
        Refusal("{\"randomSeed\":18446744073709551616}", "Bad value", "18446744073709551616"),
        Refusal("{\"randomSeed\":\"+1\"}", "Bad value", "'+1'", hint: "18446744073709551615"),
        Refusal("{\"randomSeed\":\"\"}", "Bad value", "''"),
        Refusal("{\"randomSeed\":[]}", "Wrong type", "'randomSeed' is a list"),
        Refusal(
            "{\"settings\":{\"x\":\"y\"}}",
            "Unknown member",
            "'settings.x'",
            hint: "'shop-era'"
        ),
        Refusal("{\"settings\":{\"shop-era\":[1]}}", "Wrong type", "'settings.shop-era'"),
        Refusal("{\"settings\":[]}", "Wrong type", "'settings' is a list"),
        Refusal("{\"seed\":[]}", "Wrong type", "'seed' is a list"),
        Refusal("{\"seed\":{},\"from\":\"empty\"}", "Conflicting members", "'from' and 'seed'"),
        Refusal("{\"clock\":5}", "Wrong type", "an object or a date"),
        Refusal("{\"clock\":\"today\"}", "Bad value", "'clock' is the text 'today'"),
        Refusal("{\"clock\":{}}", "Missing member", "'clock.mode'", hint: "'run', 'freeze'"),
        Refusal("{\"clock\":{\"mode\":\"x\"}}", "Bad value", "'clock.mode' is the text 'x'"),
        Refusal("{\"clock\":{\"speed\":1}}", "Unknown member", "'clock.speed'", hint: "'rate'"),
    ])
    func `a world that is refused is not made`(refusal: Refusal) throws {
        try refusal.hold(server, "POST", "/worlds")
        #expect(server.isUntouched)
    }

    @Test(arguments: ["from", "scenario", "world"])
    func `a fork has no other origin`(member: String) throws {
        let refusal = Refusal("{\"\(member)\":\"empty\"}", "Unknown member", "'\(member)'")
        try refusal.hold(server, "POST", "/worlds/w1/fork")
        #expect(server.isUntouched)
    }

    // MARK: The chosen world

    @Test
    func `a world is chosen for requests that name none`() throws {
        let home = try server.answer("GET", "/home").text
        #expect(home == "{\"world\":\"default\",\"here\":\"default\"}\n")
        let chosen = try server.answer("PUT", "/home", body: "{\"world\":\"w1\"}")
        #expect(chosen.status == 200 && chosen.text == "{\"world\":\"w1\"}\n")
        #expect(server.worlds.homeWorld == "w1")
        for refusal in [
            Refusal("", "Missing member", "'world'", hint: "'default'"),
            Refusal("{\"world\":\"x\"}", "Unknown world", "'x'", status: 404),
            Refusal("{\"world\":\"..\"}", "Bad name", "'..'"),
        ] { try refusal.hold(server, "PUT", "/home") }
        #expect(server.worlds.homeWorld == "w1")
    }

    // MARK: Ending

    @Test
    func `all worlds are deleted, and named`() throws {
        let response = try server.answer("DELETE", "/worlds")
        #expect(response.status == 200 && response.text == "{\"deleted\":[\"w1\"]}\n")
        #expect(server.worlds.worldNames == ["default"])
    }

    @Test
    func `a world is deleted, but the default one is not`() throws {
        let response = try server.answer("DELETE", "/worlds/w1")
        #expect(response.status == 204 && response.body.isEmpty && response.allFields.isEmpty)
        try expectProblem(
            server.answer("DELETE", "/worlds/default"),
            409,
            "Not deletable",
            naming: "'default'"
        )
        #expect(server.worlds.worldNames == ["default"])
    }
}
