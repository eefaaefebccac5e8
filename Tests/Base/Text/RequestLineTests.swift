import MockPostlyText
import Testing

@Suite struct RequestLineTests {
    @Test(arguments: [
        ("GET /api/posts/*", ["method GET", "path /api/posts/*"]),
        (" M-SEARCH  /a ", ["method M-SEARCH", "path /a"]), ("/api/**", ["path /api/**"]),
        ("POST", ["method POST"]),
    ])
    func `a method, a path or both`(text: String, members: [String]) {
        #expect(RequestLine(text)?.members.map { "\($0) \($1)" } == members)
    }

    @Test(arguments: ["", " ", "get /a", "GET a", "GET /a b", "/a GET", "GET POST /a"])
    func `another text is none`(text: String) {
        #expect(RequestLine(text) == nil)
    }
}
