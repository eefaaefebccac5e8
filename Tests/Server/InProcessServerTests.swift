import MockPostlyContent
import MockPostlyEventHTTP
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import MockPostlyLog
@testable import MockPostlyServer
@testable import MockPostlyThreads
@testable import MockPostlyWorlds

@Suite(.timeLimit(.minutes(15)))
struct InProcessServerTests {
    private let server: InProcessServer

    init() throws {
        var configuration = Configuration()
        configuration.seed = .standard
        let log = Log(format: .text, level: .quiet, usesColour: false)
        server = try InProcessServer(configuration, log: log)
    }

    /// A token of the feed that the standard seed has.
    private static let token = "mira-sol-token-for-trying-the-feed-out-0000"

    private func ask(_ method: String, _ target: String, body: String = "") throws -> Response {
        let fields = [
            ("Authorization", "Bearer \(Self.token)"), ("Content-Type", "application/json"),
        ]
        let answer = try server.respond(to: .asking(method, target, fields, body: body))
        return try #require(answer).response
    }

    @Test
    func `a long poll waits until somebody writes`() throws {
        let poll = "/community/longpoll?vsn=2.0.0&token="
        let opened = try ask("GET", poll + Self.token).json
        let session = try #require(opened["token"]?.string)
        let join = #"["1","1","community:feed","phx_join",{}]"#
        let target = poll + session
        #expect(try ask("POST", target, body: join).text.contains("\"status\":200"))
        #expect(try ask("GET", target).text.contains("phx_reply"))

        let answers = try Mailbox<String>()
        let server = server
        try startThread {
            let answer = try? server.respond(to: .asking("GET", target))
            _ = answers.post(answer?.response.text ?? "no answer")
        }
        // The poll holds nobody up: it waits while this is answered, or comes behind it.
        let post = try ask("POST", "/api/community/posts", body: #"{"content":"Hello"}"#)
        #expect(post.status == 201)
        #expect(answers.receive()?.first?.contains("Hello") == true)
    }

    @Test
    func `a delayed message wakes a long poll`() throws {
        let poll = "/community/longpoll?vsn=2.0.0&token="
        let session = try #require(try ask("GET", poll + Self.token).json["token"]?.string)
        let fault = #"{"fault":"socket-delay-50ms","match":{"direction":"out"}}"#
        #expect(try ask("POST", "/__mockpostly/v1/faults", body: fault).status == 201)
        let join = #"["1","1","community:feed","phx_join",{}]"#
        #expect(try ask("POST", poll + session, body: join).text.contains("\"status\":200"))
        #expect(try ask("GET", poll + session).text.contains("phx_reply"))
    }

    @Test
    func `requests are counted and timed as on a connection`() throws {
        _ = try ask("GET", "/api/posts")
        let metrics = try ask("GET", "/__mockpostly/v1/metrics").text
        #expect(
            metrics.contains(
                #"mockpostly_requests_total{dialect="postly",method="GET",route="/api/posts",status="200"} 1"#
            )
        )
    }

    @Test
    func `who waits when the server ends is told nothing`() throws {
        let answers = try Mailbox<Bool>()
        let begun = try Mailbox<Void>()
        let server = server
        try startThread {
            _ = begun.post(())
            let answer = try? server.respond(to: .asking("GET", "/test?delay=5000"))
            _ = answers.post(answer == nil)
        }
        _ = begun.receive()
        server.stop()
        #expect(answers.receive() == [true])
        #expect(try server.respond(to: .asking("GET", "/api/posts")) == nil)
    }
}
