import MockPostlyRecording
import Testing

@Suite("Secrets in paths and in lines of recordings")
struct PathAndLineTests {
    @Test(
        "a segment of a path without order is swapped behind a word that says what it is",
        arguments: [
            ("/reset/", "kqLmWxTzPdYvBnRs"), ("/reset/", "a8Kx2p"),
            ("/password/reset/", "qzvwkxcdthnp"), ("/invites/", "PLMOKNIJB7"),
            ("/reset-password/", "9f8d7c6b5a4e"), ("/verify_email/", "QwErTyUiOpAsDfGh"),
            ("/verify/", "483920"), ("/unsubscribe/", "mnbvcxzlkjhg"), ("/invites/", "P7LM2KN9JB"),
            ("/magic-link/", "nOtLoNg9"), ("/token/", "0f9e8d7c6b5a"), ("/img/", "s--Ab3dEf9h--"),
            ("/dl/", "d41d8cd98f00b204e9800998ecf8427e00112233"),
            ("/hooks/T00000000/B00000000/", "XxQk92LmVb73TzPw"),
        ]
    )
    func segments(before: String, secret: String) throws {
        var archive = Archive()
        archive.add("GET", before + secret, 200, "{}")
        let link = "https://a.example\(before)\(secret)"
        archive.add("GET", "/links", 200, #"{"next":"\#(link)","text":"Go to \#(link) now"}"#)
        let text = try Recording(archive: archive.bytes).text
        #expect(!text.contains(secret), "\(text)")
        #expect(text.contains("https://a.example\(before)"), "\(text)")
    }

    @Test(
        "a segment that is a word, an id or a version stays",
        arguments: [
            "/reset/password", "/sessions/current", "/share/articles", "/verify/email-address",
            "/invites/12345", "/users/12345/sessions", "/v2/services/typescript", "/join/us-2",
            "/commits/d41d8cd98f00b204e9800998ecf8427e00112233", "/posts/2026-01-02/tide",
        ]
    )
    func plainSegments(path: String) throws {
        var archive = Archive()
        archive.add("GET", path, 200, "{}")
        let link = "https://a.example\(path)"
        archive.add("GET", "/links", 200, #"{"next":"\#(link)","text":"Go to \#(link) now"}"#)
        let text = try Recording(archive: archive.bytes).text
        #expect(text.split(separator: path).count > 3, "\(text)")
    }

    @Test(
        "a secret of several words or lines in YAML is swapped",
        arguments: [
            "password: correct horse battery staple", "- token: one horse two horse",
            "a:\n  secret: purple horse # a note\n  b: 1", "api_key: one horse three\r\nb: 2",
            "passphrase: >\n  folded horse\n  and more horse\nb: 1",
            "password = 'blue horse'", #"a = 1\#nclient_secret  =  "two horse""#,
            #"password: "blue \" horse \n and horse""#, #"secret: "\"horse""#,
            "[db]\nuser = a\npassword = bluehorse", "token = blue&horse-7 # a note\nb: 1",
            "client_secret = bluehorse==\nb: 1",
            "password: &pw bluehorse\nother: *pw\nb: 1", "secret: !!str &s bluehorse # a note",
            "secret: &s |\n  two horse\n  three horse\nb: 1", "secret: &s 'one horse'",
            "a:\n  private_key: |-\n    two horse\n\n    three horse\n  b: 1",
        ]
    )
    func linesOfYAML(body: String) throws {
        let text = try MaskingTests.masked(body + "\n", "application/yaml")
        #expect(!text.contains("horse"), "\(text)")
        if body.contains("b: ") { #expect(text.contains("b: "), "\(text)") }
        if body.contains("# a note") { #expect(text.contains(" # a note"), "\(text)") }
    }

    /// Each line is looked at once for eight blocks around it, and not for thousands.
    @Test func `blocks inside of blocks are swapped with the outermost`() throws {
        var body = ""
        for indent in 0..<2_000 {
            body += String(repeating: " ", count: indent) + "password: |\n"
        }
        body += String(repeating: " ", count: 2_000) + "one horse\nb: 1\n"
        let text = try MaskingTests.masked(body, "application/yaml")
        #expect(!text.contains("horse") && text.contains("b: 1"))
    }

    @Test(
        "a sentence about a password stays",
        arguments: [
            "if (token == null) { token = fetchToken(); }\n", "token = fetchToken();\n",
            "password = a + b\n", "Password: must have eight letters\n",
            "password: must not be empty\n",
            "Token: the one that you have got\n", "name: Ada of the sea\nnote: low tide\n",
        ]
    )
    func sentences(body: String) throws {
        #expect(try MaskingTests.masked(body, "text/plain") == body)
    }
}
