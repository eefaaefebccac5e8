import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl

@Suite
struct WorldResetTests {
    private let server = FakeServer()
    private let control: Control

    init() {
        control = Control(of: server)
    }

    private static func order(
        _ world: String,
        _ scope: [String]? = nil,
        disconnects: Bool = false
    ) -> FakeServer.Order {
        var order = ResetOrder(world: world)
        order.scope = scope
        order.disconnects = disconnects
        return .reset(order)
    }

    @Test(arguments: [
        ("", "default"), ("{}", "default"), (" {} \n", "default"), ("{\"world\":\"w1\"}", "w1"),
        ("{\"world\":\"default\"}", "default"), ("{\"world\":\"x\",\"world\":\"w1\"}", "w1"),
    ])
    func `a reset tells what there is now`(body: String, world: String) throws {
        let response = try control.answer("POST", "/reset", body: body)
        #expect(response.status == 200)
        #expect(server.orders == [Self.order(world)])
        let expected = """
            {"world":"\(world)","posts":1,"users":2,"comments":3,\
            "counts":{"shop":{"items":4}},"milliseconds":4.25}

            """
        #expect(response.text == expected)
    }

    @Test
    func `systems alone, and sockets dropped`() throws {
        let body = "{\"scope\":[\"pexels\",\"postly\"],\"disconnect\":true}"
        let response = try control.answer("POST", "/worlds/w1/reset", body: body)
        #expect(server.orders == [Self.order("w1", ["pexels", "postly"], disconnects: true)])
        #expect(
            response.text.hasSuffix("\"milliseconds\":4.25,\"scope\":[\"pexels\",\"postly\"]}\n")
        )
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
        let response = try control.answer("POST", "/reset" + query, body: body, world: addressed)
        #expect(response.status == 200)
        #expect(server.orders == [Self.order(world)])
    }

    @Test
    func `two worlds are refused, and so is an unknown one`() throws {
        let both = try control.answer("POST", "/reset?world=default", body: "{\"world\":\"w1\"}")
        try expectProblem(both, 400, "Conflicting values", naming: "'w1', the query 'default'")
        let gone = try control.answer("POST", "/reset", world: "gone")
        try expectProblem(gone, 404, "Unknown world", naming: "'gone'", hinting: "'default', 'w1'")
        let query = try control.answer("POST", "/reset?world=nope")
        try expectProblem(query, 404, "Unknown world", naming: "'nope'")
        let bad = try control.answer("POST", "/reset?world=a/b")
        try expectProblem(bad, 400, "Bad name", naming: "'a/b' in the parameter 'world' has a '/'")
        #expect(server.orders.isEmpty)
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
        Refusal("{\"scope\":\"postly\"}", "Wrong type", "must be a list", hint: "'dummyjson'"),
        Refusal("{\"scope\":[]}", "Bad value", "is empty", hint: "'community', 'pexels'"),
        Refusal("{\"scope\":[\"postly\",7]}", "Wrong type", "'scope[1]' is the number 7"),
        Refusal("{\"scope\":[\"Postly\"]}", "Bad value", "'scope[0]' is the text 'Postly'"),
        Refusal("{\"scope\":[\"postly\",\"postly\"]}", "Bad value", "'scope[1]'", hint: "once"),
        Refusal("[]", "Not an object", "a list"), Refusal("null", "Not an object", "null"),
        Refusal("\"default\"", "Not an object", "the text 'default'"),
        Refusal("{\n\"world\" 1}", "Malformed JSON", "Line 2, column 9", hint: "'disconnect'"),
        Refusal("{", "Malformed JSON", "Line 1"), Refusal(" ", "Malformed JSON", "Line 1"),
        Refusal("{\"world\":\"\u{0}\"}", "Malformed JSON", "Line 1, column 11"),
    ])
    func `a reset that is refused has no effect`(refusal: Refusal) throws {
        try refusal.hold(control, "POST", "/reset")
        #expect(server.orders.isEmpty)
    }

    @Test
    func `a long text is repeated in part`() throws {
        let long = String(repeating: "é", count: 500)
        let response = try control.answer("POST", "/reset", body: "{\"world\":\"\(long)\"}")
        let short = String(repeating: "é", count: 80) + "…"
        try expectProblem(response, 400, "Bad name", naming: "'\(short)'")
    }

    @Test
    func `the world in the path is the only one`() throws {
        let refusal = Refusal("{\"world\":\"w1\"}", "Unknown member", "'world'")
        try refusal.hold(control, "POST", "/worlds/w1/reset")
        let response = try control.answer("POST", "/worlds/w1/reset?world=w1")
        try expectProblem(response, 400, "Unknown parameter", naming: "'world'")
        #expect(server.orders.isEmpty)
    }
}
