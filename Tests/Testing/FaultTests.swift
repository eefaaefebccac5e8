import MockPostlyTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct FaultTests {
    @Test(arguments: Doors.allCases)
    func `a fault is for some requests, and as often as ordered`(_ door: Doors) throws {
        let world = try door.makeWorld()
        let fault = try world.addFault(
            .status(503, retryAfter: 2),
            on: .get("/api/posts").query("limit", 1),
            named: "busy",
            times: 1,
            after: 1
        )
        #expect(fault.name == "busy" && fault.shows == "busy" && fault.left == 1)
        #expect(fault.fault == ["status": 503, "retryAfter": 2])
        #expect(
            fault.match == [
                "method": "GET", "path": "/api/posts", "query": ["limit": "1"],
            ]
        )
        let answers = try ["limit=2", "limit=1", "limit=1", "limit=1"].map {
            try world.send("GET", "/api/posts?\($0)")
        }
        #expect(answers.map(\.status) == [200, 200, 503, 200])
        #expect(answers[2].headers["Retry-After"] == "2")
        #expect(answers[2].headers["X-Mockpostly-Fault"] == "busy")
        let left = try #require(try world.faults.first)
        #expect(left.id == fault.id && left.applied == 1 && left.left == 0 && !left.isActive)
    }

    @Test(arguments: Doors.allCases)
    func `a write is saved although its answer is lost`(_ door: Doors) throws {
        let world = try door.makeWorld()
        let (reader, before) = (try Reader(world), try world.total())
        try world.addFault(.reset(write: .saved), on: .post("/api/posts"), times: 1)
        #expect(throws: MockServer.Failure.self) { try reader.publish("Low Tide") }
        #expect(try world.total() == before + 1)
        #expect(try reader.publish("Low Tide").status == 201)
        #expect(try world.total() == before + 2)
        try world.addFault(.reset(write: .lost), on: .post("/api/posts"), times: 1)
        #expect(throws: MockServer.Failure.self) { try reader.publish("High Tide") }
        #expect(try world.total() == before + 2)
    }

    @Test(arguments: Doors.allCases)
    func `an outage follows the clock of the world`(_ door: Doors) throws {
        let world = try door.makeWorld()
        try world.addFault(.status(500), script: "up 5s, down 2s, up")
        var statuses: [Int] = []
        for _ in 0..<9 {
            statuses.append(try world.status("GET", "/api/posts"))
            try world.advanceClock(by: .seconds(1))
        }
        #expect(statuses == [200, 200, 200, 200, 200, 500, 500, 200, 200])
    }

    @Test(arguments: Doors.allCases)
    func `faults are listed, deleted and cleared`(_ door: Doors) throws {
        let world = try door.makeWorld()
        let one = try world.addFault(.offline, timeToLive: .seconds(3600))
        try world.addFault(.slow3G, on: .path("/api/**"), named: "slow", rate: 0)
        try world.addFault(.flaky, on: .any.user("mira.sol@example.com"), per: .header("X-Client"))
        #expect(try world.faults.map(\.shows) == ["flaky", "slow", "offline"])
        try world.deleteFault(one)
        try world.deleteFault(named: "slow")
        #expect(try world.faults.map(\.shows) == ["flaky"])
        try world.clearFaults()
        #expect(try world.faults == [])
        #expect(try world.status("GET", "/api/posts") == 200)
    }

    /// A fault, and how the control plane is told of it.
    private static let kinds: [(MockServer.Fault, String)] = [
        (.named("status-404"), #""status-404""#),
        (.maintenance, #""maintenance""#),
        (.status(429, retryAfter: 9), #"{"status":429,"retryAfter":9}"#),
        (.status(500, write: .saved), #"{"status":500,"write":"saved"}"#),
        (.reset(), #"{"connection":"reset"}"#),
        (.reset(at: .half), #"{"connection":"reset","point":"half"}"#),
        (.close(at: .head), #"{"connection":"close","point":"head"}"#),
        (.truncate(at: .bytes(7)), #"{"connection":"truncate","point":7}"#),
        (
            .stall(at: .end, for: .seconds(5)),
            #"{"connection":"stall","point":"end","stallFor":"5s"}"#
        ),
        (.delay(.milliseconds(1500)), #"{"delay":"1s500ms"}"#),
        (
            .delay(.uniform(.milliseconds(1), .seconds(1)), at: .answer),
            #"{"delay":{"uniform":["1ms","1s"]},"at":"answer"}"#
        ),
        (
            .delay(.normal(mean: .seconds(1), deviation: .milliseconds(200))),
            #"{"delay":{"normal":{"mean":"1s","deviation":"200ms"}}}"#
        ),
        (
            .delay(.lognormal(median: .seconds(1), sigma: 0.5), at: .piece(100)),
            #"{"delay":{"lognormal":{"median":"1s","sigma":0.5}},"at":"piece","piece":100}"#
        ),
        (.bandwidth(1000).and(.delay(.seconds(1))), #"{"bandwidth":1000,"delay":"1s"}"#),
        (.uploadBandwidth(9), #"{"uploadBandwidth":9}"#),
        (.body(.invalidJSON), #"{"body":"invalidJson"}"#),
        (.body(.loginPage), #"{"body":"loginPage"}"#),
    ]

    @Test(arguments: Self.kinds.indices)
    func `every kind is taken as it is written`(_ place: Int) throws {
        let (fault, text) = Self.kinds[place]
        let world = try Doors.inProcess.makeWorld()
        #expect(try world.addFault(fault).fault.text == text)
        #expect(try world.addFault(.json(text)).fault.text == text)
    }

    @Test(arguments: MockServer.Fault.BodyDamage.allCases)
    func `every damage of a body is known`(_ damage: MockServer.Fault.BodyDamage) throws {
        try Doors.inProcess.makeWorld().addFault(.body(damage))
    }

    @Test(arguments: Doors.allCases)
    func `an impossible fault is refused with its reason`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        let rate = await words { try world.addFault(.offline, rate: 2) }
        #expect(
            rate == "The member 'rate' is the number 2. Send a number from 0, never, to 1, always."
        )
        let name = await words { try world.addFault(.named("flakey")) }
        #expect(name.hasPrefix("There is no fault 'flakey', which is named in the member 'fault'."))
        #expect(name.contains("Did you mean 'flaky'?"))
        let match = await words { try world.addFault(.offline, on: .get().status(404)) }
        #expect(match.hasPrefix("There is no member 'match.status'."))
        #expect(await words { try world.addFault(.json("{")) } == "not JSON at byte 1")
        #expect(await words { try world.deleteFault(named: "x") }.contains("has no fault 'x'"))
        #expect(await words { try world.deleteFault(named: "") } == "a name is empty")
        #expect(try world.faults == [])
    }
}
