import MockPostlyTesting
import MockPostlyThreads
import Testing

@Suite(.mockpostly, .timeLimit(.minutes(15)))
struct TraitTests {
    /// The worlds of the cases below, which all differ.
    private static let seen = Monitor<[String]>([])

    private let world: MockServer.World

    init() throws {
        world = try .current
    }

    @Test(arguments: 1...16)
    func `each case has a world of its own`(_ number: Int) throws {
        #expect(try MockServer.World.current.name == world.name)
        let before = try world.total()
        let reader = try Reader(world)
        for count in 1...number { try reader.publish("Post \(count)") }
        #expect(try world.total() == before + Int64(number))
        let isNew = Self.seen.withLock { names in
            defer { names.append(world.name) }
            return !names.contains(world.name)
        }
        #expect(isNew)
    }

    @Test(.mockpostly(scenario: .emptyFeed))
    func `a test has another world than its suite`() throws {
        #expect(try world.total() == 0)
    }

    @Test(.mockpostly(from: .empty, clock: .frozen(at: Doors.now), randomSeed: 7))
    func `a world begins as the trait says`() throws {
        #expect(try world.total() == 0 && world.clock.now == Doors.now)
    }

    @Test(.mockpostly(settings: [.dummyJSON(keepsWrites: true)], on: try Doors.inProcess.server))
    func `a world is in the server that the trait says`() throws {
        #expect(world.server === (try Doors.inProcess.server))
    }

    @Test func `a check that is not met is an issue at its line`() async throws {
        let plan = MockServer.TestWorldPlan(.seed, nil, nil, []) { try .shared }
        let issues = Monitor<[Issue]>([])
        let line: UInt = #line + 5
        try await withKnownIssue {
            let trait = MockServer.WorldTrait(plan)
            let test = try #require(Test.current)
            try await trait.provideScope(for: test, testCase: Test.Case.current) {
                try MockServer.World.current.verify(.get("/api/posts"), count: 2)
            }
        } matching: { issue in
            issues.withLock { $0.append(issue) }
            return true
        }
        let recorded = issues.withLock { $0 }
        #expect(recorded.count == 1)
        #expect(recorded.first?.sourceLocation?.line == Int(line))
        #expect(recorded.first?.sourceLocation?.fileName == "TraitTests.swift")
        let text = recorded.first?.comments.first?.rawValue ?? ""
        #expect(text.hasPrefix("Expected GET /api/posts.\nIt never came, and should have come "))
    }

    @Test func `the journal is attached to a test that fails, and to no other`() async throws {
        let attached = Monitor<[String: String]>([:])
        let trait = MockServer.WorldTrait(.init(.seed, nil, nil, []) { try .shared }) {
            text,
            name in
            attached.withLock { $0[name] = text }
        }
        let test = try #require(Test.current)
        // The issue is that of the test in the test.
        let quiet = IssueHandlingTrait.compactMapIssues { _ in nil }
        func run(_ body: @escaping @Sendable () throws -> Void) async throws {
            attached.withLock { $0 = [:] }
            try await quiet.provideScope(for: test, testCase: Test.Case.current) {
                try await trait.provideScope(for: test, testCase: Test.Case.current) {
                    try MockServer.World.current.status(
                        "GET",
                        "/api/posts/69886d862f3621d9bb00ffff"
                    )
                    try body()
                }
            }
        }
        try await run {}
        try await run { withKnownIssue { Issue.record("known") } }
        #expect(attached.withLock(\.isEmpty))
        let failing: [@Sendable () throws -> Void] = [
            { Issue.record("wrong") }, { throw CancellationError() },
            { try MockServer.World.current.verify(.get("/api/posts")) },
        ]
        for body in failing {
            try? await run(body)
            let texts = attached.withLock(\.self)
            let lines = texts["mockpostly-journal.txt"]?.split(separator: "\n") ?? []
            #expect(lines.count == 3)
            #expect(lines.dropFirst().first?.hasPrefix("   1  404 GET /w/") == true)
            #expect(lines.last == #"          answer: {"error":"Post not found"}"#)
            #expect(texts["mockpostly-changes.txt"] == "nothing was written\n")
            #expect(texts["mockpostly-journal.har"]?.hasPrefix("{\"log\":") == true)
        }
    }

    @Test func `a world ends with its test, also with one that fails`() async throws {
        let names = Monitor<[String]>([])
        let trait = MockServer.WorldTrait(.init(.seed, nil, nil, []) { try .shared })
        let test = try #require(Test.current)
        let endings: [@Sendable (MockServer.World) throws -> Void] = [
            { _ in }, { _ in throw CancellationError() }, { try $0.delete() },
        ]
        for ending in endings {
            try? await trait.provideScope(for: test, testCase: Test.Case.current) {
                let world = try MockServer.World.current
                names.withLock { $0.append(world.name) }
                #expect(try world.status("GET", "/api/posts") == 200)
                try ending(world)
            }
        }
        let server = try MockServer.shared
        let ended = names.withLock { $0 }
        #expect(ended.count == 3)
        for name in ended {
            #expect(throws: MockServer.Failure.self) { try server.world(named: name) }
        }
        #expect(try MockServer.World.current.name == world.name)
    }

    @Test func `a test without the trait is told so`() async {
        let text = await Task.detached { await words { _ = try MockServer.World.current } }.value
        #expect(
            text == "there is no world: give the test or its suite the trait '.mockpostly', and "
                + "ask for the world in the test itself"
        )
    }

    @Test func `an app is told where its world is`() throws {
        #expect(
            world.launchEnvironment() == [
                "BASE_URL": world.url + "/api/", "MOCKPOSTLY_URL": world.server.url,
                "MOCKPOSTLY_WORLD": world.name,
            ]
        )
        #expect(world.launchEnvironment(apiPath: "")["BASE_URL"] == world.url)
        #expect(try world.baseURLs["postlySlash"] == world.url + "/api/")
    }
}
