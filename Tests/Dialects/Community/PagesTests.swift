import CommunityContent
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import CommunityDialect

@Suite
struct PagesTests {
    private let community: Community
    private let mira: Person

    init() throws {
        community = try Community.fresh()
        mira = try community.person("Mira")
    }

    private func fill(_ count: Int) throws {
        for number in 0..<count {
            _ = try community.feed.create(.init(content: "\(number + 1)"), by: mira.id)
        }
    }

    /// The ids of a page and its meta.
    private func page(_ query: String) throws -> (ids: [String], meta: String) {
        let response = try community.answer("GET", "posts?" + query, mira)
        #expect(response.status == 200)
        let parts = response.text.split(separator: #""meta":"#)
        let ids = parts[0].matches(of: /\{"id":([0-9]+),"content"/).map { String($0.output.1) }
        return (ids, String(parts[1].dropLast()))
    }

    private func meta(_ page: Int, _ size: Int, _ total: Int, _ pages: Int, _ more: Bool) -> String
    {
        #"{"page":\#(page),"per_page":\#(size),"total_count":\#(total),"total_pages":\#(pages),"#
            + #""has_more":\#(more)}"#
    }

    @Test
    func `nothing is a page too`() throws {
        let response = try community.answer("GET", "posts", mira)
        #expect(response.text == #"{"data":[],"meta":\#(meta(1, 20, 0, 0, false))}"#)
    }

    @Test
    func `a page is twenty posts, newest first`() throws {
        try fill(41)
        #expect(try page("") == ((22...41).reversed().map(String.init), meta(1, 20, 41, 3, true)))
        #expect(try page("page=3") == (["1"], meta(3, 20, 41, 3, false)))
        #expect(try page("page=4") == ([], meta(4, 20, 41, 3, false)))
        #expect(try page("page=9223372036854775807").ids == [])
        #expect(try page("page=99999999999999999999").ids == [])
        #expect(try page("per_page=100000").meta == meta(1, 100, 41, 1, false))
        #expect(try page("per_page=2&page=2") == (["39", "38"], meta(2, 2, 41, 21, true)))
    }

    @Test
    func `before an id, the posts that remain are counted`() throws {
        try fill(5)
        #expect(try page("before_id=3") == (["2", "1"], meta(1, 20, 2, 1, false)))
        #expect(try page("before_id=4&per_page=2") == (["3", "2"], meta(1, 2, 3, 2, true)))
        #expect(try page("before_id=99").ids.count == 5)
        #expect(try page("before_id=1").ids == [])
    }

    @Test
    func `of repeated parameters the last counts, and empty ones are absent`() throws {
        try fill(3)
        #expect(try page("per_page=1&per_page=2").ids == ["3", "2"])
        #expect(try page("per_page=&page=&before_id=").ids == ["3", "2", "1"])
        #expect(try page("per%5fpage=%2B2&x=y").ids == ["3", "2"])
    }

    @Test(arguments: [
        ("page=x", #""page":["is invalid"]"#), ("page=1.5", #""page":["is invalid"]"#),
        ("page=0", #""page":["must be greater than 0"]"#),
        ("per_page=-1", #""per_page":["must be greater than 0"]"#),
        ("before_id=x", #""before_id":["is invalid"]"#),
        ("before_id=0", #""before_id":["must be greater than 0"]"#),
        (
            "page=x&per_page=0&before_id=-",
            #""before_id":["is invalid"],"page":["is invalid"],"per_page":["must be greater "#
                + #"than 0"]"#
        ),
    ])
    func `what is no number from 1 up is refused`(query: String, errors: String) throws {
        let response = try community.answer("GET", "posts?" + query, mira)
        #expect(response.status == 422 && response.text == #"{"errors":{\#(errors)}}"#)
    }

    @Test
    func `comments have pages of their own, oldest first`() throws {
        try fill(1)
        for number in 1...3 {
            _ = try community.feed.addComment(to: 1, content: "\(number)", by: mira.id) { _ in }
        }
        let response = try community.answer("GET", "posts/1/comments?per_page=2&page=2", mira)
        #expect(response.text.hasPrefix(#"{"data":[{"id":3,"post_id":1,"content":"3""#))
        #expect(response.text.hasSuffix(#""meta":\#(meta(2, 2, 3, 2, false))}"#))
        #expect(try community.answer("GET", "posts/1/comments?page=0", mira).status == 422)
        #expect(try community.answer("GET", "posts/9/comments?page=0", mira).status == 404)
        #expect(try community.answer("GET", "posts/1/comments?before_id=x", mira).status == 200)
    }
}
