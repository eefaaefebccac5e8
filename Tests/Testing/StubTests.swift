import MockPostlyTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct StubTests {
    @Test(arguments: Doors.allCases)
    func `a stub answers in place of the real behaviour, then is used up`(_ door: Doors) throws {
        let world = try door.makeWorld()
        let stub = try world.addStub(
            on: .post("/api/posts").json(["title": "Low Tide"]),
            .json(status: 507, ["error": "no room"], headers: ["X-A": "1", "X-A": "2"]),
            id: "full",
            times: 1
        )
        #expect(stub.id == "full" && stub.priority == 5 && stub.left == 1)
        let reader = try Reader(world)
        #expect(try reader.publish("High Tide").status == 201)
        let answer = try reader.publish("Low Tide")
        #expect(answer.status == 507 && answer.text == #"{"error":"no room"}"#)
        #expect(answer.headers.all("x-a") == ["1", "2"])
        #expect(try reader.publish("Low Tide").status == 201)
        #expect(try world.stubs.map(\.used) == [1])
        try world.verify(.post().stub(stub), count: 1)
    }

    @Test(arguments: Doors.allCases)
    func `a stub may end by itself`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        try world.addStub(on: .get("/api/a"), .status(200), timeToLive: .seconds(3600))
        #expect(try world.stubs.first?.number == 1)
        #expect(try world.status("GET", "/api/a") == 200)
        let refusal = await words {
            try world.addStub(on: .get("/api/a"), sequence: [.real], timeToLive: .zero)
        }
        #expect(refusal.hasPrefix("The member 'ttl' is the text '0s'."))
    }

    @Test(arguments: Doors.allCases)
    func `a sequence gives one response after the other`(_ door: Doors) throws {
        let world = try door.makeWorld()
        try world.addStub(
            on: .get("/api/posts"),
            sequence: [.status(503).times(2), .text("done").delayed(by: .milliseconds(1))],
            repeating: .last,
            priority: 1
        )
        let answers = try (0..<4).map { _ in try world.send("GET", "/api/posts") }
        #expect(answers.map(\.status) == [503, 503, 200, 200])
        #expect(answers[3].text == "done")
    }

    @Test(arguments: Doors.allCases)
    func `a real answer has other values`(_ door: Doors) throws {
        let world = try door.makeWorld()
        try world.addFault(
            .patch(
                ["$.posts[1].author": nil],
                removing: ["$.posts[0]._id"],
                status: 203,
                headers: ["X-App": "old"]
            ),
            on: .get("/api/posts"),
            times: 1
        )
        let changed = try world.send("GET", "/api/posts")
        #expect(changed.status == 203 && changed.headers["X-App"] == "old")
        #expect(changed.headers["X-Mockpostly-Patch"] == "2 values")
        #expect(try world.mark() == 1)
        try world.verify(.get("/api/posts"), count: 0, after: try world.mark())
        try world.addStub(
            on: .get("/api/posts"),
            sequence: [
                .real, .patch(["posts": []], removing: ["$.pagination"], status: 202),
                .patch(removing: ["$.posts"]),
            ]
        )
        let answers = try (0..<3).map { _ in try world.send("GET", "/api/posts") }
        #expect(answers.map(\.status) == [200, 202, 200])
        #expect(answers[0].headers["X-Mockpostly-Patch"] == nil)
        #expect(answers[1].text == #"{"posts":[]}"#)
        #expect(try world.addFault(.patch(["a": 1]), onMessages: .any).shows == "socket-patch")
    }

    @Test(arguments: Doors.allCases)
    func `a scenario goes from state to state`(_ door: Doors) throws {
        let world = try door.makeWorld()
        try world.addStub(
            on: .put("/api/cart"),
            .status(204),
            state: .init("cart", becomes: "full")
        )
        try world.addStub(
            on: .get("/api/cart"),
            .text("1 thing"),
            state: .init("cart", requires: "full")
        )
        #expect(try world.status("GET", "/api/cart") == 404)
        #expect(try world.status("PUT", "/api/cart") == 204)
        #expect(try world.send("GET", "/api/cart").text == "1 thing")
        let scenario = try #require(try world.stubScenarios.first)
        #expect(scenario.name == "cart" && scenario.state == "full")
        #expect(scenario.states == ["Started", "full"])
        try world.resetStubStates()
        #expect(try world.status("GET", "/api/cart") == 404)
        try world.setStubState(of: "cart", to: "full")
        #expect(try world.status("GET", "/api/cart") == 200)
    }

    @Test(arguments: Doors.allCases)
    func `a past answer is given again`(_ door: Doors) throws {
        let world = try door.makeWorld()
        let first = try world.send("GET", "/api/posts?limit=2")
        let past = try #require(try world.requests().last)
        try world.addStub(on: .get("/api/posts"), .recorded(past))
        try Reader(world).publish("Low Tide")
        let again = try world.send("GET", "/api/posts?limit=2")
        #expect(again.text == first.text && again.headers["X-Mockpostly-Stub"] != nil)
    }

    @Test(arguments: Doors.allCases)
    func `stubs are listed, deleted and cleared`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        let one = try world.addStub(on: .any, .status(500))
        try world.addStub(on: .get(), .status(501), id: "two", priority: 1, after: 1)
        #expect(try world.stubs.map(\.id) == ["two", nil])
        #expect(try (1...2).map { _ in try world.status("GET", "/api/posts") } == [500, 501])
        try world.deleteStub(one)
        #expect(try world.stubs.map(\.id) == ["two"])
        let gone = await words { try world.deleteStub(one) }
        #expect(gone == "The world has no stub '\(one.number)'. Its stubs are: 'two'.")
        try world.clearStubs()
        #expect(try world.stubs == [] && world.status("GET", "/api/posts") == 200)
    }
}
