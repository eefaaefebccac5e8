import MockPostlyTesting
import Testing

/// Numbers at the ends of 64 bits in a content: what is too large is refused, what is just right is
/// served, changed and exported.
@Suite(.timeLimit(.minutes(15)))
struct NumberTests {
    /// The largest number that a content may have.
    private static let largest = 9_007_199_254_740_991

    /// Contents with a number, by the place that it has there.
    static let places = [
        #"{"exact":true,"users":[{"name":"Ada","email":"a@x","userId":"1","number":N}]}"#,
        #"{"exact":true,"users":[USER],"posts":[{POST,"views":N}]}"#,
        #"{"exact":true,"users":[USER],"community":{"nextPostId":N}}"#,
        #"{"exact":true,"users":[USER],"community":{"nextCommentId":N}}"#,
        #"{"exact":true,"users":[USER],"community":{"posts":[{ENTRY,"id":N}]}}"#,
        #"{"exact":true,"users":[USER],"community":{"posts":[{ENTRY,"comments":[{ENTRY,"id":N}]}]}}"#,
        #"{"dummyjson":{"changes":{"posts":[{"id":N}]}}}"#,
        #"{"dummyjson":{"deleted":{"posts":[N]}}}"#,
        #"{"dummyjson":{"imported":{"quotes":[{"id":N,"quote":"Q","author":"A"}]}}}"#,
    ]

    private static func content(_ place: String, _ number: Int) -> String {
        let written = #""author":"a@x","content":"C","createdAt":"2025-01-01T00:00:00Z""#
        return place.replacing("USER", with: #"{"name":"Ada","email":"a@x","userId":"1"}"#)
            .replacing("POST", with: #"\#(written),"title":"T""#)
            .replacing("ENTRY", with: written)
            .replacing("N", with: "\(number)")
    }

    private static let json: MockServer.Headers = ["Content-Type": "application/json"]

    private func server() throws -> MockServer {
        var options = MockServer.Options(seed: .empty)
        options.dummyJSON.keepsWrites = true
        return try .inProcess(options)
    }

    private func bring(_ content: String, into server: MockServer) throws -> Int {
        try server.send("POST", "/__mockpostly/v1/import", headers: Self.json, body: content).status
    }

    @Test(arguments: places)
    func `a number that is too large is a fault of the content`(_ place: String) throws {
        let server = try server()
        for number in [Int.max, Int.min, Self.largest + 2] {
            #expect(try bring(Self.content(place, number), into: server) == 400, "\(number)")
        }
        #expect(try server.send("GET", "/__mockpostly/v1/export").status == 200)
    }

    @Test(arguments: places)
    func `the largest number is served, changed and exported`(_ place: String) throws {
        let server = try server()
        #expect(try bring(Self.content(place, Self.largest), into: server) == 200)
        for (path, body) in [
            ("/posts/add", #"{"title":"t","userId":5}"#),
            ("/products/add", #"{"title":"t","price":1}"#),
            ("/api/auth/register", #"{"name":"Ben","email":"b@example.com","password":"p"}"#),
        ] {
            let answer = try server.send("POST", path, headers: Self.json, body: body)
            #expect(answer.status < 500, "\(path): \(answer.text)")
        }
        for path in ["/api/posts", "/api/posts/t", "/posts?limit=0", "/quotes", "/users"] {
            #expect(try server.send("GET", path).status < 500, "\(path)")
        }
        let exported = try server.send("GET", "/__mockpostly/v1/export")
        #expect(exported.status == 200)
        #expect(try bring(exported.text, into: server) == 200)
        #expect(try server.send("GET", "/__mockpostly/v1/export").body == exported.body)
    }

    @Test(arguments: ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"])
    func `at both ends of what a clock shows, all is answered`(_ date: String) throws {
        let server = try MockServer.inProcess()
        try server.freezeClock(at: date)
        for (path, body) in [
            (
                "/auth/login",
                #"{"username":"emilys","password":"emilyspass","expiresInMins":43200}"#
            ),
            ("/posts/add", #"{"title":"t","userId":1}"#),
            ("/api/auth/register", #"{"name":"n","email":"n@example.com","password":"p"}"#),
        ] {
            let answer = try server.send("POST", path, headers: Self.json, body: body)
            #expect([200, 201].contains(answer.status), "\(path): \(answer.text)")
        }
        for by in ["1us", "-1us", "9223372036854775807us", "-9223372036854775807us", "99999999h"] {
            let path = "/__mockpostly/v1/clock/advance"
            let body = #"{"by":"\#(by)"}"#
            let answer = try server.send("POST", path, headers: Self.json, body: body)
            #expect(answer.status < 500, "\(by)")
        }
        for path in ["/v1/curated", "/2fa?key=JBSWY3DPEHPK3PXP", "/api/posts", "/posts/1"] {
            let answer = try server.send("GET", path, headers: ["Authorization": "k"])
            #expect(answer.status == 200, "\(path)")
        }
        #expect(try server.send("GET", "/__mockpostly/v1/export").status == 200)
    }
}
