import MockPostlyContent
import MockPostlyControl
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// One of several servers behind a proxy.
@Suite
struct InstanceTests {
    private func application(seed: UInt64 = 1) throws -> TestHost {
        let instance = try #require(Instance("b", seed: seed))
        return try TestHost.serving(.standard) { $0.instance = instance }
    }

    private func made(_ application: TestHost, _ members: String = "") throws -> String {
        let answer = try application.control("POST", "/worlds", "{\(members)}")
        #expect(answer.status == 201)
        return try #require(try answer.json["id"]?.string)
    }

    private func problem(_ answer: Response) throws -> [String] {
        #expect(answer.status == 404)
        return ["title", "detail", "hint"].map { (try? answer.json[$0]?.string) ?? "" }
    }

    @Test
    func `all its worlds have ids that begin with its name`() throws {
        let application = try application()
        let first = try made(application)
        #expect(first.hasPrefix("b-") && first.hasSuffix("-w1"))
        #expect(try made(application, #""id":"checkout""#) == "b-checkout")
        let fork = try application.control("POST", "/worlds/b-checkout/fork", #"{"id":"two"}"#)
        #expect(try fork.json["id"]?.string == "b-two")
        for world in [first, "b-checkout", "b-two"] {
            #expect(try application.answer("GET", "/w/\(world)/api/posts").status == 200)
        }
    }

    @Test
    func `an id of an earlier start leads nowhere`() throws {
        let old = try made(try application(seed: 1))
        let application = try application(seed: 2)
        #expect(try made(application) != old)
        let words = try problem(try application.answer("GET", "/w/\(old)/api/posts"))
        #expect(words[0] == "Unknown world")
        #expect(words[1] == "The instance 'b' has no world '\(old)'.")
        #expect(words[2].contains("started anew"))
    }

    @Test
    func `a world of another instance is refused with the names of both`() throws {
        let application = try application()
        let answers = [
            try application.answer("GET", "/w/c-4kx7q-w1/api/posts"),
            try application.answer("GET", "/api/posts", [("X-Mockpostly-World", "c-4kx7q-w1")]),
            try application.answer(
                "GET",
                "/api/posts",
                [("Cookie", "mockpostly_world=c-4kx7q-w1")]
            ),
            try application.control("GET", "/worlds/c-4kx7q-w1"),
            try application.control("GET", "/requests?world=c-4kx7q-w1"),
            try application.control("POST", "/worlds", #"{"from":"world:c-4kx7q-w1"}"#),
        ]
        for answer in answers {
            let words = try problem(answer)
            #expect(words[0] == "World of another instance")
            #expect(words[1].contains("belongs to the instance 'c'"))
            #expect(words[1].contains("this is the instance 'b'"))
        }
    }

    @Test
    func `a name that is no instance's is unknown as ever`() throws {
        let words = try problem(try application().answer("GET", "/w/checkout/api/posts"))
        #expect(words[1] == "The instance 'b' has no world 'checkout'.")
    }

    @Test
    func `its default world has a name that the proxy can lead by`() throws {
        let application = try application()
        #expect(try application.answer("GET", "/w/b-default/api/posts").status == 200)
        let field = ("X-Mockpostly-World", "b-default")
        for answer in [
            try application.answer("GET", "/w/b-default/__mockpostly/v1/home"),
            try application.answer("GET", "/__mockpostly/v1/home", [field]),
        ] {
            #expect(try answer.json["here"]?.string == "default")
        }
        let saved = try application.control(
            "POST",
            "/snapshots",
            #"{"name":"x","world":"b-default"}"#
        )
        #expect(try saved.json["world"]?.string == "default")
        #expect(try application.control("GET", "/snapshots/x").status == 200)
        #expect(
            try application.control("POST", "/worlds", #"{"id":"b-default"}"#).json["title"]?.string
                == "World exists"
        )
        #expect(try application.control("DELETE", "/worlds/b-default").status == 409)
    }

    @Test
    func `an id that is too long with the prefix is refused`() throws {
        let application = try application()
        let longest = String(repeating: "x", count: 62)
        #expect(try made(application, #""id":"\#(longest)""#) == "b-" + longest)
        let answer = try application.control("POST", "/worlds", #"{"id":"\#(longest)x"}"#)
        #expect(answer.status == 400)
        #expect(try answer.json["hint"]?.string?.contains("instance 'b'") == true)
        let named = try application.control("POST", "/worlds", #"{"id":"b-\#(longest)"}"#)
        #expect(try named.json["title"]?.string == "World exists")
    }

    @Test
    func `it tells its name`() throws {
        let version = try application().control("GET", "/version")
        #expect(try version.json["instance"]?.string == "b")
        let alone = try TestHost.serving(.standard).control("GET", "/version")
        #expect(try alone.json["instance"] == nil)
    }
}
