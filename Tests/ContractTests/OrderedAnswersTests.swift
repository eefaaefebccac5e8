import MockPostlyTesting
import Testing

/// Answers that somebody has ordered: repeated from the journal, and by the name of a preset.
@Suite(.timeLimit(.minutes(15)))
struct OrderedAnswersTests {
    private static let json: MockServer.Headers = ["Content-Type": "application/json"]

    private func stub(_ server: MockServer, _ order: String) throws -> MockServer.Answer {
        try server.send("POST", "/__mockpostly/v1/stubs", headers: Self.json, body: order)
    }

    @Test
    func `an answer that was not kept whole is not repeated, but its request can be stubbed`()
        throws
    {
        let server = try MockServer.inProcess()
        #expect(try server.send("GET", "/posts?limit=0").body.count > 65_536)
        let refused = try stub(server, #"{"request":1}"#)
        #expect(refused.status == 409)
        #expect(refused.text.contains("Answer not kept"))
        #expect(refused.text.contains("the first 65536"))
        let order = #"{"request":1,"response":{"status":418}}"#
        #expect(try stub(server, order).status == 201)
        #expect(try server.send("GET", "/posts?limit=0").status == 418)
    }

    @Test(arguments: [
        ("captive-portal", "/api/posts", 200, "Log in to the network"),
        ("maintenance", "/posts/1", 503, "Service Unavailable"),
    ])
    func `a preset in a path does what it says`(
        _ name: String,
        _ path: String,
        _ status: Int,
        _ words: String
    ) throws {
        let answer = try MockServer.inProcess().send("GET", "/f/\(name)\(path)")
        #expect(answer.status == status)
        #expect(answer.text.contains(words), "\(answer.text)")
        #expect(answer.headers["X-Mockpostly-Fault"] == name)
        #expect(answer.headers["Retry-After"] == (status == 503 ? "120" : nil))
    }
}
