import MockPostlyCrypto
import MockPostlyJSON
import MockPostlyRecording
import MockPostlyText
import Testing

@Suite("Secrets in recordings")
struct MaskingTests {
    private static func token(_ claims: String) -> String {
        JWT.sign(payload: Array(claims.utf8), key: HMACSHA256(key: [1, 2, 3]))
    }

    private static func base64(_ text: String) -> String { Base64.encode(Array(text.utf8)) }

    /// Forty secrets, each of which stands at one place of the archive below.
    private static let secrets = [
        "querytoken4711abc", "apikeyinquery99x", "signature0815xyz", "encodedinquery77k",
        "headerkey1234abcd", "bearertoken5678ef", "basicpassw0rd", "cookiesession9abc",
        "setcookievalue3de", "csrfheader8fgh", "refererT0ken55ab", "locationcode8812z",
        "jsonpassw0rd!", "nestedAccess2kk", "listedKey3mmmm", "refresh4nnnnnn", "numbered",
        "58273946", "innerjson5ppppp", "objectsecret6q", "formpassw0rd7", "formnested8rr",
        "multipartpass9s", "multiparttok3nt", "ada.lovelace@analytic.org",
        "grace%40hopper.mil", "charles.babbage@engine.uk", "Ottilie Quatermain",
        "Zebulon", "Wilhelmina", "claimmail@jwtplace.io", "Hypatia Alexandrine",
        "base64mail@hidden.io", "base64passw0rd4u", "sk_live_51HxYzAbCdEfGh",
        "ghp_A1b2C3d4E5f6G7h8I9", "AKIAIOSFODNN7EXAMPLE", "MIIEvQIBADANBgkqhkiG", "urluserpass5v",
        "htmlcsrfvalue6w",
    ]

    private static func archive() -> Archive {
        var archive = Archive()
        let inner = "https%3A%2F%2Fa.example%2F%3Ftoken%3Dencodedinquery77k"
        archive.add(
            "GET",
            "/a?token=querytoken4711abc&api_key=apikeyinquery99x&signature=signature0815xyz"
                + "&next=\(inner)&who=grace%40hopper.mil",
            200,
            #"{"fine":true}"#,
            fields: [
                ("set-cookie", "sid=setcookievalue3de; Path=/; HttpOnly"),
                ("location", "https://api.example.net/done?code=locationcode8812z"),
            ],
            sentFields: [
                ("X-Api-Key", "headerkey1234abcd"), ("Authorization", "Bearer bearertoken5678ef"),
                ("Cookie", "theme=dark; session=cookiesession9abc"),
                ("X-CSRF-Token", "csrfheader8fgh"),
                ("Referer", "https://api.example.net/?access_token=refererT0ken55ab"),
            ]
        )
        let hidden = base64(#"{"email":"base64mail@hidden.io","password":"base64passw0rd4u"}"#)
        archive.add(
            "GET",
            "/b",
            200,
            #"""
            {"password":"jsonpassw0rd!","deep":{"accessToken":"nestedAccess2kk"},
             "apiKeys":["listedKey3mmmm"],"session":{"refresh_token":"refresh4nnnnnn"},
             "pin_secret":58273946,"raw":"{\"token\":\"innerjson5ppppp\"}",
             "credentials":{"value":"objectsecret6q"},"jwt":"numbered.secret.text",
             "mail":"Write to charles.babbage@engine.uk now",
             "data":"\#(hidden)",
             "note":"use sk_live_51HxYzAbCdEfGh or ghp_A1b2C3d4E5f6G7h8I9, AKIAIOSFODNN7EXAMPLE",
             "pem":"-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG\n-----END PRIVATE KEY-----",
             "link":"https://bob:urluserpass5v@files.example/x"}
            """#,
            sentFields: [("Authorization", "Basic \(base64("bob:basicpassw0rd"))")]
        )
        let claims = #"{"email":"claimmail@jwtplace.io","name":"Hypatia Alexandrine","sub":"7"}"#
        archive.add(
            "POST",
            "/c",
            200,
            #"{"id_token":"\#(token(claims))"}"#,
            sent: "user[password]=formpassw0rd7&opt%5Bauth_token%5D=formnested8rr",
            as: "application/x-www-form-urlencoded"
        )
        archive.add(
            "POST",
            "/d",
            200,
            #"""
            {"author":{"name":"Ottilie Quatermain"},"email":"ada.lovelace@analytic.org",
             "firstName":"Zebulon","lastName":"Wilhelmina",
             "text":"Thanks, Zebulon! Yours, Ottilie Quatermain"}
            """#,
            sent:
                "--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nmultipartpass9s\r\n"
                + "--B\r\nContent-Disposition: form-data; name=\"json\"\r\n\r\n"
                + "{\"token\":\"multiparttok3nt\"}\r\n--B--\r\n",
            as: "multipart/form-data; boundary=B"
        )
        archive.add(
            "GET",
            "/users/ada.lovelace@analytic.org/querytoken4711abc",
            200,
            #"<input type="hidden" name="csrf_token" value="htmlcsrfvalue6w"> ottilie-quatermain"#,
            type: "text/html"
        )
        return archive
    }

    /// Whether `text` has a secret, in plain letters or within any text in base64.
    private static func has(_ text: String, _ secret: String) -> Bool {
        if text.lowercased().contains(secret.lowercased()) { return true }
        // Three bytes are four signs, so it looks different behind no, one and two other bytes.
        return (0...2).contains { offset in
            let bytes = Array(repeating: 0, count: offset) + Array(secret.utf8)
            let signs = Base64.encode(bytes).prefix(bytes.count * 4 / 3)
            return text.contains(signs.dropFirst([0, 2, 3][offset]))
        }
    }

    @Test("no file has one of forty secrets, in any coding")
    func nothingIsLeft() throws {
        #expect(Self.secrets.count == 40)
        let archive = Self.archive()
        // Each of them is in the archive, so that the test cannot pass for want of them.
        let given = String(decoding: archive.bytes, as: UTF8.self)
        #expect(Self.secrets.filter { !Self.has(given, $0) } == [])
        let recording = try Recording(archive: archive.bytes)
        #expect(recording.files.count == 5)
        let text = recording.text
        #expect(Self.secrets.filter { Self.has(text, $0) } == [])
        #expect(!text.lowercased().contains("ottilie-quatermain"))
    }

    @Test("an answer that repeats its request has none of its secrets")
    func echo() throws {
        let secrets = ["query4711abc", "bearer5678ef", "basicpassw0rd", "cookie9abc", "form77word"]
        let form = "user=x&password=\(secrets[4])"
        let basic = Self.base64("bob:\(secrets[2])")
        let part =
            "--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(secrets[4])\r\n--B--"
        var archive = Archive()
        archive.add(
            "POST",
            "/anything?token=\(secrets[0])",
            200,
            """
            {"headers":{"Authorization":"Bearer \(secrets[1])","Proxy-Authorization":"Basic \(basic)",
            "Cookie":"theme=dark; session=\(secrets[3])"},"data":\(quoted(form)),
            "coded":"\(Self.base64(form))","parts":\(quoted(part)),"partsCoded":"\(Self.base64(part))",
            "url":"https://api.example.net/anything?token=\(secrets[0])",
            "curl":"curl -u bob:\(secrets[2]) -H 'Authorization: Bearer \(secrets[1])' https://a.example"}
            """
        )
        let text = try Recording(archive: archive.bytes).text
        #expect(secrets.filter { Self.has(text, $0) } == [])
    }

    @Test("a value is swapped for the same one everywhere")
    func relationsHold() throws {
        var archive = Archive()
        archive.add(
            "POST",
            "/login",
            200,
            #"{"token":"Zx81-0123456789abcdef","user":{"username":"ottilie7","email":"o@quater.org"}}"#
        )
        archive.add("GET", "/session/Zx81-0123456789abcdef?mail=o%40quater.org", 200, "{}")
        archive.add("GET", "/people/ottilie7/photo", 200, #"{"of":"o@quater.org"}"#)
        let recording = try Recording(archive: archive.bytes)
        let body = try recording.stub("POST /login")["response"]?["jsonBody"]
        let token = try #require(body?["token"]?.string)
        let mail = try #require(body?["user"]?["email"]?.string)
        let name = try #require(body?["user"]?["username"]?.string)
        #expect(token != "Zx81-0123456789abcdef" && token.count == 21)
        #expect(mail == "person-1@example.com")
        let session = try recording.stub("GET /session/\(token)")
        #expect(session["request"]?["queryParameters"]?["mail"]?["equalTo"]?.string == mail)
        let photo = try recording.stub("GET /people/\(name)/photo")
        #expect(photo["response"]?["jsonBody"]?["of"]?.string == mail)
    }

    @Test("a JSON Web Token is made anew with swapped claims, its times and ids as they were")
    func claims() throws {
        var archive = Archive()
        let token = Self.token(#"{"sub":"7","email":"o@quater.org","exp":1767225600}"#)
        archive.add("POST", "/login", 200, #"{"accessToken":"\#(token)"}"#)
        let recording = try Recording(archive: archive.bytes)
        let body = try recording.stub("POST /login")["response"]?["jsonBody"]
        let new = try #require(body?["accessToken"]?.string)
        #expect(new != token)
        let claims = try #require(JWT.split(Array(new.utf8))?.decodedPayload())
        #expect(
            String(decoding: claims, as: UTF8.self)
                == #"{"sub":"7","email":"person-1@example.com","exp":1767225600}"#
        )
    }

    @Test("the values of a field that is kept stay wherever they stand")
    func keeps() throws {
        var archive = Archive()
        let body = #"{"E-Mail":"o@quater.org","text":"o@quater.org, p@quater.org"}"#
        archive.add("GET", "/a", 200, body)
        let recording = try Recording(archive: archive.bytes, .init(keeping: ["email"]))
        let shown = try recording.stub("GET /a")["response"]?["jsonBody"]
        #expect(shown?["E-Mail"]?.string == "o@quater.org")
        #expect(shown?["text"]?.string == "o@quater.org, person-1@example.com")
    }

    static func masked(_ body: String, _ type: String = "text/plain") throws -> String {
        var archive = Archive()
        archive.add("GET", "/a", 200, body, type: type)
        let response = try #require(
            try Recording(archive: archive.bytes).stub("GET /a")["response"]
        )
        if let text = response["body"]?.string { return text }
        var json = JSONWriter(escaping: .utf8)
        json.value(try #require(response["jsonBody"]))
        return String(decoding: json.finish(), as: UTF8.self)
    }

    @Test(
        "names and secrets are found in texts of other forms",
        arguments: [
            (
                "application/x-ndjson",
                "{\"firstName\":\"Zebulon\",\"pin\":4711}\n{\"token\":\"abc12345\"}\n",
                ["Zebulon", "4711", "abc12345"]
            ),
            (
                "text/event-stream",
                "event: a\ndata: {\"author\":{\"name\":\"Ottilie Quatermain\"}}\n\n",
                ["Ottilie", "Quatermain"]
            ),
            ("text/javascript", "show({\"lastName\":\"Quatermain\"});", ["Quatermain"]),
            (
                "text/javascript", "var user = {firstName: 'Zebulon', pin: \"4711\"}",
                ["Zebulon", "4711"]
            ),
            (
                "application/xml",
                "<people><author id=\"7\"><name>Ottilie Quatermain</name></author>"
                    + "<x:firstName><![CDATA[Zebulon]]></x:firstName><y lastName='Hopper'/></people>",
                ["Ottilie", "Quatermain", "Zebulon", "Hopper"]
            ),
            (
                "application/xml",
                "<session>48a1b5c2</session><apiKey>\n  abcdefgh\n</apiKey>",
                ["48a1b5c2", "abcdefgh"]
            ),
            (
                "text/html",
                "<form><input type=hidden name=csrf value=abcd1234><input name='password' "
                    + "value='hunter'><input name=email value=ada@quater.org>"
                    + "<input name=name value=\"Ada\"></form><p itemprop=author>Ada Quatermain</p>",
                ["abcd1234", "hunter", "quater.org", "Ada"]
            ),
            (
                "text/csv",
                "id,email,name,pin\r\n7,ada@quater.org,\"Quatermain, Ada\",4711\r\n",
                ["ada@quater.org", "Quatermain", "4711"]
            ),
            (
                "application/json", "{\"firstName\":\"Zebulon\",\"pin\":\"4711\"",
                ["Zebulon", "4711"]
            ),
            (
                "text/plain", "ada@localhost, ada&#64;quater.org, o'brien@quater.org",
                [
                    "ada", "quater", "o'brien",
                ]
            ),
        ]
    )
    func otherForms(type: String, body: String, secrets: [String]) throws {
        let text = try Self.masked(body, type)
        #expect(secrets.allSatisfy { !text.contains($0) }, "\(text)")
    }

    @Test(
        "secrets under names with other meanings, and under none, are swapped",
        arguments: [
            (#"{"sig":"0a1b2c3d4e5f"}"#, "0a1b2c3d4e5f"), (#"{"pin":"4711"}"#, "4711"),
            (#"{"nonce":"abcdefgh"}"#, "abcdefgh"), (#"{"bearer":"abcdefgh"}"#, "abcdefgh"),
            (#"{"session":"s3ss10nvalue"}"#, "s3ss10nvalue"), (#"{"salt":"x8Fj2kQ"}"#, "x8Fj2kQ"),
            (#"{"hash":"5f4dcc3b5aa765d6"}"#, "5f4dcc3b5aa765d6"), (#"{"pin":4711}"#, "4711"),
            (#"{"sessionId":48151623}"#, "48151623"), (#"{"cvv":123}"#, "123"),
            (#"{"secret":-1234.75}"#, "1234"), (#"{"secret":4711e3}"#, "4711"),
            (#"{"email":"ada@intranet"}"#, "ada@intranet"),
            (#"{"list":[{"name":"X-Api-Key","value":"abcdefgh"}]}"#, "abcdefgh"),
            (#"{"fields":[["X-Api-Key","abcd-1234"],["Accept","a"]]}"#, "abcd-1234"),
            (#"{"card":{"number":"4111 1111 1111 1111"}}"#, "4111 1111 1111 1111"),
            (#"{"pinCode":"9921"}"#, "9921"), (#"{"otp":314}"#, "314"),
            (#"{"code":48213}"#, "48213"),
            (#"{"x":"q7Rk2LmZ9vTb4XcW8nYp1JdF"}"#, "q7Rk2LmZ9vTb4XcW8nYp1JdF"),
        ]
    )
    func otherNames(body: String, secret: String) throws {
        let text = try Self.masked(body, "application/json")
        #expect(!text.contains(secret), "\(text)")
        #expect(try JSON(parsing: Array(text.utf8)).root.count == 1)
    }

    @Test(
        "texts that repeat a beginning are gone through once",
        .timeLimit(.minutes(1)),
        arguments: [
            "a:", "a=", "token=", "-----BEGIN ", "AKIA0123456789ABCDEF/", "<b></i>", "//x@",
            "<!--", "<script>", "<!--<script>",
        ]
    )
    func repeated(piece: String) throws {
        let text = String(repeating: piece, count: 8000)
        #expect(try !Self.masked(text).isEmpty)
        #expect(try !Self.masked(text, "text/csv").isEmpty)
    }

    @Test("a field of a head with a session, and its name in a path, are swapped")
    func sessionFields() throws {
        var archive = Archive()
        archive.add(
            "GET",
            "/a",
            200,
            "{}",
            fields: [("X-Session", "abcd9876"), ("X-Sig", "deadbeef1")]
        )
        let text = try Recording(archive: archive.bytes).text
        #expect(!text.contains("abcd9876") && !text.contains("deadbeef1"))
    }

    @Test(
        "what is no secret stays",
        arguments: [
            #"{"token_type":"Bearer","expires_in":900,"passwordChangedAt":"2026-11-01T10:00:00Z"}"#,
            #"{"code":404,"pass":120,"key":100}"#, #"{"code":200,"data":{"id":1}}"#,
            #"{"sessionCount":4711,"sessionExpiresAt":1767225600,"sessionDuration":"45min"}"#,
            #"{"sessionTitle":"Rust2Swift","sessionTimeout":3600,"sessions":12000}"#,
            #"{"code":"not_found","country":{"code":"DE"},"max_tokens":4096}"#,
            #"{"id":7,"name":"Chair","slug":"chair-7","tags":["oak"],"total":1.50}"#,
            #"{"text":"a = b; see https://example.com/a?page=2&sort=name","time":"10:20:30"}"#,
            #"{"session":"Morning keynote","hash":"/top","digest":"weekly","salt":"1 tsp"}"#,
            #"{"login_count":4711,"max_tokens":4096,"tokens_used":1234,"mapPins":1500}"#,
            #"{"sizes":["4111111111111112","12"],"pairs":[["secret santa","tree"],["a","key"]]}"#,
            #"{"icon":"/a/logo@2x.png","of":"react@18.2.0","see":"@scope/pkg@latest"}"#,
            #"{"_id":"66eb5d3a9c1f4e0012345678","photoId":"q7Rk2LmZ9vTb4XcW8nYp1JdF","design":"S4M"}"#,
            #"{"html":"<p class=\"note\">Low <b>tide</b> at 7</p>","name":"weight","value":"7 kg"}"#,
        ]
    )
    func staysAsItIs(body: String) throws {
        var archive = Archive()
        archive.add("GET", "/a", 200, body)
        let recording = try Recording(archive: archive.bytes)
        let shown = try #require(try recording.stub("GET /a")["response"]?["jsonBody"])
        var json = JSONWriter(escaping: .utf8)
        json.value(shown)
        #expect(String(decoding: json.finish(), as: UTF8.self) == body)
    }
}
