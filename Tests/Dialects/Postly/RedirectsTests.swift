import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import PostlyDialect

@Suite
struct RedirectsTests {
    @Test(arguments: [
        ("/api//posts", "/api/posts"), ("/api//posts/x//like", "/api/posts/x/like"),
        ("/a///b", "/a//b"), ("/a////b", "/a//b"), ("/api/posts//", "/api/posts/"), ("//", "/"),
    ])
    func `each pair of slashes becomes one`(path: String, expected: String) {
        let merged = Redirects.merged(Array(path.utf8)[...])
        #expect(merged == Array(expected.utf8))
    }

    @Test(arguments: ["", "/", "/api/posts", "/api/posts/"])
    func `a path without a pair stays`(path: String) {
        #expect(Redirects.merged(Array(path.utf8)[...]) == nil)
    }

    @Test
    func `the answer is the framework's page`() throws {
        let postly = try Postly.fresh()
        let response = try postly.answer("GET", "/api//posts?page=1&limit=2")
        #expect(response.status == 308)
        #expect(response["Content-Type"] == "text/html; charset=utf-8")
        #expect(response["Location"] == "http://localhost:8080/api/posts?page=1&limit=2")
        #expect(response["Access-Control-Allow-Origin"] == "*")
        #expect(response.body.count == 287)
        let shown = "http://localhost:8080/api/posts?page=1&amp;limit=2"
        let page = """
            <!doctype html>
            <html lang=en>
            <title>Redirecting...</title>
            <h1>Redirecting...</h1>
            <p>You should be redirected automatically to the target URL: \
            <a href="\(shown)">\(shown)</a>. If not, click the link.

            """
        #expect(response.text == page)
    }

    private func location(_ target: String, host: String = "h") throws -> String? {
        let response = try Postly.fresh().answer(.asking("GET", target, host: host))
        return response.status == 308 ? response["Location"] : nil
    }

    @Test(arguments: [
        ("/api//posts?", "http://h/api/posts"),
        ("/api/posts//like", "http://h/api/posts/like"),
        ("//api//posts", "http://h/api/posts"),
        ("/api//posts/a%20b", "http://h/api/posts/a%20b"),
        ("/api//posts/%C3%A9", "http://h/api/posts/%C3%A9"),
        ("/api//posts/a!$&'()*+,:;=@_.-~", "http://h/api/posts/a!$&'()*+,:;=@_.-~"),
        ("/api//posts/%22%3C%25", "http://h/api/posts/%22%3C%25"),
        ("/api/%2Fposts", "http://h/api/posts"),
        ("/api//posts?q=%C3%A9&x=<[|]>\"", "http://h/api/posts?q=%C3%A9&x=%3C%5B%7C%5D%3E%22"),
        ("http://Other:80/api//posts", "http://other/api/posts"),
    ])
    func `where it leads`(target: String, expected: String) throws {
        #expect(try location(target) == expected)
    }

    @Test(arguments: [("LocalHost:8080", "localhost:8080"), ("h:80", "h"), ("[::1]:80", "[::1]")])
    func `the host is the client's, in lower case and without the usual port`(
        host: String,
        expected: String
    ) throws {
        #expect(try location("/api//posts", host: host) == "http://\(expected)/api/posts")
    }

    @Test
    func `markup in the address is escaped in the page`() throws {
        let response = try Postly.fresh().answer("GET", "/api//posts?x='<\"&")
        #expect(response.text.contains("/api/posts?x=&#39;&lt;&#34;&amp;</a>"))
    }

    @Test(arguments: ["GET", "HEAD", "POST", "OPTIONS"])
    func `it is sent for every method that the path has, before token and body`(
        method: String
    ) throws {
        #expect(try Postly.fresh().answer(method, "/api//posts").status == 308)
    }

    @Test(arguments: [
        ("PUT", "/api//posts", 405), ("GET", "/api//nope", 404), ("GET", "/api///posts", 404),
        ("GET", "/api////posts", 404), ("GET", "/api/posts//", 404), ("GET", "/api/posts/", 404),
        ("GET", "/api/users//posts", 404), ("OPTIONS", "/api//nope", 404),
        ("GET", "///api/posts", 200), ("GET", "//", 200), ("PUT", "//api/posts", 405),
    ])
    func `what is no redirect`(method: String, target: String, status: Int) throws {
        #expect(try Postly.fresh().answer(method, target).status == status)
    }

    @Test
    func `a world's prefix stays in front`() throws {
        var request = try Request.asking("GET", "/w/one//api//posts", host: "h")
        request.dropPathPrefix(6)
        #expect(try Postly.fresh().answer(request)["Location"] == "http://h/w/one/api/posts")
    }
}
