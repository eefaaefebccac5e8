import GuestbookContent
import GuestbookDialect
import MockPostlyContent
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl
@testable import MockPostlyWorlds

@Suite
struct WorldResetTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    /// The worlds whose guestbook has only the line that it began with.
    private func worldsWithOneLine() throws -> [String] {
        try server.worlds.list.filter { world in
            try GuestbookStore(work: world.domain.work).all().map(\.text) == ["A fine place."]
        }.map(\.name)
    }

    @Test(arguments: [
        ("", "default"), ("{}", "default"), (" {} \n", "default"), ("{\"world\":\"w1\"}", "w1"),
        ("{\"world\":\"default\"}", "default"), ("{\"world\":\"x\",\"world\":\"w1\"}", "w1"),
    ])
    func `a reset tells what there is now`(body: String, world: String) throws {
        for name in ["default", "w1"] { try server.write("Another.", in: name) }
        let response = try server.answer("POST", "/reset", body: body)
        #expect(response.status == 200)
        #expect(try worldsWithOneLine() == [world])
        let expected = """
            {"world":"\(world)","posts":0,"users":0,"comments":0,\
            "counts":{"guestbook":{"lines":1}},"milliseconds":
            """
        #expect(response.text.hasPrefix(expected))
    }

    @Test
    func `a summary has the counts of each system, and how long it took`() {
        let counts = WorldCounts(
            posts: 1,
            users: 2,
            comments: 3,
            served: [("shop", [ContentCount("items", 4), ContentCount("carts", 0)])]
        )
        let summary = ResetSummary(world: "w1", counts: counts, milliseconds: 4.25)
        let expected = """
            {"world":"w1","posts":1,"users":2,"comments":3,\
            "counts":{"shop":{"items":4,"carts":0}},"milliseconds":4.25
            """
        #expect(summary.response().text == expected + "}\n")
        let scoped = summary.response(scope: ["shop"]).text
        #expect(scoped == expected + ",\"scope\":[\"shop\"]}\n")
    }

    @Test
    func `systems alone, and sockets dropped`() throws {
        try server.write("Another.", in: "w1")
        let body = "{\"scope\":[\"guestbook\"],\"disconnect\":true}"
        let response = try server.answer("POST", "/worlds/w1/reset", body: body)
        #expect(response.text.hasSuffix(",\"scope\":[\"guestbook\"]}\n"))
        #expect(try worldsWithOneLine() == ["default", "w1"])
        #expect(server.shop(in: "w1").endings == 1 && server.shop.endings == 0)
        // A system without content of its own has nothing to go back to.
        let other = try server.answer("POST", "/reset", body: "{\"scope\":[\"shop\"]}")
        try expectProblem(other, 400, "Bad value", naming: "'shop'", hinting: "'guestbook'")
    }

    // MARK: Which world

    @Test(arguments: [
        ("", "", "w1", "w1"), ("?world=default", "", "w1", "default"),
        ("", "{\"world\":\"default\"}", "w1", "default"), ("?world=w1", "", "default", "w1"),
        ("?world=w1", "{\"world\":\"w1\"}", "default", "w1"), ("?world=w1", "", "gone", "w1"),
    ])
    func `body or query, else where it was sent`(
        query: String,
        body: String,
        addressed: String,
        world: String
    ) throws {
        for name in ["default", "w1"] { try server.write("Another.", in: name) }
        let response = try server.answer("POST", "/reset" + query, body: body, world: addressed)
        #expect(response.status == 200)
        #expect(try worldsWithOneLine() == [world])
    }

    @Test
    func `two worlds are refused, and so is an unknown one`() throws {
        let both = try server.answer("POST", "/reset?world=default", body: "{\"world\":\"w1\"}")
        try expectProblem(both, 400, "Conflicting values", naming: "'w1', the query 'default'")
        let gone = try server.answer("POST", "/reset", world: "gone")
        try expectProblem(gone, 404, "Unknown world", naming: "'gone'", hinting: "'default', 'w1'")
        let query = try server.answer("POST", "/reset?world=nope")
        try expectProblem(query, 404, "Unknown world", naming: "'nope'")
        let bad = try server.answer("POST", "/reset?world=a/b")
        try expectProblem(bad, 400, "Bad name", naming: "'a/b' in the parameter 'world' has a '/'")
        #expect(server.isUntouched)
    }

    // MARK: Refusals

    @Test(arguments: [
        Refusal("{\"world\":\"nope\"}", "Unknown world", "'nope'", hint: "'w1'", status: 404),
        Refusal("{\"World\":\"default\"}", "Unknown member", "'World'", hint: "'world', 'scope'"),
        Refusal("{\"world\":\"default\",\"seed\":1}", "Unknown member", "'seed'"),
        Refusal("{\"worl\\u0064s\":1}", "Unknown member", "'worlds'"),
        Refusal("{\"world\":5}", "Wrong type", "'world' is the number 5, and must be a text"),
        Refusal("{\"world\":null}", "Wrong type", "'world' is null"),
        Refusal("{\"world\":\"../x\"}", "Bad name", "'../x' in the member 'world' has a '/'"),
        Refusal("{\"disconnect\":\"yes\"}", "Wrong type", "'disconnect' is the text 'yes'"),
        Refusal("{\"disconnect\":1}", "Wrong type", "'disconnect' is the number 1"),
        Refusal("{\"scope\":\"shop\"}", "Wrong type", "must be a list", hint: "'guestbook'"),
        Refusal("{\"scope\":[]}", "Bad value", "is empty", hint: "'shop', 'feed'"),
        Refusal("{\"scope\":[\"shop\",7]}", "Wrong type", "'scope[1]' is the number 7"),
        Refusal("{\"scope\":[\"Shop\"]}", "Bad value", "'scope[0]' is the text 'Shop'"),
        Refusal("{\"scope\":[\"shop\",\"shop\"]}", "Bad value", "'scope[1]'", hint: "once"),
        Refusal("[]", "Not an object", "a list"), Refusal("null", "Not an object", "null"),
        Refusal("\"default\"", "Not an object", "the text 'default'"),
        Refusal("{\n\"world\" 1}", "Malformed JSON", "Line 2, column 9", hint: "'disconnect'"),
        Refusal("{", "Malformed JSON", "Line 1"), Refusal(" ", "Malformed JSON", "Line 1"),
        Refusal("{\"world\":\"\u{0}\"}", "Malformed JSON", "Line 1, column 11"),
    ])
    func `a reset that is refused has no effect`(refusal: Refusal) throws {
        try refusal.hold(server, "POST", "/reset")
        #expect(server.isUntouched)
    }

    @Test
    func `a long text is repeated in part`() throws {
        let long = String(repeating: "é", count: 500)
        let response = try server.answer("POST", "/reset", body: "{\"world\":\"\(long)\"}")
        let short = String(repeating: "é", count: 80) + "…"
        try expectProblem(response, 400, "Bad name", naming: "'\(short)'")
    }

    @Test
    func `the world in the path is the only one`() throws {
        let refusal = Refusal("{\"world\":\"w1\"}", "Unknown member", "'world'")
        try refusal.hold(server, "POST", "/worlds/w1/reset")
        let response = try server.answer("POST", "/worlds/w1/reset?world=w1")
        try expectProblem(response, 400, "Unknown parameter", naming: "'world'")
        #expect(server.isUntouched)
    }
}
