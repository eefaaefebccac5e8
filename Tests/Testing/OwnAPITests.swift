import MockPostlyTesting
import Testing

/// Servers with an API of your own, by its file.
@Suite(.timeLimit(.minutes(5)))
struct OwnAPITests {
    private static func world(_ api: MockServer.API) throws -> MockServer.World {
        try MockServer.inProcess(.init(clock: .frozen(at: Doors.now), api: api)).makeWorld()
    }

    /// The path of a file beside this one.
    private static func path(_ name: String, _ test: String = #filePath) -> String {
        test.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/Seeds/\(name)"
    }

    private static let json: MockServer.Headers = ["Content-Type": "application/json"]
    private static let file = path("shelf.json")
    private static let description = path("shelf.yaml")

    @Test func `a file is an API whose writes stay in their world`() async throws {
        let world = try Self.world(.init(file: Self.file))
        let made = try world.send("POST", "/books", headers: Self.json, body: #"{"title":"Kelp"}"#)
        #expect(made.status == 201 && made.text.contains(#""id": 3"#))
        #expect(try world.send("GET", "/books/3").status == 200)
        #expect(try world.server.makeWorld().send("GET", "/books/3").status == 404)
        #expect(try world.send("GET", "/books/1?_expand=shelf").text.contains("Sea"))
        try await world.expectRequest(.post("/books"), count: 1)
    }

    @Test func `options say how a file is served`() throws {
        let wrapped = try Self.world(
            .init(file: Self.file, prefix: "/v2", envelope: #"{"rows": $rows, "total": $count}"#)
        )
        let list = try wrapped.send("GET", "/v2/books")
        #expect(list.status == 200 && list.text.contains(#""total": 2"#))
        let v1 = try Self.world(.init(file: Self.file, isV1: true))
        #expect(try v1.send("GET", "/books?title:eq=Salt").text.contains(#""id": "2""#))
        // Ids are texts there, and no number names one, as in the original.
        #expect(try v1.send("GET", "/shelves/1?_embed=books").text.contains(#""books": []"#))
        let like = try Self.world(.init(file: Self.file, isLikeJSONServer: true))
        let twin = try like.send("POST", "/books", headers: Self.json, body: #"{"id":1}"#)
        #expect(twin.status == 500)
        let echoing = try Self.world(.init(file: Self.file, keepsWrites: false))
        let echo = try echoing.send("POST", "/books", headers: Self.json, body: "{}")
        #expect(try echo.status == 201 && echoing.send("GET", "/books/3").status == 404)
    }

    @Test func `people register where the options say so`() throws {
        let world = try Self.world(.init(file: Self.file, authenticates: true))
        let body = #"{"email":"ada@example.com","password":"low-tide"}"#
        #expect(try world.send("POST", "/register", headers: Self.json, body: body).status == 201)
        #expect(try world.send("GET", "/600/books").status == 401)
    }

    @Test func `a description is an API, with rows, leniency and an overlay`() throws {
        let empty = try Self.world(.init(file: Self.description, rows: 0))
        #expect(try empty.send("GET", "/books").text == "[]")
        #expect(try empty.send("POST", "/books", headers: Self.json, body: "{}").status == 400)
        let lax = try Self.world(.init(file: Self.description, isLax: true))
        #expect(try lax.send("POST", "/books", headers: Self.json, body: "{}").status == 201)
        let overlaid = try Self.world(
            .init(file: Self.description, overlay: Self.path("shelf.overlay.yaml"))
        )
        #expect(try overlaid.send("GET", "/books/b-1").text.contains("Neap Tide"))
    }

    @Test(arguments: [Self.file, Self.description])
    func `only what no route and no operation takes is unknown`(file: String) async throws {
        let server = try MockServer.inProcess(.init(api: .init(file: file)))
        let world = try server.makeWorld(onUnknown: .fail)
        #expect(try world.send("GET", "/books/none").status == 404)
        try await world.expectRequest(.get("/books/none"), count: 1)
        #expect(try world.send("GET", "/nothing").status == 404)
        let refused = await wordsOutsideOfTests {
            try await world.expectRequest(.get("/books/none"), count: 1)
        }
        #expect(refused.contains("/nothing (404)"))
    }

    @Test func `a file that cannot be served is told with its place`() async throws {
        let missing = await words { _ = try Self.world(.init(file: Self.path("none.json"))) }
        #expect(missing.contains("/Seeds/none.json: cannot be read"))
        let envelope = await words {
            _ = try Self.world(.init(file: Self.file, envelope: "{}"))
        }
        #expect(envelope == "an envelope is a JSON object with $rows in it")
    }
}
