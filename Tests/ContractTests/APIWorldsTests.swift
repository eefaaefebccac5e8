import Foundation
import MockPostlyTesting
import Testing

/// That the API of a file has what every system has: worlds, resets, snapshots, exports.
struct APIWorldsTests {
    private static let file = TranscriptFile.folder.appending(path: "api/data/db.json")
        .path(percentEncoded: false)

    private func server(_ dialects: Set<MockServer.Dialect> = []) throws -> MockServer {
        try .inProcess(.init(systems: dialects, api: .init(file: Self.file)))
    }

    private func names(_ world: MockServer.World) throws -> String {
        try world.send("GET", "/people?_sort=name").text
    }

    @discardableResult
    private func add(_ name: String, _ world: MockServer.World) throws -> Int {
        try world.send(
            "POST",
            "/people",
            headers: ["Content-Type": "application/json"],
            body: #"{"name":"\#(name)"}"#
        ).status
    }

    @Test
    func `a fork begins as its parent and goes its own way`() throws {
        let here = try server().defaultWorld
        #expect(try add("Cy", here) == 201)
        let there = try here.fork()
        #expect(try names(there) == names(here))
        try add("Di", there)
        #expect(try !names(here).contains("Di"))
        try there.reset()
        #expect(try names(there).contains("Cy") && !names(there).contains("Di"))
    }

    @Test
    func `a reset brings the file back, a snapshot what was saved`() throws {
        let world = try server().defaultWorld
        let start = try world.send("GET", "/db").text
        try add("Cy", world)
        try world.saveSnapshot(named: "cy")
        _ = try world.send("DELETE", "/people/1")
        try world.reset()
        #expect(try world.send("GET", "/db").text == start)
        try world.restoreSnapshot(named: "cy")
        #expect(try names(world).contains("Cy"))
    }

    @Test
    func `an export has the changes, and another world takes them`() throws {
        let server = try server()
        let world = server.defaultWorld
        try add("Cy", world)
        _ = try world.send("DELETE", "/people/2")
        let other = try server.makeWorld()
        try other.importContent(try world.exportSeed())
        #expect(try names(other) == names(world))
    }

    @Test
    func `the paths of the file win over those of other systems`() throws {
        let world = try server([.dummyJSON, .postly]).defaultWorld
        #expect(try world.send("GET", "/people/1").text.contains("Ada"))
        #expect(try world.send("GET", "/products/1").status == 200)
        #expect(try world.send("GET", "/api/posts").status == 200)
    }
}
