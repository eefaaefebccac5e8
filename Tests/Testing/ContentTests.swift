import MockPostlyTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct ContentTests {
    @Test(arguments: Doors.allCases)
    func `all keys of a table are told, however many`(_ door: Doors) throws {
        let seed = try door.makeWorld().exportSeed()
        let world = try door.server.makeWorld(from: .empty)
        try world.saveSnapshot(named: "empty")
        #expect(try world.changes() == [])
        try world.importContent(seed)
        #expect(try world.changes() == world.changes(since: "empty"))
        let posts = try world.changes(since: "empty").first { $0.table == "post" }
        #expect(try #require(posts).added.count > 150 && world.total() > 100)
        try world.undo()
        #expect(try world.total() == 0)
        try world.importContent(seed)
        try world.restoreSnapshot(named: "empty")
        #expect(try world.total() == 0 && world.changes(since: "empty") == [])
    }

    @Test(arguments: Doors.allCases)
    func `a seed is found beside its test, and its mistakes have lines`(_ door: Doors) async throws
    {
        let world = try door.server.makeWorld(from: .file("Seeds/ada.json"))
        #expect(throws: Never.self) { try world.token(for: "ada@example.com") }
        let bad = await words { _ = try door.server.makeWorld(from: .file("Seeds/bad.json")) }
        #expect(bad.contains("/Tests/Testing/Seeds/bad.json:2:9: users[0].name: expected a string"))
        #expect(MockServer.Origin.file("/a.json") == .files(["/a.json"]))
        #expect(MockServer.Origin.file("a.json", besideTest: "/b/c.swift") == .files(["/b/a.json"]))
    }

    @Test(arguments: Doors.allCases)
    func `worlds are made, copied, found and deleted`(_ door: Doors) async throws {
        let world = try door.server.makeWorld(
            from: .scenario(.emptyFeed),
            clock: .started(at: "2027-01-01T00:00:00Z"),
            randomSeed: .max,
            settings: [.dummyJSON(keepsWrites: true)],
            timeToLive: .seconds(600)
        )
        #expect(try world.clock.now.hasPrefix("2027-01-01T00:") && world.total() == 0)
        let copy = try world.fork(clock: .frozen(at: Doors.now))
        #expect(try copy.clock.now == Doors.now)
        #expect(try door.server.world(named: copy.name).url == copy.url)
        #expect(try door.server.worlds.map(\.name).contains(copy.name))
        try copy.delete()
        let gone = await words { try copy.delete() }
        #expect(gone.hasPrefix("There is no world '\(copy.name)'."))
        let odd = await words { _ = try door.server.world(named: "a b&ü?") }
        #expect(odd.hasPrefix("The name 'a b&ü?' in the path has a ' '."))
        let path = await words { _ = try door.server.world(named: "a/b") }
        #expect(path == "the name 'a/b' has a '/', which no name has")
    }
}
