import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import PostlyDialect

/// Covers and portraits of this server in place of those on the original's hosts.
@Suite(.timeLimit(.minutes(15)))
struct PicturesTests {
    private static let cover = "https://images.pexels.com/photos/7/pexels-photo-7.jpeg?h=650&w=940"

    /// The covers of the answer to a request for the only post.
    private func covers(
        _ api: Postly,
        post: (cover: String, content: String),
        hosts: [String],
        prefix: String = ""
    ) throws -> [String?] {
        let ada = try api.person("Ada")
        let made = try api.answer(
            "POST",
            "/api/posts",
            [("Authorization", "Bearer \(ada.token)"), ("Content-Type", "application/json")],
            body: """
                {"title": "T", "content": "\(post.content)", "coverImage": "\(post.cover)"}
                """
        )
        #expect(made.status == 201)
        return try hosts.map { host in
            var request = try Request.asking("GET", prefix + "/api/posts?page=1", host: host)
            request.dropPathPrefix(prefix.utf8.count)
            let told = try api.respond(to: request).reply.response.json["posts"]?.elements.first
            #expect(told?["content"]?.string == post.content.replacing("\\", with: ""))
            return told?["coverImage"]?.string
        }
    }

    @Test(arguments: [true, false])
    func `a cover leads to the host that was asked, cached or not`(usesCaches: Bool) throws {
        let api = try Postly.fresh(usesCaches: usesCaches, images: .local)
        let told = try covers(
            api,
            post: (Self.cover, #"\"coverImage\":\"https://images.pexels.com/a\""#),
            hosts: ["localhost:9", "10.0.2.2:9", "localhost:9"]
        )
        let name = PictureDrawing(.cover, inPlaceOf: Self.cover.utf8).name
        #expect(
            told
                == ["localhost", "10.0.2.2", "localhost"].map {
                    "http://\($0):9/postly/pictures/\(name)"
                }
        )
    }

    @Test func `it has the prefix of the world`() throws {
        let api = try Postly.fresh(images: .local)
        let told = try covers(api, post: (Self.cover, "c"), hosts: ["h"], prefix: "/w/a")
        #expect(told[0]?.hasPrefix("http://h/w/a/postly/pictures/cover-") == true)
    }

    @Test(arguments: [
        ("https://example.com/a.jpg", Postly.Images.local), (cover, .upstream),
        ("images.pexels.com/", .local),
    ])
    func `other addresses stay, and all of them unless asked for`(
        cover: String,
        images: Postly.Images
    ) throws {
        let api = try Postly.fresh(images: images)
        #expect(try covers(api, post: (cover, "c"), hosts: ["h"]) == [cover])
    }

    private static let members = PictureLinks.Members(
        [("profilePicture", .portrait)],
        folder: "/postly/pictures/"
    )

    @Test(arguments: ["randomuser.me/api/portraits/men/1.jpg", "lh3.googleusercontent.com/a"])
    func `a portrait is replaced wherever it stands`(address: String) throws {
        let old = #"{"author":{"profilePicture":"https://\#(address)"},"profilePicture":null}"#
        let links = PictureLinks(try .asking("GET", "/", host: "h"))
        let new = String(decoding: links.localized(Array(old.utf8), Self.members), as: UTF8.self)
        let name = PictureDrawing(.portrait, inPlaceOf: "https://\(address)".utf8).name
        let mine = "http://h/postly/pictures/\(name)"
        #expect(new == old.replacing("https://\(address)", with: mine))
    }

    @Test func `a picture is drawn from its name, the same each time`() throws {
        let api = try Postly.fresh(images: .local)
        let name = PictureDrawing(.cover, inPlaceOf: Self.cover.utf8).name
        let first = try api.answer("GET", "/postly/pictures/\(name)")
        #expect(first.status == 200 && first["Content-Type"] == "image/jpeg")
        #expect(first.body.starts(with: [0xFF, 0xD8, 0xFF]) && first.body.count > 1_000)
        #expect(try api.answer("GET", "/postly/pictures/\(name)").body == first.body)
        let other = try api.answer("GET", "/postly/pictures/portrait-0000000000000001.jpg")
        #expect(other.status == 200 && other.body != first.body)
    }

    @Test(arguments: [
        "cover-1.jpg", "cover-0123456789abcdeF.jpg", "cover-0123456789abcdef.png", "x.jpg",
        "photo-0123456789abcdef.jpg", "cover-0123456789abcdef0.jpg", "cover-+123456789abcdef.jpg",
    ])
    func `other names are not found`(name: String) throws {
        #expect(try Postly.fresh().answer("GET", "/postly/pictures/\(name)").status == 404)
    }
}
