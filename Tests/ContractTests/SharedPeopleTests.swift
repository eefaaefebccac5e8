import Foundation
import MockPostlyTesting
import Testing

/// Postly and the community have the same people, and tokens of their own.
@Suite(.timeLimit(.minutes(15)))
struct SharedPeopleTests {
    private let server: MockServer

    init() throws {
        server = try .inProcess(.init(seed: .empty))
    }

    private func post(_ path: String, _ body: String) throws -> MockServer.Answer {
        try server.send("POST", path, headers: ["Content-Type": "application/json"], body: body)
    }

    /// Asks with a token; gives the status.
    private func status(_ method: String, _ path: String, _ token: String) throws -> Int {
        try server.send(method, path, headers: ["Authorization": "Bearer \(token)"]).status
    }

    private let credentials = #"{"email":"noor@example.com","password":"s3cret"}"#
    private let account = #"{"email":"noor@example.com","name":"Noor","password":"s3cret"}"#

    @Test
    func `an account of Postly logs in to the community, where it is somebody new`() throws {
        let postly = try post("/api/auth/register", account)
        #expect(postly.status == 201)
        let community = try post("/api/community/tokens", credentials)
        #expect(community.status == 201)
        #expect(community.text.contains(#""name":"Noor""#))
        #expect(community.text.contains(#""joined_community":false"#))
        let token = try #require(Self.value("token", of: community))
        #expect(try status("POST", "/api/community/join", token) == 200)
        #expect(try status("GET", "/api/auth/check", token) == 422)
        let other = try #require(Self.value("accessToken", of: postly))
        #expect(try status("GET", "/api/community/me", other) == 401)
        #expect(try status("GET", "/api/auth/check", other) == 200)
    }

    @Test
    func `an account of the community logs in to Postly, with its password alone`() throws {
        #expect(try post("/api/community/register", account).status == 201)
        #expect(try post("/api/auth/login/email", credentials).status == 200)
        let wrong = credentials.replacing("s3cret", with: "secret")
        #expect(try post("/api/auth/login/email", wrong).status == 401)
    }

    /// The text of the first member of a name.
    private static func value(_ name: String, of answer: MockServer.Answer) -> String? {
        let parts = answer.text.components(separatedBy: "\"\(name)\":\"")
        return parts.count > 1 ? parts[1].components(separatedBy: "\"")[0] : nil
    }
}
