import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import PostlyDialect

@Suite
struct FlaskQueryTests {
    @Test(arguments: [
        ("page=1", "1"), ("page=1&page=2", "1"), ("&&page=2&", "2"), ("page", ""), ("page=", ""),
        ("page==2", "=2"), ("p%61ge=2", "2"), ("page=1;limit=3", "1;limit=3"), ("page=a+b", "a b"),
        ("page=a%20b", "a b"), ("page=%2B1", "+1"), ("page=%26%3D", "&="),
        ("page=caf%C3%A9", "café"),
        ("page=%00", "\u{0}"), ("page=%C3%28", "%C3("), ("page=%ff", "%FF"),
        ("page=a%e9b", "a%E9b"),
        ("page=%ED%A0%80", "%ED%A0%80"), ("page=%F0%9F%A6%8A%F0", "🦊%F0"),
        ("page=%C0%80", "%C0%80"),
        ("page=%F4%90%80%80", "%F4%90%80%80"), ("page=%E2%82", "%E2%82"),
        ("page=%C3%C3%A9", "%C3é"),
        ("page=%EF%BB%BF1", "\u{FEFF}1"), ("page=%0A", "\n"), ("page=?", "?"),
        ("page=%25zz", "%zz"),
    ])
    func `the value of a parameter`(query: String, expected: String) throws {
        let request = try Request.asking("GET", "/api/posts?" + query)
        #expect(FlaskQuery(request)["page"].map { Array($0.utf8) } == Array(expected.utf8))
    }

    @Test(arguments: [
        "", "limit=1", "Page=1", "PAGE=1", "page%20=1", "page[]=1", "+page=1", "amp;page=1",
        "=page",
        "pag=e=1", "x=page",
    ])
    func `another name is another parameter`(query: String) throws {
        let request = try Request.asking("GET", "/api/posts?" + query)
        #expect(FlaskQuery(request)["page"] == nil)
    }

    @Test
    func `a malformed escape stands for itself`() throws {
        let request = try Request.asking("GET", "/api/posts?page=%zz&q=%&r=%4")
        let query = FlaskQuery(request)
        #expect(query["page"] == "%zz" && query["q"] == "%" && query["r"] == "%4")
    }

    @Test
    func `a path without a query has no parameters`() throws {
        #expect(FlaskQuery(try .asking("GET", "/api/posts"))["page"] == nil)
        #expect(FlaskQuery(try .asking("GET", "/api/posts?"))["page"] == nil)
    }
}
