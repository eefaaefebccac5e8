import MockPostlyBodies
import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import MockPostlyJournal

@Suite
struct CurlFormTests {
    private func text(of request: Request, showsSecrets: Bool) -> String {
        let body = DecodedBody(of: request, sent: request.body.count, limit: 1000)
        return CurlForm.text(of: request, body, showsSecrets: showsSecrets)
    }

    @Test
    func `a command of curl, for a shell`() throws {
        let request = try Request.asking(
            "POST",
            "/api/posts?q=it's&token=abc",
            [("Authorization", "Bearer abc"), ("X-Empty", ""), ("Accept-Encoding", "gzip")],
            body: #"{"title":"it's"}"#
        )
        #expect(
            text(of: request, showsSecrets: true) == #"""
                curl -X POST 'http://localhost:8080/api/posts?q=it'\''s&token=abc' \#
                -H 'Authorization: Bearer abc' -H 'X-Empty;' --data-raw '{"title":"it'\''s"}'
                """#
        )
        let hidden = text(of: request, showsSecrets: false)
        #expect(hidden.contains("token=…") && hidden.contains("Bearer …"))
        let plain = text(of: try .asking("GET", "/posts/1"), showsSecrets: false)
        #expect(plain == "curl http://localhost:8080/posts/1")
    }

    @Test
    func `a body in UTF-16 is sent in UTF-8, by a field that says so`() throws {
        var request = try Request.asking(
            "POST",
            "/posts/add",
            [("Content-Type", "application/json; charset=UTF-16le; v=1")],
            body: "x"
        )
        request.body = #"{"a":1}"#.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let text = text(of: request, showsSecrets: true)
        #expect(text.contains("application/json; charset=utf-8; v=1"))
        #expect(text.hasSuffix(#"--data-raw '{"a":1}'"#))
    }
}
