import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// The world that requests which name no world go to.
@Suite
struct HomeTests {
    private func use(_ name: String, _ application: TestHost) throws -> Response {
        try application.control("PUT", "/home", #"{"world":"\#(name)"}"#)
    }

    private func total(_ target: String, _ application: TestHost) throws -> Int64? {
        try application.answer("GET", target).json["pagination"]?["total"]?.int
    }

    @Test
    func `requests without a world go to the chosen one, and back`() throws {
        let application = try TestHost.serving(.standard)
        try application.makeWorld(#""id":"w","from":"empty""#)
        let standard = try #require(try total("/api/posts", application))
        #expect(try application.control("GET", "/home").json["world"]?.string == "default")
        #expect(try use("w", application).text == "{\"world\":\"w\"}\n")
        #expect(try application.control("GET", "/home").json["world"]?.string == "w")
        #expect(try total("/api/posts", application) == 0)
        #expect(try total("/w/w/api/posts", application) == 0)
        #expect(try total("/w/default/api/posts", application) == standard)
        // The control plane follows: what names no world is for the chosen one.
        #expect(try application.control("GET", "/clock").json["world"]?.string == "w")
        let urls = try application.control("GET", "/worlds/default").json["baseUrls"]
        #expect(urls?["postly"]?.string == "http://localhost/w/default/api")
        #expect(try use("default", application).status == 200)
        #expect(try total("/api/posts", application) == standard)
        let again = try application.control("GET", "/worlds/default").json["baseUrls"]
        #expect(again?["postly"]?.string == "http://localhost/api")
    }

    @Test
    func `the dashboard of a world is the page with that world chosen`() throws {
        let application = try TestHost.serving()
        try application.makeWorld(#""id":"w""#)
        for path in ["/w/w/__mockpostly", "/w/w/__mockpostly/"] {
            let answer = try application.answer("GET", path)
            #expect(answer.status == 308 && answer["Location"] == "/__mockpostly/#?world=w")
        }
        let unknown = try application.answer("GET", "/w/%0D%0A/__mockpostly/")
        #expect(unknown["Location"] == "/__mockpostly/")
        #expect(try application.answer("GET", "/__mockpostly/").status == 200)
        #expect(try application.answer("GET", "/w/w/__mockpostly/dashboard/main.js").status == 200)
        #expect(try application.control("GET", "/home").json["here"]?.string == "default")
        #expect(
            try application.answer("GET", "/w/w/__mockpostly/v1/home").json["here"]?.string == "w"
        )
        try application.running("w").label = 7
        try application.running("w").port = 9
        let caller = Caller(label: 7)
        application.course.receive(
            try .asking("GET", "/__mockpostly/v1/home", host: "localhost:9"),
            from: caller
        )
        #expect(try caller.response?.json["here"]?.string == "w")
    }

    @Test
    func `the address and the name of a snapshot lead to it from every home`() throws {
        let application = try TestHost.serving(.standard)
        try application.makeWorld(#""id":"w","from":"empty""#)
        #expect(try use("w", application).status == 200)
        for world in ["default", "w"] {
            let order = #"{"name":"s","world":"\#(world)"}"#
            let saved = try application.control("POST", "/snapshots", order)
            let address = try #require(saved["Location"])
            #expect(try application.answer("GET", address).json["world"]?.string == world)
            let made = try application.makeWorld(#""from":"snapshot:\#(world)/s""#)
            let from = try #require(made["from"]?.string)
            let again = try application.makeWorld(#""from":"\#(from)""#)
            #expect(again["from"]?.string == from && again["posts"]?.int == made["posts"]?.int)
        }
        // Without a world it is one of the world that the request is sent to.
        #expect(
            try application.makeWorld(#""from":"snapshot:s""#)["from"]?.string == "snapshot:w/s"
        )
    }

    @Test
    func `a chosen world that ends gives its place back to the default world`() throws {
        let application = try TestHost.serving(.standard)
        let standard = try #require(try total("/api/posts", application))
        try application.makeWorld(#""id":"w","from":"empty""#)
        #expect(try use("w", application).status == 200)
        #expect(try application.control("DELETE", "/worlds/w").status == 204)
        #expect(try total("/api/posts", application) == standard)
        #expect(try application.control("GET", "/home").json["world"]?.string == "default")
        try application.makeWorld(#""id":"w","from":"empty""#)
        #expect(try total("/api/posts", application) == standard)
    }

    @Test
    func `a request without a world counts as use of the chosen one`() throws {
        let application = try TestHost.serving()
        try application.makeWorld(#""id":"w","from":"empty","ttl":"1h""#)
        #expect(try use("w", application).status == 200)
        let world = try application.running("w")
        world.noteUse(at: 1)
        #expect(world.lastUse == 1)
        _ = try application.answer("GET", "/api/posts")
        world.noteUse(at: 2)
        #expect(world.lastUse == 2)
    }

    @Test
    func `an unknown world cannot be chosen`() throws {
        let application = try TestHost.serving()
        #expect(try use("nope", application).status == 404)
        #expect(try application.refusal("PUT", "/home", "{}") == "Missing member")
        #expect(try application.refusal("PUT", "/home", #"{"world":null}"#) == "Wrong type")
        #expect(try application.control("GET", "/home").json["world"]?.string == "default")
    }

    // MARK: Addresses of worlds

    @Test(arguments: [("/w/a", "/w/a/"), ("/w/a?x=1&y=%20", "/w/a/?x=1&y=%20")])
    func `a world without a slash is one step away`(target: String, location: String) throws {
        let application = try TestHost.serving()
        try application.makeWorld(#""id":"a""#)
        for method in ["GET", "POST"] {
            let response = try application.answer(method, target)
            #expect(response.status == 308 && response["Location"] == location)
        }
        #expect(try application.answer("GET", "/w/b").status == 404)
    }

    @Test
    func `all worlds but the default one are deleted at once`() throws {
        let application = try TestHost.serving()
        for name in ["a", "b"] { try application.makeWorld(#""id":"\#(name)""#) }
        let response = try application.control("DELETE", "/worlds")
        #expect(response.text == "{\"deleted\":[\"a\",\"b\"]}\n")
        #expect(application.worlds.worldNames == ["default"])
        #expect(try application.control("DELETE", "/worlds").text == "{\"deleted\":[]}\n")
    }

    @Test
    func `a world that nobody used is told to have expired`() throws {
        let application = try TestHost.serving()
        try application.makeWorld(#""id":"w","ttl":"1us""#)
        var response = Response(status: 200)
        let deadline = ContinuousClock.now + .seconds(60)
        while response.status != 404, ContinuousClock.now < deadline {
            response = try application.control("GET", "/worlds/w")
        }
        #expect(try response.json["title"]?.string == "World expired")
        let page = try application.answer("GET", "/w/w/api/posts")
        #expect(page.status == 404)
        #expect(try page.json["detail"]?.string?.contains("nobody had used it for 1us") == true)
        try application.makeWorld(#""id":"w""#)
        #expect(try application.control("DELETE", "/worlds/w").status == 204)
        #expect(try application.refusal("GET", "/worlds/w") == "Unknown world")
    }

    @Test
    func `only the last expired worlds are remembered`() {
        var expired = ExpiredWorlds()
        for number in 0..<(ExpiredWorlds.limit + 2) { expired.note("\(number)", after: .zero) }
        #expect(expired["0"] == nil && expired["1"] == nil && expired["2"] == .zero)
        expired.note("2", after: .seconds(1))
        expired.note("new", after: .zero)
        #expect(expired["2"] == .seconds(1) && expired["3"] == nil)
        expired.forget("2")
        #expect(expired["2"] == nil)
    }
}
