import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import MockPostlyJournal

@Suite
struct RedactionTests {
    @Test(arguments: [
        ("Authorization", "Bearer abc.def", "Bearer …"), ("authorization", "abc", "…"),
        ("Cookie", "accessToken=abc; theme=dark", "accessToken=…; theme=…"),
        ("Set-Cookie", "accessToken=abc; Path=/; HttpOnly", "accessToken=…; Path=/; HttpOnly"),
        ("X-Api-Key", "abc", "abc"), ("X-Auth-Token", "abc", "…"), ("Accept", "*/*", "*/*"),
    ])
    func `fields`(name: String, value: String, shown: String) {
        #expect(Redaction.value(ofField: name, value) == shown)
    }

    @Test(arguments: [
        (#"{"email":"a@b.c","password":"p\"w"}"#, #"{"email":"a@b.c","password":"…"}"#),
        (
            #"{"user":{"token" : "t"},"n":[{"secret":12.5e3}]}"#,
            #"{"user":{"token" : "…"},"n":[{"secret":"…"}]}"#
        ),
        (#"{"accessToken":null,"tokens":["a"]}"#, #"{"accessToken":null,"tokens":["a"]}"#),
        (#"{"title":"password: x"}"#, #"{"title":"password: x"}"#),
        // Cut off in the middle, as long bodies are.
        (#"{"password":"half of it"#, #"{"password":"…""#),
        (#"[{"token":"#, #"[{"token":"#),
        ("plain password=1", "plain password=1"),
    ])
    func `JSON, whole or not`(body: String, shown: String) {
        let redacted = Redaction.body(Array(body.utf8), contentType: "application/json")
        #expect(String(decoding: redacted, as: UTF8.self) == shown)
    }

    @Test
    func `forms`() {
        let type = "application/x-www-form-urlencoded; charset=utf-8"
        let redacted = Redaction.body(Array("user=a&password=b".utf8), contentType: type)
        #expect(String(decoding: redacted, as: UTF8.self) == "user=a&password=…")
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
            CurlForm.text(of: request, showsSecrets: true) == #"""
                curl -X POST 'http://localhost:8080/api/posts?q=it'\''s&token=abc' \#
                -H 'Authorization: Bearer abc' -H 'X-Empty;' --data-raw '{"title":"it'\''s"}'
                """#
        )
        let hidden = CurlForm.text(of: request, showsSecrets: false)
        #expect(hidden.contains("token=…") && hidden.contains("Bearer …"))
        let plain = CurlForm.text(of: try .asking("GET", "/posts/1"), showsSecrets: false)
        #expect(plain == "curl http://localhost:8080/posts/1")
    }
}
