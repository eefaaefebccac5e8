import MockPostlyContent
import MockPostlyControl
import MockPostlyEventHTTP
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyJournal
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// The stages that every request goes through.
@Suite(.timeLimit(.minutes(15)))
struct CourseTests {
    // MARK: After

    @Test func `everything that has ended is told, in the order of its end`() throws {
        let application = try TestHost.serving(.standard)
        let told = application.observer
        _ = try application.answer("GET", "/api/posts?limit=1")
        _ = try application.answer("GET", "/w/nowhere/api/posts")
        _ = try application.control("GET", "/live")
        _ = application.course.refuse(.timedOut, nil)
        #expect(
            told.targets == [
                "/api/posts?limit=1", "/w/nowhere/api/posts", "/__mockpostly/v1/live", nil,
            ]
        )
        #expect(told.statuses == [200, 404, 200, 408])
        #expect(told.list.map(\.world) == ["default", nil, nil, nil])
        guard case .served = told.list[0].route, case .control(.some) = told.list[2].route else {
            Issue.record("the routes that were taken are told")
            return
        }
    }

    @Test func `what a socket brings is told as well, refusals of the parser included`() throws {
        let told = try Mailbox<Int>()
        let server = try LiveServer(observing: { _ = told.post($0.status) })
        for text in ["GET /api/posts HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"] {
            let client = try RawClient(port: server.port)
            try client.send(text)
            _ = try client.answer()
        }
        let statuses = try server.ask { _ in told.receive() }
        #expect(statuses == [200, 400])
    }

    // MARK: Who asked

    @Test func `of several writes in one tick each is its own asker's`() throws {
        let application = try TestHost.serving()
        let told = application.observer
        let people = ["ada", "ben"]
        let tokens = try people.map { try application.person($0) }
        let ids = try people.map {
            try application.running("default").domain.users
                .credentials(email: "\($0)@example.com")?.user.id.text
        }
        let callers = tokens.map { _ in Caller() }
        let before = told.list.count
        for (caller, token) in zip(callers, tokens) {
            let request = try Request.asking(
                "POST",
                "/api/posts",
                [("Content-Type", "application/json"), ("Authorization", "Bearer \(token)")],
                body: #"{"title":"T","content":"Words.","status":"published"}"#,
                host: "localhost"
            )
            application.course.receive(request, from: caller)
        }
        application.course.receive(
            try .asking("GET", "/api/posts", host: "localhost"),
            from: Caller()
        )
        application.workOff()
        #expect(callers.map { $0.response?.status } == [201, 201])
        #expect(told.list.dropFirst(before).map(\.asker) == ids + [nil])
    }

    @Test func `a dialect says whose token came with a request`() throws {
        let application = try TestHost.serving(.standard)
        let told = application.observer
        let people: [(dialect: String, user: String, path: String)] = [
            ("postly", "mira.sol@example.com", "/api/auth/check"),
            ("dummyjson", "emilys", "/auth/me"),
            ("community", "mira.sol@example.com", "/api/community/me"),
        ]
        for person in people {
            let order = TokenOrder(world: "default", dialect: person.dialect, user: person.user)
            let made = try application.worlds.mint(order, for: "localhost").awaited()
            let fields = [("Authorization", "Bearer \(made.token)")]
            _ = try application.answer("GET", person.path, fields)
            #expect(told.list.last?.asker == made.userID, "\(person.dialect)")
            _ = try application.answer("GET", person.path)
            #expect(told.list.last?.asker == nil)
        }
    }
}
