import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import DummyJSONDialect

/// Where links in answers point to.
@Suite
struct LinksTests {
    private static let site = "https://dummyjson.com"
    private static let files = "https://cdn.dummyjson.com"

    private static let user = #"""
        {"id":1,"firstName":"Ann","username":"ann","password":"p","image":"\#(site)/icon/ann/128",\#
        "email":"a@x.example"}
        """#
    private static let product = #"""
        {"id":1,"title":"see \#(site)/x","category":"a-b","thumbnail":"\#(files)/p/1/t.webp",\#
        "images":["\#(files)/p/1/1.webp","\#(files)/p/1/2.webp"],\#
        "meta":{"qrCode":"\#(site)/public/qr-code.png"},"url":"http://dummyjson.com/a",\#
        "other":"\#(site)","quoted":"\"\#(site)/y","\#(files)/key":"https://robohash.org/ann.png"}
        """#

    private func api(_ links: LinkTarget = .local) throws -> DummyJSON {
        try .fresh([
            .users: Self.user, .products: Self.product,
            .posts: #"{"id":1,"tags":["t-u"],"image":"\#(Self.site)/"}"#,
        ]) { $0.links = links }
    }

    @Test
    func `upstream leaves them as they are stored`() throws {
        let api = try api(.upstream)
        #expect(try api.get("/users/1").text == Self.user)
        #expect(try api.get("/products/1").text == Self.product)
        let tag = #"[{"slug":"t-u","name":"T U","url":"\#(Self.site)/posts/tag/t-u"}]"#
        #expect(try api.get("/posts/tags").text == tag)
    }

    @Test
    func `only whole texts are links`() throws {
        let json = try api().get("/products/1").json
        let here = "http://localhost:8080"
        #expect(json["thumbnail"]?.string == here + "/cdn/p/1/t.webp")
        let images = json["images"]?.elements.compactMap(\.string)
        #expect(images == ["/cdn/p/1/1.webp", "/cdn/p/1/2.webp"].map { here + $0 })
        #expect(json["meta"]?["qrCode"]?.string == here + "/public/qr-code.png")
        #expect(json["title"]?.string == "see \(Self.site)/x")
        #expect(json["url"]?.string == "http://dummyjson.com/a")
        #expect(json["other"]?.string == Self.site)
        #expect(json["quoted"]?.string == "\"\(Self.site)/y")
        #expect(json.members.last?.value.string == here + "/icon/ann.png")
    }

    @Test(
        "in every answer that has one",
        arguments: [
            ("GET", "/users/1", "{}"), ("GET", "/users", "{}"),
            ("GET", "/users?select=image", "{}"), ("GET", "/users/1?select=age,image", "{}"),
            ("GET", "/users/search?q=ann", "{}"), ("PUT", "/users/1", #"{"age":1}"#),
            ("DELETE", "/users/1", "{}"),
            ("POST", "/auth/login", #"{"username":"ann","password":"p"}"#),
        ]
    )
    func everywhere(method: String, target: String, body: String) throws {
        let text = try api().send(method, target, body).text
        #expect(text.contains(#""image":"http://localhost:8080/icon/ann/128""#))
        #expect(!text.contains(Self.site))
        let upstream = try api(.upstream).send(method, target, body).text
        #expect(upstream.contains(#""image":"\#(Self.site)/icon/ann/128""#))
    }

    @Test
    func `made links too`() throws {
        let api = try api()
        #expect(
            try api.get("/products/categories").text
                == #"[{"slug":"a-b","name":"A B","url":"#
                + #""http://localhost:8080/products/category/a-b"}]"#
        )
        let custom = try api.send("POST", "/c/generate", #"{"json":{},"method":"GET"}"#).json
        #expect(custom["url"]?.string?.hasPrefix("http://localhost:8080/c/") == true)
    }

    @Test(
        arguments: [
            ("example.org", nil, "http://example.org"), ("[::1]:80", nil, "http://[::1]:80"),
            ("a.example", "https", "https://a.example"),
            ("a.example", "HTTPS", "https://a.example"),
            ("a.example", "https, http", "https://a.example"),
            ("a.example", "gopher", "http://a.example"),
        ] as [(String, String?, String)]
    )
    func `they lead to where the client is`(host: String, proto: String?, base: String) throws {
        let fields = proto.map { [("X-Forwarded-Proto", $0)] } ?? []
        let request = try Request.asking("GET", "/users/1?select=image", fields, host: host)
        let api = try api()
        for _ in 0..<2 {
            #expect(try api.answer(request).text == #"{"id":1,"image":"\#(base)/icon/ann/128"}"#)
        }
    }

    @Test
    func `one host's answer is not given to another`() throws {
        let api = try api()
        for host in ["a.example", "b.example", "a.example"] {
            let answer = try api.answer(.asking("GET", "/users/1", host: host))
            #expect(answer.text.contains("http://\(host)/icon"))
        }
    }

    @Test
    func `a world's prefix is part of them`() throws {
        var request = try Request.asking("GET", "/w/one/users/1?select=image")
        request.dropPathPrefix(6)
        let text = try api().answer(request).text
        #expect(text == #"{"id":1,"image":"http://localhost:8080/w/one/icon/ann/128"}"#)
    }

    @Test
    func `what was sent is answered as it was sent, and read as a link`() throws {
        let api = try DummyJSON.fresh([:]) { $0.writes = .keep }
        let body = #"{"image":"\#(Self.site)/icon/x/128"}"#
        #expect(try api.send("POST", "/users/add", body).text.contains(body.dropFirst().dropLast()))
        let image = try api.get("/users/1").json["image"]?.string
        #expect(image == "http://localhost:8080/icon/x/128")
    }
}
