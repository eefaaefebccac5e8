import MockPostlyCrypto
import MockPostlyTestKit
import MockPostlyText
import MockPostlyWorld
import Testing

@testable import PostlyDialect

@Suite
struct GoogleIdentityTests {
    private static let now = Instant.frozen.seconds
    private static let times = #""iat":\#(now),"exp":\#(now + 3600)"#
    private static let good = #"{"iss":"accounts.google.com","sub":"1","email":"a@b.c",\#(times)}"#

    private func token(_ payload: String, header: String = "{}", signature: String = "AAAA")
        -> String
    {
        Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(payload.utf8)) + "."
            + signature
    }

    private func identity(_ token: String, audience: String? = nil) throws -> GoogleIdentity {
        try GoogleIdentity(GoogleToken(token), at: .frozen, audience: audience)
    }

    /// The words with which a token is refused; they must come with 401.
    private func words(_ token: String, audience: String? = nil) -> String? {
        let failure = refusal { try identity(token, audience: audience) }
        return failure?.status == 401 ? failure?.words : nil
    }

    @Test
    func `who a token speaks of`() throws {
        let plain = try identity(token(Self.good))
        #expect(plain.subject == "1" && plain.email == "a@b.c")
        #expect(plain.name == "" && plain.picture == "")
        let payload =
            #"{"iss":"https://accounts.google.com","sub":"1","email":"","name":"Zoë","#
            + #""picture":"p","aud":5,\#(Self.times)}"#
        let full = try identity(token(payload))
        #expect(full.email == "" && full.name == "Zoë" && full.picture == "p")
    }

    @Test(arguments: [
        ("not-a-jwt", "b'not-a-jwt'"), ("a.b", "b'a.b'"), ("a.b.c.d", "b'a.b.c.d'"),
        ("café", "b'caf\\xc3\\xa9'"), ("it's", "b\"it's\""), ("...", "b'...'"),
    ])
    func `three segments are needed`(token: String, shown: String) {
        #expect(words(token) == "Wrong number of segments in token: " + shown)
    }

    @Test
    func `a token longer than any is not looked into`() throws {
        let space = String(repeating: " ", count: 12_000)
        let longest = token(space + Self.good)
        let padding = String(repeating: "A", count: JWT.longest - longest.utf8.count)
        #expect(try identity(longest + padding).subject == "1")
        for token in [
            longest + padding + "A", String(repeating: "a", count: 1 << 20),
            String(repeating: ".", count: 1 << 20), String(repeating: "é", count: 1 << 20),
        ] {
            #expect(words(token) == "Could not verify token signature.")
        }
    }

    @Test(arguments: ["..", "a.b.c", "AAAA.AAAA.AAAA", "e30.e30.a", "e30.a.e30", "a.e30.e30"])
    func `segments that cannot be read are refused`(token: String) {
        #expect(words(token) != nil)
    }

    @Test(arguments: ["[]", "null", "5", "\"x\""])
    func `claims are an object`(payload: String) {
        #expect(words(token(payload)) != nil)
    }

    private static let early = "Check that your computer's clock is set correctly."
    private static let issuers =
        "Wrong issuer. 'iss' should be one of the following: "
        + "['accounts.google.com', 'https://accounts.google.com']"

    @Test(arguments: [
        ("{}", "Token does not contain required claim iat"),
        (#"{"exp":1}"#, "Token does not contain required claim iat"),
        (#"{"iat":1}"#, "Token does not contain required claim exp"),
        (
            #"{"iat":\#(now + 500),"exp":1}"#,
            "Token used too early, \(now) < \(now + 500). \(early)"
        ),
        (
            #"{"iat":\#(now).5,"exp":1}"#,
            "Token used too early, \(now) < \(now).5. \(early)"
        ),
        (
            #"{"iat":100000000000000000000,"exp":1}"#,
            "Token used too early, \(now) < 100000000000000000000. \(early)"
        ),
        (#"{"iat":1,"exp":\#(now - 1)}"#, "Token expired, \(now - 1) < \(now)"),
        (#"{"iat":1,"exp":\#(now - 1).5}"#, "Token expired, \(now - 1).5 < \(now)"),
        (#"{"iat":1,"exp":\#(now - 1).0}"#, "Token expired, \(now - 1).0 < \(now)"),
        (#"{\#(times)}"#, "'iss'"),
        (#"{"iss":"x",\#(times)}"#, issuers),
        (#"{"iss":null,\#(times)}"#, issuers),
        (#"{"iss":["accounts.google.com"],\#(times)}"#, issuers),
        (#"{"iss":"accounts.google.com",\#(times)}"#, "'sub'"),
        (#"{"iss":"accounts.google.com","email":"a",\#(times)}"#, "'sub'"),
        (#"{"iss":"accounts.google.com","sub":"1",\#(times)}"#, "'email'"),
    ])
    func `claims that are refused, in this order`(payload: String, expected: String) {
        #expect(words(token(payload)) == expected)
    }

    @Test(arguments: [
        #"{"iss":"accounts.google.com","sub":1,"email":"a",\#(times)}"#,
        #"{"iss":"accounts.google.com","sub":"1","email":null,\#(times)}"#,
        #"{"iss":"accounts.google.com","sub":"1","email":"a","name":5,\#(times)}"#,
        #"{"iss":"accounts.google.com","sub":"1","email":"a","iat":"1","exp":1}"#,
        #"{"iss":"accounts.google.com","sub":"1","email":"a","iat":1,"exp":null}"#,
    ])
    func `claims of another type are refused`(payload: String) {
        #expect(words(token(payload)) != nil)
    }

    @Test
    func `the second of the end still counts`() throws {
        for times in [#""iat":\#(Self.now),"exp":\#(Self.now)"#, #""iat":-1,"exp":1e99"#] {
            let payload = #"{"iss":"accounts.google.com","sub":"1","email":"a",\#(times)}"#
            #expect(try identity(token(payload)).subject == "1")
        }
    }

    @Test(arguments: [
        (#""aud":"A","#, "A"), ("", "None"), (#""aud":null,"#, "None"), (#""aud":5,"#, "5"),
    ])
    func `an audience is asked for when it is configured, after the times`(
        claim: String,
        shown: String
    ) throws {
        let payload = #"{\#(claim)\#(Self.times)}"#
        let expected = "Token has wrong audience \(shown), expected one of ['B']"
        #expect(words(token(payload), audience: "B") == expected)
        #expect(
            words(token(#"{\#(claim)"iat":1,"exp":1}"#), audience: "B")
                == "Token expired, 1 < \(Self.now)"
        )
        let right = #"{"aud":"B",\#(Self.good.dropFirst())"#
        #expect(try identity(token(right), audience: "B").subject == "1")
    }

    @Test
    func `header and signature only have to be readable`() throws {
        #expect(try identity(token(Self.good, header: "[]", signature: "")).subject == "1")
        #expect(words(token(Self.good, header: "no JSON")) != nil)
        #expect(words(token(Self.good, signature: "a")) != nil)
    }
}
