import MockPostlyHTTP
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityDialect

@Suite
struct PostsTests {
    private let community: Community
    private let mira: Person
    private let theo: Person

    init() throws {
        community = try Community.fresh()
        mira = try community.person("Mira")
        theo = try community.person("Theo")
    }

    private func post(_ content: String = "Hello") throws -> Response {
        try community.answer("POST", "posts", mira, body: #"{"content":"\#(content)"}"#)
    }

    /// A post of Mira's as it is shown.
    private func shown(_ id: Int, _ content: String, updated: String = "12:34:56") -> String {
        #"{"id":\#(id),"content":"\#(content)","image_url":null,"user_id":1,"#
            + #""author":{"id":1,"name":"Mira","avatar_url":null},"likes_count":0,"#
            + #""liked_by_user_ids":[],"comments_count":0,"inserted_at":"2026-02-14T12:34:56Z","#
            + #""updated_at":"2026-02-14T\#(updated)Z"}"#
    }

    @Test
    func `a new post is told as it is answered`() throws {
        let response = try post()
        #expect(response.status == 201)
        #expect(response["location"] == "/api/community/posts/1")
        #expect(response.text == #"{"data":\#(shown(1, "Hello"))}"#)
        #expect(community.news() == ["new_post \(shown(1, "Hello"))"])
        let again = try community.answer("GET", "posts/1", theo)
        #expect(again.status == 200 && again.text == response.text)
        #expect(community.news() == [])
    }

    @Test
    func `a body may be wrapped, and then the wrapper counts`() throws {
        let body = #"{"content":"outside","post":{"content":"inside","x":1}}"#
        let response = try community.answer("POST", "posts", mira, body: body)
        #expect(response.text.contains(#""content":"inside""#))
        let flat = try community.answer(
            "POST",
            "posts",
            mira,
            body: #"{"content":"outside","post":"x","image_url":"https://x/ü.jpg"}"#
        )
        #expect(flat.text.contains(#""content":"outside","image_url":"https://x/ü.jpg""#))
    }

    @Test(arguments: [
        (#"{}"#, fault("content", "can't be blank")),
        (#"{"content":null}"#, fault("content", "can't be blank")),
        (#"{"content":" \n\u00a0"}"#, fault("content", "can't be blank")),
        (#"{"content":7}"#, fault("content", "is invalid")),
        (
            #"{"content":"","image_url":[]}"#,
            #"{"errors":{"content":["can't be blank"],"image_url":["is invalid"]}}"#
        ),
    ])
    func `what is wrong with a post is told, and nobody else`(body: String, errors: String) throws {
        let response = try community.answer("POST", "posts", mira, body: body)
        #expect(response.status == 422 && response.text == errors)
        #expect(community.news() == [])
    }

    @Test
    func `a text may have 5000 characters`() throws {
        #expect(try post(String(repeating: "é", count: 5000)).status == 201)
        let response = try post(String(repeating: "e", count: 5001))
        #expect(response.status == 422)
        #expect(response.text == fault("content", "should be at most 5000 character(s)"))
    }

    @Test
    func `every accepted edit counts as a change`() throws {
        _ = try post()
        _ = community.takeEvents()
        community.domain.world.clock.advance(by: .seconds(2))
        for (method, body, content) in [
            ("PATCH", #"{}"#, "Hello"), ("PUT", #"{"content":"Hi"}"#, "Hi"),
            ("PATCH", #"{"image_url":null}"#, "Hi"), ("PATCH", #"{"image_url":""}"#, "Hi"),
        ] {
            let response = try community.answer(method, "posts/1", mira, body: body)
            let expected = shown(1, content, updated: "12:34:58")
            #expect(response.status == 200 && response.text == #"{"data":\#(expected)}"#)
            #expect(community.news() == ["post_updated \(expected)"])
        }
    }

    @Test
    func `checks come in their order`() throws {
        _ = try post()
        _ = community.takeEvents()
        func edit(_ who: Person?, _ id: String, _ body: String) throws -> String {
            let response = try community.answer("PATCH", "posts/\(id)", who, body: body)
            return "\(response.status) \(response.text)"
        }
        let outsider = try community.person("Kofi", joins: false)
        #expect(try edit(nil, "9", "{") == "401 " + refusal("Unauthorized"))
        #expect(
            try edit(outsider, "9", "{") == "403 " + refusal("You have not joined the community")
        )
        #expect(try edit(theo, "9", "{") == "400 " + refusal("Bad Request"))
        #expect(try edit(theo, "9", #"{"content":1}"#) == "404 " + refusal("Not Found"))
        #expect(try edit(theo, "1", #"{"content":1}"#) == "403 " + refusal("Forbidden"))
        #expect(
            try edit(mira, "1", #"{"content":null}"#) == "422 " + fault("content", "can't be blank")
        )
        #expect(community.news() == [])
    }

    @Test
    func `deleting is for the author, and is told alone`() throws {
        _ = try post()
        let comment = #"{"content":"C"}"#
        _ = try community.answer("POST", "posts/1/comments", theo, body: comment)
        _ = community.takeEvents()
        #expect(try community.answer("DELETE", "posts/1", theo).status == 403)
        let response = try community.answer("DELETE", "posts/1", mira)
        #expect(response.status == 204 && response.body.isEmpty)
        #expect(community.news() == [#"post_deleted {"id":1}"#])
        #expect(try community.answer("DELETE", "posts/1", mira).status == 404)
        #expect(try community.answer("GET", "posts/1", mira).status == 404)
    }

    @Test(arguments: [
        "0", "-1", "2", "x", "1x", "1.0", "99999999999999999999", "%31x", "one", "1%20",
    ])
    func `an id that is nobody's is not found, number or not`(id: String) throws {
        _ = try post()
        let routes = [
            ("GET", "posts/\(id)"), ("PATCH", "posts/\(id)"), ("DELETE", "posts/\(id)"),
            ("POST", "posts/\(id)/like"), ("GET", "posts/\(id)/comments"),
            ("POST", "posts/\(id)/comments"), ("DELETE", "posts/1/comments/\(id)"),
        ]
        for (method, route) in routes {
            let response = try community.answer(method, route, mira, body: "{}")
            #expect(response.status == 404, "\(method) \(route)")
            #expect(response.text == refusal("Not Found"))
        }
    }

    // MARK: Likes

    @Test
    func `likes toggle, or are set and cleared`() throws {
        _ = try post()
        _ = community.takeEvents()
        func likes(_ method: String, _ who: Person) throws -> String {
            let response = try community.answer(method, "posts/1/like", who)
            #expect(response.status == 200)
            return response.text
        }
        func answer(_ liked: Bool, _ ids: String, _ count: Int) -> String {
            #"{"data":{"id":1,"liked":\#(liked),"likes_count":\#(count),"#
                + #""liked_by_user_ids":[\#(ids)]}}"#
        }
        #expect(try likes("POST", theo) == answer(true, "2", 1))
        #expect(try likes("PUT", theo) == answer(true, "2", 1))
        #expect(try likes("PUT", mira) == answer(true, "2,1", 2))
        #expect(try likes("POST", theo) == answer(false, "1", 1))
        #expect(try likes("DELETE", theo) == answer(false, "1", 1))
        #expect(try likes("DELETE", mira) == answer(false, "", 0))
        // The second and the fifth changed nothing.
        #expect(
            community.news() == [
                #"post_likes_updated {"id":1,"likes_count":1,"liked_by_user_ids":[2]}"#,
                #"post_likes_updated {"id":1,"likes_count":2,"liked_by_user_ids":[2,1]}"#,
                #"post_likes_updated {"id":1,"likes_count":1,"liked_by_user_ids":[1]}"#,
                #"post_likes_updated {"id":1,"likes_count":0,"liked_by_user_ids":[]}"#,
            ]
        )
    }

    // MARK: Comments

    @Test
    func `comments are told by their number`() throws {
        _ = try post()
        _ = community.takeEvents()
        let response = try community.answer(
            "POST",
            "posts/1/comments",
            theo,
            body: #"{"comment":{"content":"Hi"}}"#
        )
        let comment =
            #"{"id":1,"post_id":1,"content":"Hi","user_id":2,"#
            + #""author":{"id":2,"name":"Theo","avatar_url":null},"#
            + #""inserted_at":"2026-02-14T12:34:56Z"}"#
        #expect(response.status == 201 && response.text == #"{"data":\#(comment)}"#)
        let list = try community.answer("GET", "posts/1/comments", mira)
        let meta =
            #"{"page":1,"per_page":20,"total_count":1,"total_pages":1,"has_more":false}"#
        #expect(list.text == #"{"data":[\#(comment)],"meta":\#(meta)}"#)
        #expect(try community.answer("DELETE", "posts/1/comments/1", mira).status == 204)
        #expect(
            community.news() == [
                #"post_comments_updated {"id":1,"comments_count":1}"#,
                #"post_comments_updated {"id":1,"comments_count":0}"#,
            ]
        )
    }

    @Test
    func `a comment is no business of others, nor of another post`() throws {
        let kofi = try community.person("Kofi")
        for _ in 0..<2 { _ = try post() }
        let body = #"{"content":"Hi"}"#
        _ = try community.answer("POST", "posts/1/comments", theo, body: body)
        _ = community.takeEvents()
        #expect(try community.answer("DELETE", "posts/2/comments/1", theo).status == 404)
        let foreign = try community.answer("DELETE", "posts/1/comments/1", kofi)
        #expect(foreign.status == 403 && foreign.text == refusal("Forbidden"))
        #expect(community.news() == [])
        #expect(try community.answer("DELETE", "posts/1/comments/1", theo).status == 204)
    }

    @Test
    func `a comment may have 2000 characters`() throws {
        _ = try post()
        for (length, status) in [(2000, 201), (2001, 422)] {
            let body = #"{"content":"\#(String(repeating: "c", count: length))"}"#
            let response = try community.answer("POST", "posts/1/comments", theo, body: body)
            #expect(response.status == status)
        }
        let missing = try community.answer("POST", "posts/7/comments", theo, body: "{}")
        #expect(missing.status == 404)
    }

    @Test
    func `events wait in their order until they are taken or dropped`() throws {
        _ = try post("A")
        _ = try community.answer("POST", "posts/1/like", theo)
        #expect(community.takeEvents().count == 2)
        #expect(community.takeEvents() == [])
        _ = try community.answer("POST", "posts/1/like", theo)
        community.dropEvents()
        #expect(community.takeEvents() == [])
    }
}
