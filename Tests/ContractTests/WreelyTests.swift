import Foundation
import MockPostlyTesting
import Testing

/// What belongs to Wreely and to the server around it: codes, resets, worlds.
@Suite(.timeLimit(.minutes(15)))
struct WreelyTests {
    private func server(_ door: Int, _ change: (inout MockServer.Options) -> Void = { _ in }) throws
        -> MockServer
    {
        var options = MockServer.Options(
            seed: TranscriptFile(path: "wreely/x").seed(.small),
            clock: .frozen(at: "2026-02-14T12:34:56.123456Z"),
            randomSeed: 7
        )
        change(&options)
        return try Doors.all[door](options)
    }

    private func askForCode(_ world: MockServer.World, _ number: String = "9876543212") throws {
        let answer = try world.send(
            "POST",
            "/services/v2/member/login",
            headers: ["Content-Type": "application/json"],
            body: #"{"mobile_number":"\#(number)","country_code":"+91"}"#
        )
        try #require(answer.status == 200)
    }

    private func confirm(_ code: String, _ world: MockServer.World) throws -> MockServer.Answer {
        try world.send(
            "POST",
            "/services/v2/member/login/confirmation",
            headers: ["Content-Type": "application/json"],
            body: #"{"login_code":"\#(code)","member_id":"14"}"#
        )
    }

    private func posts(_ world: MockServer.World) throws -> Int {
        let token = String(repeating: "1", count: 32)
        let path = "/services/v2/7/memberwalls/per_page=10&page_number=1?access_token=\(token)"
        return try world.send("GET", path).text.components(separatedBy: "\"status_text\"").count - 1
    }

    @Test(arguments: Doors.all.indices)
    func `a code is read from the world and used up`(_ door: Int) throws {
        let server = try server(door)
        let world = try server.makeWorld(named: "one")
        #expect(try world.loginCodes().isEmpty)
        try askForCode(world)
        let code = try #require(try world.loginCodes().last)
        #expect(code.system == "wreely" && code.userID == "14")
        #expect(code.email == "zoe@example.com" && code.address == "9876543212")
        #expect(code.expiresAt == 1_771_072_496_123_456 + 600_000_000)
        #expect(try server.defaultWorld.loginCodes().isEmpty)
        #expect(try confirm(code.code, server.defaultWorld).status == 400)
        #expect(try confirm(code.code, world).status == 200)
        #expect(try world.loginCodes().isEmpty)
    }

    @Test(arguments: Doors.all.indices)
    func `the control plane shows the same codes`(_ door: Int) throws {
        let server = try server(door) { $0.wreely.loginCode = "54321" }
        try askForCode(server.defaultWorld)
        let answer = try server.send("GET", "/__mockpostly/v1/login-codes")
        let expected = """
            {"world":"default","codes":[{"system":"wreely","dialect":"wreely","code":"54321",\
            "user":{"id":"14","email":"zoe@example.com"},"sentTo":"9876543212",\
            "issuedAt":"2026-02-14T12:34:56.123456Z","expiresAt":"2026-02-14T12:44:56.123456Z"}]}

            """
        #expect(answer.text == expected)
    }

    @Test(arguments: Doors.all.indices)
    func `a token of the library is that of a log-in`(_ door: Int) throws {
        let server = try server(door) { $0.wreely.loginCode = "54321" }
        let token = try server.defaultWorld.token(for: "zoe@example.com", .wreely)
        try askForCode(server.defaultWorld)
        let answer = try confirm("54321", server.defaultWorld)
        #expect(answer.text == #"{"access_token":"\#(token)"}"#)
    }

    @Test(arguments: Doors.all.indices)
    func `Wreely is reset alone, and other systems without it`(_ door: Int) throws {
        let server = try server(door)
        let world = server.defaultWorld
        let token = String(repeating: "1", count: 32)
        func write() throws {
            let answer = try world.send(
                "POST",
                "/services/v2/7/memberwalls?access_token=\(token)",
                headers: ["Content-Type": "application/json"],
                body: #"{"post_description":"Fog"}"#
            )
            try #require(answer.status == 200)
        }
        let author = try Author(world, email: "ada@example.com")
        try author.publish("Low Tide")
        try write()
        #expect(try posts(world) == 3 && world.total() == 1)
        try world.reset([.wreely])
        #expect(try posts(world) == 2 && world.total() == 1)
        try write()
        try world.reset([.postly])
        #expect(try posts(world) == 3 && world.total() == 0)
        try world.reset()
        #expect(try posts(world) == 2 && world.total() == 0)
    }

    @Test(arguments: Doors.all.indices)
    func `a snapshot and a copy have the wall`(_ door: Int) throws {
        let server = try server(door)
        let world = try server.makeWorld()
        #expect(try posts(world) == 2)
        let token = String(repeating: "1", count: 32)
        try world.saveSnapshot(named: "one")
        let path = "/services/v2/7/memberwalls/delete/post_id=5?access_token=\(token)"
        #expect(try world.send("GET", path).status == 200)
        #expect(try posts(world) == 1)
        #expect(try posts(world.fork()) == 1)
        try world.restoreSnapshot(named: "one")
        #expect(try posts(world) == 2)
        #expect(try posts(server.makeWorld(from: .world(named: world.name))) == 2)
    }
}
