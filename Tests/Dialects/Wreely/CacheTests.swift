import MockPostlyContent
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import WreelyDialect

@Suite
struct CacheTests {
    private static let wall = "v2/7/memberwalls/per_page=10&page_number=1"

    private func hits(_ phone: Phone) -> Int {
        phone.api.figures.first { $0.name == "wreely_cache_hits_total" }?.value ?? -1
    }

    @Test
    func `a list is cached for each member until something is written`() throws {
        let phone = try Phone()
        let first = try phone.answer("GET", "\(Self.wall)?access_token=\(Phone.mira)")
        #expect(hits(phone) == 0)
        let second = try phone.answer("GET", "\(Self.wall)?access_token=\(Phone.mira)")
        #expect(hits(phone) == 1)
        #expect(second.body == first.body && second.allFields == first.allFields)
        #expect(phone.asker == "12")
        try phone.post("v2/7/memberwalls/likes", #"{"post_id":"6"}"#)
        for (token, isLiked) in [(Phone.mira, true), (Phone.theo, false)] {
            for _ in 1...2 {
                let post = try phone.get(Self.wall, token)["member_walls"]?.elements.first
                #expect(post?["is_liked_by_me"]?.bool == isLiked)
                #expect(post?["number_of_likes"]?.int == 1)
            }
        }
        #expect(hits(phone) == 3)
    }

    @Test
    func `an answer is for one host`() throws {
        let phone = try Phone()
        let target = "/services/v2/vendors?access_token=\(Phone.mira)"
        func logo(_ host: String, _ fields: [(String, String)] = []) throws -> String? {
            var request = try Request.asking("GET", target, fields, host: host)
            request.findings = Found()
            let answer = try phone.api.respond(to: request).reply.response.json
            return answer["vendors"]?.elements.first?["vendor_logo_url"]?.string
        }
        let path = "/wreely/pictures/logo-harbour-house.jpg"
        for _ in 1...2 {
            #expect(try logo("a") == "http://a\(path)")
            #expect(try logo("b:1") == "http://b:1\(path)")
            let https = try logo("b:1", [("X-Forwarded-Proto", "https")])
            #expect(https == "https://b:1\(path)")
        }
    }

    @Test
    func `what is undone is not remembered`() throws {
        let phone = try Phone()
        try phone.post("v2/7/memberwalls", #"{"post_description":"x"}"#)
        #expect(try phone.get(Self.wall)["member_walls"]?.count == 3)
        try phone.api.context.domain.work.rollback()
        #expect(try phone.get(Self.wall)["member_walls"]?.count == 2)
    }

    @Test
    func `nothing is kept without caches, nor a refusal, nor what the clock changes`() throws {
        let phone = try Phone(usesCaches: false)
        for _ in 1...2 { _ = try phone.get(Self.wall) }
        #expect(hits(phone) == 0)
        let keeping = try Phone()
        for _ in 1...2 {
            _ = try keeping.get("v2/8/members")
            _ = try keeping.get("v2/7/meetingroom/dashboard")
            _ = try keeping.get("v2/member", "x")
        }
        #expect(hits(keeping) == 0)
        _ = try keeping.get(Self.wall)
        keeping.api.forgetAnswers()
        _ = try keeping.get(Self.wall)
        #expect(hits(keeping) == 0)
    }
}
