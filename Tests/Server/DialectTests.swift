import MockPostlyContent
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJournal
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyLog
@testable import MockPostlyServer
@testable import MockPostlyWorlds

@Suite
struct DialectTests {
    private struct Broken: Error {}

    private func dialect(_ application: TestHost, _ target: String) throws -> String? {
        let route = try application.route(of: .asking("GET", target))
        guard case .served(let place, _) = route else { return nil }
        return application.worlds.configuration.registry.all[place].name
    }

    @Test(arguments: [
        ("/test", "dummyjson"), ("/TEST", "dummyjson"), ("/test/", "dummyjson"),
        ("/test?a=/api/x", "dummyjson"), ("/test/api/posts", "dummyjson"), ("/api/posts", "postly"),
        ("/api/test", "postly"), ("/", "postly"), ("/testing", "postly"), ("//test", "dummyjson"),
        ("/w/default/test", "dummyjson"), ("/w/def%61ult/test", "dummyjson"),
        ("/w/default/api/posts", "postly"), ("/w/default/", "postly"),
        ("http://a.example/test", "dummyjson"), ("http://a.example", "postly"),
        ("/posts/1", "dummyjson"), ("/Posts", "dummyjson"), ("/nowhere", "postly"),
        ("/api/community", "community"), ("/api/community/me", "community"),
        ("/api/communities", "postly"), ("/community/websocket?vsn=2.0.0", "community"),
        ("/community", "community"), ("/communities", "postly"),
        ("/w/default/api/community/posts", "community"),
        ("/v1/search?query=a", "pexels"), ("/v1", "pexels"), ("/v1/", "pexels"),
        ("/photos/1/a.jpeg", "pexels"), ("/photo/a-1", "pexels"), ("/v2/search", "postly"),
        ("/w/default/v1/curated", "pexels"), ("/oauth2/v3/certs", "google"),
        ("/oauth2/nowhere", "google"), ("/.well-known/nowhere", "postly"),
        ("/services/nowhere", "wreely"), ("/wreely", "wreely"), ("/test%2Fx", "dummyjson"),
    ])
    func `the first word of a path picks the dialect`(target: String, expected: String) throws {
        #expect(try dialect(.serving(), target) == expected)
    }

    @Test(arguments: [
        ("http://dummyjson.com/api/posts", "dummyjson"),
        ("http://DummyJSON.com.:8080/", "dummyjson"),
        ("http://cdn.dummyjson.com/api/posts", "dummyjson"),
        ("http://api.pexels.com/posts/1", "pexels"), ("http://images.pexels.com/", "pexels"),
        ("http://openidconnect.googleapis.com/v1/userinfo", "google"),
        ("http://accounts.google.com/api/posts", "google"),
        ("http://randomuser.me/posts", "postly"), ("http://one.feed.example/posts", "community"),
        ("http://feed.example/posts", "dummyjson"),
        ("http://a.one.feed.example/posts", "dummyjson"),
        ("http://dummyjson.com.example/api/posts", "postly"),
        ("http://dummyjson.com/w/default/api/posts", "dummyjson"),
    ])
    func `the name of a system decides before the path`(target: String, expected: String) throws {
        let application = try TestHost.serving { $0.hosts = ["*.feed.example": "community"] }
        #expect(try dialect(application, target) == expected)
    }

    @Test
    func `a system's own 404 answers by its name, and the control plane as ever`() throws {
        let application = try TestHost.serving()
        let answer = try application.answer("GET", "http://dummyjson.com/api/posts")
        #expect(answer.status == 404 && answer["X-DNS-Prefetch-Control"] == "off")
        let live = try application.answer("GET", "http://dummyjson.com/__mockpostly/v1/live")
        #expect(live.status == 403 && live.text.contains("Foreign host"))
        #expect(try application.answer("GET", "http://api.pexels.com/posts/1").status == 404)
        // A name of a system that is not served is like any other.
        let alone = try TestHost.serving { $0.dialects = ["postly"] }
        #expect(try dialect(alone, "http://dummyjson.com/api/posts") == "postly")
    }

    @Test(arguments: [true, false])
    func `a browser gets an icon, by a system's name that system's answer`(
        hasControl: Bool
    ) throws {
        let application = try TestHost.serving { $0.hasControl = hasControl }
        for target in [
            "/favicon.ico", "/w/default/favicon.ico", "http://localhost/favicon.ico?a=1",
        ] {
            let icon = try application.answer("GET", target)
            #expect(icon.status == 200 && icon["Content-Type"] == "image/svg+xml")
            #expect(try application.answer("HEAD", target).status == 200)
        }
        for name in ["dummyjson.com", "api.pexels.com", "accounts.google.com"] {
            let own = try application.answer("GET", "http://\(name)/favicon.ico")
            #expect(own.status == 404 && own["Content-Type"] != "image/svg+xml")
        }
        let dummyJSON = try application.answer("GET", "http://dummyjson.com/favicon.ico")
        #expect(dummyJSON["X-DNS-Prefetch-Control"] == "off")
        // It is asked for by itself, so a test's journal has it as little as the control plane.
        let world = try #require(application.worlds.list.first)
        #expect(world.journal?.count == (hasControl ? 4 : nil))
        #expect(try application.answer("POST", "/favicon.ico").status == 404)
        #expect(try application.answer("GET", "/favicon.png").status == 404)
    }

    @Test
    func `a stub answers for the icon too`() throws {
        let application = try TestHost.serving()
        let order =
            #"{"match":{"path":"/favicon.ico"},"after":1,"times":1,"response":{"status":418}}"#
        #expect(try application.post("/__mockpostly/v1/stubs", order).status == 201)
        let statuses = try (0..<3).map { _ in try application.answer("GET", "/favicon.ico").status }
        #expect(statuses == [200, 418, 200])
    }

    @Test(arguments: [
        ("/posts?page=1&limit=10", true), ("/posts?limit=10&page=2", true),
        ("/posts/66d56225d1c2e39648bb8c01", true),
        ("/posts/66d56225d1c2e39648bb8c01/comments", true),
        ("/users/66d56225d1c2e39648bb8c01/posts", true), ("/users/me/posts", true),
        ("/posts?limit=10&skip=2", false), ("/posts/1", false), ("/posts?pages=1", false),
        ("/users/1/posts?page=1", false), ("/products?page=1", false),
        ("http://dummyjson.com/posts?page=1", false),
    ])
    func `a request that lost the base URL gets a hint though another system answers`(
        target: String,
        isTold: Bool
    ) throws {
        let application = try TestHost.serving()
        let hint = try application.answer("GET", target)["X-Mockpostly-Hint"]
        #expect(hint == (isTold ? "Postly's base URL ends in /api/" : nil))
        let alone = try TestHost.serving { $0.dialects = ["dummyjson"] }
        #expect(try alone.answer("GET", target)["X-Mockpostly-Hint"] == nil)
    }

    @Test(arguments: DialectRegistry.standard.names)
    func `what does not exist below a word is refused by its owner`(owner: String) throws {
        let registry = DialectRegistry.standard
        let owned = try #require(registry.all.first { $0.name == owner })
        let all = try TestHost.serving()
        let alone = try TestHost.serving { $0.dialects = [owner] }
        for claim in owned.claims {
            if case .exactly = claim { continue }
            // Of equal claims the first dialect has the path.
            guard registry.all.first(where: { $0.claims.contains(claim) }) == owned else {
                continue
            }
            for rest in ["/1/nowhere/x/y", "//1//nowhere", "/%E2%82%AC/1/2/3"] {
                for target in ["\(claim.path)\(rest)", "/\(claim.path)\(rest)"] {
                    #expect(try dialect(all, target) == owner, "\(target)")
                    let answers = try [all, alone].map { try $0.answer("GET", target) }
                    #expect(answers[0].status == answers[1].status, "\(target)")
                    #expect(answers[0].text == answers[1].text, "\(target)")
                }
            }
        }
    }

    @Test(arguments: DialectRegistry.standard.names)
    func `a dialect that is alone takes all paths`(alone: String) throws {
        let application = try TestHost.serving { $0.dialects = [alone] }
        for target in ["/test", "/api/posts", "/", "/nowhere", "/w/default/test"] {
            #expect(try dialect(application, target) == alone, "\(target)")
        }
        #expect(try dialect(application, "/__mockpostly/v1/live") == nil)
        #expect(try application.answer("GET", "/__mockpostly/v1/live").status == 200)
    }

    @Test
    func `each dialect answers in its own words`() throws {
        let application = try TestHost.serving()
        let test = try application.answer("GET", "/test")
        #expect(test.text == #"{"status":"ok","method":"GET"}"#)
        #expect(try application.answer("GET", "/api/posts").text.hasSuffix("\"posts\":[]}\n"))
    }

    @Test(
        arguments: [
            ("postly", "{\"error\":\"Internal server error\"}\n"),
            ("dummyjson", #"{"message":"Internal Server Error"}"#),
            ("community", #"{"errors":{"detail":"Internal Server Error"}}"#),
            ("pexels", #"{"status":500,"code":"Internal Server Error"}"#),
        ]
    )
    func `a failure is told in the words of the dialect that took the request`(
        dialect: String,
        words: String
    ) throws {
        let captured = try CapturedLog()
        let application = try TestHost.serving(log: captured.log)
        let world = try #require(application.worlds.list.first)
        let request = try Request.asking("GET", "/x")
        let route = RouteTaken.served(
            dialect: try #require(
                application.worlds.configuration.registry.all.firstIndex { $0.name == dialect }
            ),
            route: nil
        )
        #expect(application.course.failure(for: request, route, in: world).text == words)
        let caller = Caller()
        let inFlight = InFlight(request, of: caller, since: 0)
        (inFlight.world, inFlight.route) = (world, route)
        application.course.proceed(
            inFlight,
            with: .later(on: .contents, { 0 }, finish: { (_: Int) in throw Broken() })
        )
        application.workOff()
        #expect(caller.response?.status == 500 && caller.response?.text == words)
        #expect(application.course.overload(for: request, route, in: world).status == 503)
        #expect(try captured.text().split(separator: "\n").count == 2)
    }

    @Test
    func `the control plane fails in its own words`() throws {
        let application = try TestHost.serving()
        let world = try #require(application.worlds.list.first)
        let request = try Request.asking("POST", "/__mockpostly/v1/reset")
        let response = application.course.failure(for: request, .control(0), in: world)
        #expect(response["Content-Type"] == "application/problem+json")
    }

    @Test
    func `a delay is asked for, and waited for in process too`() throws {
        let application = try TestHost.serving()
        let request = try Request.asking("GET", "/test?delay=4321")
        application.course.receive(request, from: Caller())
        guard case .time(let delay) = application.course.waiting.values.first?.later?.wait else {
            Issue.record("the delay is not asked for")
            return
        }
        #expect(delay == .milliseconds(4321))
        var configuration = Configuration()
        configuration.seed = .empty
        let log = Log(format: .text, level: .quiet, usesColour: false)
        let server = try InProcessServer(configuration, log: log)
        let begun = ContinuousClock.now
        let answer = try server.respond(to: .asking("GET", "/test?delay=20"))
        #expect(answer?.response.status == 200)
        #expect(begun.duration(to: .now) >= .milliseconds(20))
    }
}
