import MockPostlyBodies
import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@Suite
struct RedactionTests {
    @Test(arguments: [
        "password", "newPassword", "PASS-WD", "user[pwd]", "user.pwd", "access_token", "idToken",
        "X-Api-Key", "api_key", "X-Auth", "X-Auth-Token", "client_secret", "code", "login_code",
        "LoginCode", "code_verifier", "otp", "key", "auth", "PHPSESSID", "X-CSRF-Token",
    ])
    func `names of secrets, whatever their case and marks`(name: String) {
        #expect(SecretName.isSecret(name))
    }

    @Test(arguments: [
        "keyword", "title", "author", "authors", "codec", "countryCode", "status_code", "passenger",
        "x-trace", "tags", "path",
    ])
    func `names of what is shown`(name: String) {
        #expect(!SecretName.isSecret(name))
    }

    // MARK: Fields

    @Test(arguments: [
        ("Authorization", "Bearer abc.def", "Bearer …"), ("authorization", "abc", "…"),
        ("Cookie", "accessToken=abc; theme=dark", "accessToken=…; theme=…"),
        ("Cookie", "abc", "…"), ("Cookie", "a=b; abc", "a=…; …"),
        ("Set-Cookie", "accessToken=abc; Path=/; HttpOnly", "accessToken=…; Path=/; HttpOnly"),
        ("Set-Cookie", "abc; Path=/", "…; Path=/"),
        ("X-Api-Key", "abc", "…"), ("X-Auth", "abc", "…"), ("X-Auth-Token", "abc", "…"),
        ("Accept", "*/*", "*/*"),
        ("Content-Type", "text/plain; charset=utf-8", "text/plain; charset=utf-8"),
        ("Referer", "http://a.b/c?x=1&token=abc", "http://a.b/c?x=1&token=…"),
        ("Location", "app://cb#access_token=a.b&x=1", "app://cb#access_token=…&x=1"),
        ("Location", "/cb?code=4/abc&state=x", "/cb?code=…&state=x"),
        ("Link", "<http://a/?jwt=b>; rel=next", "<http://a/?jwt=…>; rel=next"),
        ("Refresh", "0; url=/a?password=b", "0; url=/a?password=…"),
        ("Referer", "https://mira:sol@a.b/c", "https://mira:…@a.b/c"),
        (
            "Sec-WebSocket-Protocol", "phoenix, base64url.bearer.phx.YWJj", "phoenix, …"
        ),
    ])
    func `fields`(name: String, value: String, shown: String) {
        #expect(Redaction.value(ofField: name, value) == shown)
    }

    // MARK: Addresses

    @Test(arguments: [
        ("/", "/"), ("/api/posts?page=2&limit=3", "/api/posts?page=2&limit=3"),
        ("/?", "/?"), ("/?&&", "/?&&"), ("/?token", "/?token"), ("/?token=", "/?token=…"),
        ("/?token=abc&page=2", "/?token=…&page=2"), ("/?page=2&Token=abc", "/?page=2&Token=…"),
        ("/?access_token=a=b&x", "/?access_token=…&x"), ("/?id_token=a", "/?id_token=…"),
        ("/?PASSWORD=a&passwd=b", "/?PASSWORD=…&passwd=…"), ("/?jwt=a", "/?jwt=…"),
        ("/?client_secret=a&key=b", "/?client_secret=…&key=…"), ("/?api_key=a", "/?api_key=…"),
        ("/?t%6Fken=a", "/?t%6Fken=…"), ("/?new+password=a", "/?new+password=…"),
        ("/?keyword=a&q=token", "/?keyword=a&q=token"), ("/?x=?token=a", "/?x=?token=…"),
        ("/?token=\u{301}abc", "/?token=…"), ("/?a&\u{301}token=abc", "/?a&\u{301}token=…"),
        ("/token=abc", "/token=…"), ("/?q=%0A", "/?q=%0A"), ("/?q=\u{9B}", "/?q=\\u{9b}"),
        ("/a;token=b?c", "/a;token=…?c"), ("/a=1&jwt=b/c?d", "/a=1&jwt=…/c?d"),
        ("/a/?b=/jwt=c", "/a/?b=/jwt=…"), ("/?a=1;password=b;c", "/?a=1;password=…"),
        ("/cb?state=x&code=4/abc", "/cb?state=x&code=…"), ("/?login_code=123456", "/?login_code=…"),
        ("/?to=https%3A%2F%2Fa%2F%3Ftoken%3Db&x=1", "/?to=…&x=1"),
        ("http://mira:sol@a/b?c", "http://mira:…@a/b?c"), ("/@a:b@c", "/@a:b@c"),
    ])
    func `targets`(target: String, shown: String) {
        #expect(Array(Redaction.target(Array(target.utf8)[...]).utf8) == Array(shown.utf8))
        // The place of the target in what was received must not matter.
        let line = Array("GET \(target)".utf8)
        #expect(Redaction.target(line[4...]).utf8.elementsEqual(shown.utf8))
    }

    // MARK: Bodies

    private func shown(_ body: String, _ type: String? = nil, coding: String? = nil) throws
        -> String
    {
        var fields: [(String, String)] = []
        if let type { fields.append(("Content-Type", type)) }
        if let coding { fields.append(("Content-Encoding", coding)) }
        let request = try Request.asking("POST", "/", fields, body: body)
        let decoded = DecodedBody(of: request, sent: request.body.count, limit: 1 << 20)
        return String(decoding: Redaction.body(decoded), as: UTF8.self)
    }

    @Test(arguments: [
        (#"{"email":"a@b.c","password":"p\"w"}"#, #"{"email":"a@b.c","password":"…"}"#),
        (
            #"{"user":{"token" : "t"},"n":[{"secret":12.5e3}]}"#,
            #"{"user":{"token" : "…"},"n":[{"secret":"…"}]}"#
        ),
        (#"{"accessToken":null,"tokens":["a",1]}"#, #"{"accessToken":null,"tokens":["…","…"]}"#),
        (
            #"{"token":{"value":"a","of":[{"b":1}]},"x":"y"}"#,
            #"{"token":{"value":"…","of":[{"b":"…"}]},"x":"y"}"#
        ),
        (#"{"pass\u0077ord":"a","pwd":"b"}"#, #"{"pass\u0077ord":"…","pwd":"…"}"#),
        (#"{"title":"password: x","q":"token"}"#, #"{"title":"password: x","q":"token"}"#),
        (
            #"["1","2","feed","phx_join",{"token":"a"}]"#,
            #"["1","2","feed","phx_join",{"token":"…"}]"#
        ),
        (#"{"code":"Not Found","status":404}"#, #"{"code":"Not Found","status":404}"#),
        (#"{"code":"4/0AX","a":{"code":123456}}"#, #"{"code":"…","a":{"code":"…"}}"#),
        (#"{"text":"{\"token\":\"a\"}"}"#, #"{"text":"{\"token\":\"…\"}"}"#),
        (#"{"url":"https://a/?token=b"}"#, #"{"url":"https://a/?token=…"}"#),
        // Cut off in the middle, as long bodies are.
        (#"{"password":"half of it"#, #"{"password":"…""#),
        (#"[{"token":"#, #"[{"token":"#),
        // No JSON.
        ("{password: abc def, a: 1}", #"{password: "…" "…", a: 1}"#),
        ("{'password': 'a', 'b': 'c'}", #"{'password': "…", 'b': 'c'}"#),
        (#"{"password" "a" "b":"c", "d":"e"}"#, #"{"password" "…" "…":"…", "d":"e"}"#),
        (#"{"password"="a"}"#, #"{"password"="…"}"#),
        (#"{"user":"x", password":"p"}"#, #"{"user":"x", password"…""…""…""#),
    ])
    func `JSON, whole or not`(body: String, shown: String) throws {
        #expect(try self.shown(body, "application/json") == shown)
        // curl sends JSON as a form unless it is told otherwise.
        #expect(try !self.shown(body, "application/x-www-form-urlencoded").contains("def"))
        #expect(try self.shown("\u{FEFF}" + body, "application/json") == shown)
    }

    @Test(arguments: [
        (
            "user=a&password=b;c&d=e", "application/x-www-form-urlencoded; charset=utf-8",
            "user=a&password=…&d=e"
        ),
        ("user=a&pass%77ord=b", nil, "user=a&pass%77ord=…"),
        ("user=a&password=b c\r\nx=y", "text/plain", "user=a&password=…\r\nx=y"),
        ("a text about nothing", "text/plain", "a text about nothing"),
        ("<a href=\"?token=1\">", "text/html", "<a href=\"?token=1\">"),
    ])
    func `forms, with and without a type`(body: String, type: String?, shown: String) throws {
        #expect(try self.shown(body, type) == shown)
    }

    private let form = """
        --B\r
        Content-Disposition: form-data; name="title"\r
        \r
        password=1\r
        --B\r
        Content-Disposition: form-data; name="user[password]"\r
        \r
        abc\r
        --B\r
        Content-Disposition: form-data; name="data"\r
        Content-Type: application/json\r
        \r
        {"token":"abc"}\r
        --B\r
        Content-Disposition: form-data; name="file"; filename="a.txt"\r
        \r
        a=b
        """

    @Test(arguments: ["multipart/form-data; boundary=B", "multipart/form-data", nil])
    func `multipart, whole and cut off, with and without its boundary`(type: String?) throws {
        for body in [form, form + "\r\n--B--\r\n"] {
            let shown = try shown(body, type)
            #expect(!shown.contains("abc") && !shown.contains("password=1"))
            #expect(shown.contains("\r\n\r\n…\r\n--B") && shown.contains("a=b"))
        }
        let broken = form + "\r\n--B\r\nnothing\r\n\r\nabc\r\n--B--\r\n"
        #expect(try !shown(broken, type).contains("abc"))
    }

    @Test
    func `a body whose coding is not known is hidden as a whole`() throws {
        #expect(try shown(#"{"a":1}"#, "application/json", coding: "zstd") == "…")
        #expect(try shown(#"{"a":1}"#, "application/json", coding: "gzip") == "…")
        #expect(try shown(#"{"a":1}"#, "application/json", coding: "identity") == #"{"a":1}"#)
    }

    @Test
    func `many marks of addresses take no time`() throws {
        let body = String(repeating: "@:/=%3D", count: 10_000)
        #expect(try shown(body, "text/plain").utf8.count > 60_000)
    }
}
