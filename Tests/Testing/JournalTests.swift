import MockPostlyTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct JournalTests {
    @Test(arguments: Doors.allCases)
    func `what the app has sent is on record, in order`(_ door: Doors) throws {
        let world = try door.makeWorld()
        try world.status("GET", "/api/posts?limit=3")
        try world.status("GET", "/nowhere")
        try Reader(world).publish("Low Tide")
        let all = try world.requests()
        #expect(all.map(\.number) == [1, 2, 3])
        #expect(all.map(\.status) == [200, 404, 201])
        #expect(all[0].path == world.path + "/api/posts?limit=3" && all[0].method == "GET")
        #expect(all[0].route == "GET /api/posts" && all[1].route == nil)
        #expect(all[0].system == "postly" && all[0].time == Doors.now)
        #expect(all[2].request.json == ["title": "Low Tide", "content": "Salt and sand."])
        #expect(all[2].response.json?["title"] == "Low Tide")
        #expect(all[2].request.headers["authorization"] == "Bearer …")
        #expect(all[2].changes.contains { $0.kind == .added && $0.table == "post" })
        #expect(all[2].user != nil && all[0].user == nil)
        #expect(try world.requests(.get(), limit: 1).map(\.number) == [2])
        #expect(try world.requests(.any.status("4xx")).map(\.number) == [2])
        #expect(try world.requests(after: 1).map(\.number) == [2, 3])
        let shown = try world.request(3, showsSecrets: true)
        #expect(shown.request.headers["Authorization"] != "Bearer …")
        try world.clearJournal()
        #expect(try world.requests() == [])
    }

    @Test(arguments: Doors.allCases)
    func `a request is a command of curl, and all are an archive`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        try world.status("GET", "/api/posts?limit=1")
        let request = try #require(try world.requests().first)
        let command = try world.curl(for: request)
        #expect(command.hasPrefix("curl ") && command.hasSuffix("/api/posts?limit=1'"))
        let archive = try MockServer.JSON(bytes: world.har())
        #expect(archive["log"]?["entries"]?.elements?.count == 1)
        let missing = await words { _ = try world.request(9) }
        #expect(missing.hasPrefix("There is no request '9'."))
    }

    @Test(arguments: Doors.allCases)
    func `messages of channels are on record too`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        let poll = try LongPoll(world)
        try poll.send(#"["1","1","community:feed","phx_join",{}]"#)
        let join = try await world.expectMessage(.sent(event: "phx_join").topic("community:feed"))
        #expect(join.isFromApp && join.topic == "community:feed" && join.json?[3] == "phx_join")
        let reply = try await world.expectMessage(.received(event: "phx_reply"))
        #expect(!reply.isFromApp && reply.socket == join.socket)
        #expect(try world.messages().map(\.event) == ["phx_join", "phx_reply"])
        #expect(try world.messages(event: "phx_join", limit: 5).map(\.number) == [join.number])
        try world.verifyMessages(.sent(), count: 1)
        let text = await wordsOutsideOfTests {
            try world.verifyMessages(.sent(event: "phx_leave"), count: .atLeast(2))
        }
        #expect(
            text == """
                Expected a message with direction in, event phx_leave.
                It never came, and should have come at least 2 times.
                Nearest: number \(join.number), in community:feed phx_join
                    event is 'phx_join', wanted 'phx_leave'
                Nearest: number \(reply.number), out community:feed phx_reply
                    direction is 'out', wanted 'in'
                    event is 'phx_reply', wanted 'phx_leave'
                The world is '\(world.name)'.
                """
        )
    }
}
