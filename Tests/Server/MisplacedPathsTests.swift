import GuestbookDialect
import MockPostlyContent
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyLog
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// Requests of clients whose base URL has lost its path.
@Suite(.timeLimit(.minutes(15)))
struct MisplacedPathsTests {
    private static let postly = "Postly's base URL ends in /api/"

    @Test(arguments: [
        ("POST", "/auth/login/email", 401, postly),
        ("POST", "/w/default/auth/login/email", 401, postly),
        ("GET", "/posts/slug/a", 404, postly),
        ("POST", "/posts", 404, postly),
        ("GET", "/auth/check?x=1", 401, postly),
        ("POST", "//auth/login/email", 404, postly), ("GET", "/posts//slug/a/", 301, postly),
        ("GET", "/curated", 404, "Pexels's base URL ends in /v1/"),
        ("POST", "/api/tokens", 404, "Community's base URL ends in /api/community/"),
        ("GET", "/v2/vendors", 404, "Wreely's base URL ends in /services/"),
    ])
    func `a path that stands below another base URL is answered as ever, with a hint`(
        method: String,
        target: String,
        status: Int,
        hint: String
    ) throws {
        let log = try CapturedLog()
        let host = try TestHost.serving(.standard, log: log.log)
        let answer = try host.answer(method, target)
        #expect(answer.status == status)
        #expect(answer["X-Mockpostly-Hint"] == hint)
        #expect(try log.text().contains("\(method) \(target): \(hint)"))
    }

    @Test(arguments: [
        ("GET", "/posts/search?q=a"), ("GET", "/posts/1"), ("GET", "/posts?delay=0"),
        ("POST", "/auth/login"), ("GET", "/nosuch"), ("GET", "/api/nosuch"), ("GET", "/"),
        ("GET", "/api/posts/search?query=a"), ("OPTIONS", "/auth/login/email"),
    ])
    func `other paths get none`(method: String, target: String) throws {
        let log = try CapturedLog()
        let host = try TestHost.serving(.standard, log: log.log)
        #expect(try host.answer(method, target)["X-Mockpostly-Hint"] == nil)
        #expect(try !log.text().contains("base URL"))
    }

    @Test func `a system that is not served is not hinted at`() throws {
        let host = try TestHost.serving(.standard) { $0.dialects = ["dummyjson"] }
        let answer = try host.answer("POST", "/auth/login/email")
        #expect(answer.status == 401 && answer["X-Mockpostly-Hint"] == nil)
    }

    @Test func `a quiet log has the first hint, and a page can read each`() throws {
        let log = try CapturedLog(.text, .quiet)
        let host = try TestHost.serving(.standard, log: log.log)
        for _ in 0..<2 {
            let answer = try host.answer("POST", "/auth/login/email", [("Origin", "http://a.test")])
            #expect(answer["Access-Control-Expose-Headers"] == "X-Mockpostly-Hint")
        }
        #expect(try log.text().split(separator: "\n").count == 1)
    }

    @Test func `an answer with a fault has the hint as well`() throws {
        let host = try TestHost.serving(.standard)
        let answer = try host.answer("POST", "/auth/login/email?__fault=wrong-type")
        #expect(answer["X-Mockpostly-Hint"] == Self.postly)
        #expect(answer["X-Mockpostly-Fault"] == "wrong-type")
    }
}
