import Foundation
import MockPostlyTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct CheckTests {
    // MARK: What has come

    @Test(arguments: Doors.allCases)
    func `requests are counted`(_ door: Doors) throws {
        let world = try door.makeWorld()
        try world.expectNoRequest()
        for page in 1...3 { try world.status("GET", "/api/posts?page=\(page)") }
        try world.verify(.get("/api/posts"))
        try world.verify(.get("/api/posts"), count: 3)
        try world.verify(.get("/api/posts"), count: .between(1, 3))
        try world.verify(.get("/api/posts"), count: 2, after: 1)
        try world.verify(.get("/api/posts").query("page", 2), count: .atMost(1))
        try world.verify(.post(), count: .never)
        try world.expectNoRequest(.delete("/api/**"))
        try world.verify(order: [.get().query("page", "1"), .get().query("page", "3")])
    }

    @Test(arguments: Doors.allCases)
    func `a request that nothing takes fails checks where it is wanted`(
        _ door: Doors
    ) async throws {
        let server = try door.server
        let seed = #"{"users": []}"#
        let origins: [MockServer.Origin] = [.empty, .json(seed)]
        for origin in origins {
            let world = try server.makeWorld(from: origin, onUnknown: .fail)
            let calm = try world.fork(onUnknown: .answer)
            for world in [world, calm] { try world.status("GET", "/nowhere") }
            let words = await wordsOutsideOfTests { try world.expectNoRequest(.post()) }
            #expect(words.contains("/nowhere"))
            try calm.expectNoRequest(.post())
        }
    }

    @Test(arguments: Doors.allCases)
    func `a count that is not so is explained by what came nearest`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        try world.status("GET", "/api/posts?limit=1")
        let path = world.path + "/api/posts?limit=1"
        let missing = await wordsOutsideOfTests {
            try world.verify(.get("/api/posts").query("limit", 2), count: 1)
        }
        #expect(
            missing == """
                Expected GET /api/posts with query {"limit":"2"}.
                It never came, and should have come once.
                Nearest: number 1, GET \(path) (200)
                    query limit is '1', wanted '2'
                The world is '\(world.name)'.
                """
        )
        let tooOften = await wordsOutsideOfTests { try world.expectNoRequest(.get()) }
        #expect(
            tooOften == """
                Expected GET request.
                It came once, and should have come never.
                What came: number 1.
                The world is '\(world.name)'.
                """
        )
        let order = await wordsOutsideOfTests {
            try world.verify(order: [.get("/api/posts"), .post("/api/posts")])
        }
        #expect(
            order == """
                Expected GET /api/posts, then POST /api/posts.
                The pattern at 'order[1]' did not come.
                What came: number 1.
                The world is '\(world.name)'.
                """
        )
    }

    @Test(arguments: Doors.allCases)
    func `a body that is another is explained by its members`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        try Reader(world).publish("Low Tide")
        let text = await wordsOutsideOfTests {
            let match = ("POST /api/posts" as MockServer.RequestMatch).json(["title": "High Tide"])
            try await world.expectRequest(match, within: .milliseconds(20))
        }
        #expect(
            text == """
                Expected POST /api/posts with json {"title":"High Tide"}.
                It never came within 20ms, and should have come at least once.
                Nearest: number 1, POST \(world.path)/api/posts (201)
                    body $.title is '"Low Tide"', wanted "High Tide"
                The world is '\(world.name)'.
                """
        )
    }

    @Test(arguments: Doors.allCases)
    func `a pattern that cannot be is refused, not unmet`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        let text = await words { try world.verify(.get("posts")) }
        #expect(text.hasPrefix("The pattern 'posts' in the member 'match.path'"))
        let other = await words { try world.verify("get /posts") }
        #expect(other.hasPrefix("The pattern 'get /posts' in the member 'match.path'"))
        let member = await words { try world.verify(.members(["methd": "GET"])) }
        #expect(member.hasPrefix("There is no member 'match.methd'."))
    }

    // MARK: What is to come

    @Test(arguments: Doors.allCases)
    func `a request is waited for, and returned`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        async let request = world.expectRequest(.get("/api/posts"), count: 2, within: .seconds(600))
        try world.status("GET", "/api/users")
        try world.status("GET", "/api/posts?page=1")
        try world.status("GET", "/api/posts?page=2")
        let last = try await request
        #expect(last.number == 3 && last.status == 200 && last.response.json?["posts"] != nil)
        // One that came before counts too.
        #expect(try await world.expectRequest(.get("/api/posts").query("page", 1)).number == 2)
    }

    @Test(arguments: Doors.allCases)
    func `requests are taken one after the other, by whoever asks`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        let reader = try Reader(world)
        try reader.publish("First")
        try world.status("GET", "/api/posts")
        try reader.publish("Second")
        let first = try await world.takeRequest()
        #expect(first.request.json?["title"] == "First" && first.status == 201)
        let copy = try world.server.world(named: world.name)
        #expect(try await copy.takeRequest(.post("/api/posts")).request.json?["title"] == "Second")
        let words = await wordsOutsideOfTests {
            _ = try await world.takeRequest(within: .milliseconds(1))
        }
        #expect(words.hasPrefix("Expected any request to be taken.\nIt never came within 1ms"))
        // Each of those who wait together gets another one.
        async let others = withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { try await world.takeRequest(within: .seconds(600)).number }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        for _ in 0..<4 { try world.status("GET", "/api/posts") }
        #expect(try await others == [4, 5, 6, 7])
        try world.clearJournal()
        try world.status("GET", "/api/posts")
        #expect(try await world.takeRequest().number == 8)
    }

    @Test(arguments: Doors.allCases)
    func `a request that does not come in time is explained`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        let nothing = await wordsOutsideOfTests {
            try await world.expectRequest(.post("/api/posts"), within: .milliseconds(20))
        }
        #expect(
            nothing == """
                Expected POST /api/posts.
                It never came within 20ms, and should have come at least once.
                The world is '\(world.name)'.
                """
        )
        try world.status("GET", "/api/posts")
        let near = await wordsOutsideOfTests {
            try await world.expectRequest(.post("/api/posts"), within: .milliseconds(20))
        }
        #expect(
            near == """
                Expected POST /api/posts.
                It never came within 20ms, and should have come at least once.
                Nearest: number 1, GET \(world.path)/api/posts (200)
                    method is 'GET', wanted 'POST'
                The world is '\(world.name)'.
                """
        )
        let late = await words { try await world.expectRequest(.get(), within: .seconds(601)) }
        #expect(late == "The member 'within' is 10m1s. The longest is 10m.")
    }

    @Test(arguments: Doors.allCases)
    func `a state is waited for`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        let reader = try Reader(world)
        let answer = try MockServer.JSON(bytes: reader.publish("Low Tide").body)
        let id = try #require(answer["_id"]?.string)
        try await world.expectState(of: "/api/posts/\(id)", at: "$.title", is: "Low Tide")
        async let liked: Void = world.expectState(
            of: "/api/posts/\(id)/like",
            at: "$.liked",
            is: true,
            status: 200,
            headers: ["Authorization": "Bearer \(try world.token(for: "mira.sol@example.com"))"],
            within: .seconds(600)
        )
        #expect(try reader.like(id).status < 300)
        try await liked
        let text = await wordsOutsideOfTests {
            try await world.expectState(
                of: "/api/posts/\(id)",
                at: "$.title",
                is: "High Tide",
                within: .milliseconds(20)
            )
        }
        #expect(
            text == """
                Expected $.title of GET /api/posts/\(id).
                The value is "Low Tide" after 20ms, wanted "High Tide".
                Ask for the path yourself to see the whole answer.
                The world is '\(world.name)'.
                """
        )
    }

    @Test(arguments: Doors.allCases)
    func `many can wait at once, and the app goes on`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        // More than there are threads in Swift's pool.
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount + 16
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count {
                group.addTask {
                    try await world.expectRequest(.get("/api/posts"), within: .seconds(600)).number
                }
            }
            group.addTask {
                try world.status("GET", "/api/posts")
                return 1
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(numbers == Array(repeating: 1, count: count + 1))
    }

    @Test(arguments: Doors.allCases)
    func `a wait ends when its task is cancelled`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        let wait = Task { try await world.expectRequest(.get(), within: .seconds(600)) }
        wait.cancel()
        await #expect(throws: CancellationError.self) { try await wait.value }
    }
}
