import MockPostlyCrypto
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyText
import MockPostlyWorld
import Testing

@testable import PostlyDialect

@Suite
struct TokensTests {
    private let world: TimeAndChance
    private let tokens: Tokens
    private let key = HMACSHA256(key: Array("secret".utf8))
    /// The whole second that the clock shows.
    private static let now = Instant.frozen.seconds

    init() {
        world = TimeAndChance(name: "default", clock: .frozen(at: .frozen), randomSeed: 1)
        tokens = Tokens(secret: "secret", world: world)
    }

    private func user(_ token: String) throws -> String {
        let request = try Request.asking("GET", "/", [("Authorization", "Bearer " + token)])
        return try tokens.user(of: request).text
    }

    /// A token with this header and payload and a good signature.
    private func signed(header: String = #"{"alg":"HS256"}"#, _ payload: String) -> String {
        JWT.sign(header: Array(header.utf8), payload: Array(payload.utf8), key: key)
    }

    @Test
    func `a token longer than any is not looked into`() throws {
        func token(_ blanks: Int) -> String {
            signed(String(repeating: " ", count: blanks) + #"{"sub":"1","jti":"1"}"#)
        }
        let room = (JWT.longest - token(0).utf8.count) / 4 * 3
        #expect(try user(token(room)) == "1")
        #expect(token(room + 6).utf8.count > JWT.longest)
        #expect(words(token(room + 6)) == "Signature verification failed")
    }

    private func refused(_ words: String) -> Failure { Failure(token: 422, words) }

    /// The words with which `token` is refused; they must come with 422.
    private func words(_ token: String) -> String? {
        guard let failure = refusal({ try user(token) }), failure == refused(failure.words) else {
            return nil
        }
        return failure.words
    }

    // MARK: Issuing

    @Test
    func `an issued token has the original's claims in its order`() throws {
        let token = tokens.issue(for: "6b01694b2b61691306b805e5")
        let parts = try #require(JWT.split(Array(token.utf8)))
        #expect(parts.decodedHeader() == Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
        let payload = String(decoding: try #require(parts.decodedPayload()), as: UTF8.self)
        let pattern =
            #/\{"fresh":false,"iat":1771072496,"jti":"([-0-9a-f]{36})","type":"access",/#
        let rest = try #require(try pattern.prefixMatch(in: payload))
        let tail =
            #/"sub":"6b01694b2b61691306b805e5","nbf":1771072496,"csrf":"([-0-9a-f]{36})",/#
        let second = try #require(try tail.prefixMatch(in: payload[rest.range.upperBound...]))
        #expect(payload[second.range.upperBound...] == #""exp":1771677296}"#)
        #expect(rest.1 != second.1)
        for uuid in [rest.1, second.1] {
            let characters = Array(uuid)
            #expect(characters[14] == "4" && "89ab".contains(characters[19]))
        }
        #expect(try user(token) == "6b01694b2b61691306b805e5")
    }

    @Test
    func `a token ends after its lifetime, to the second`() throws {
        let token = tokens.issue(for: "a", lifetime: .seconds(60))
        world.clock.freeze(at: Instant(seconds: Self.now + 60) - .microseconds(1))
        #expect(try user(token) == "a")
        world.clock.freeze(at: Instant(seconds: Self.now + 60))
        #expect(refusal { try user(token) } == Failure(token: 401, "Token has expired"))
    }

    @Test
    func `a token of another secret is none, and of two no one is like the other`() {
        let other = Tokens(secret: "Secret", world: world)
        #expect(words(other.issue(for: "a")) == "Signature verification failed")
        #expect(tokens.issue(for: "a") != tokens.issue(for: "a"))
    }

    // MARK: Segments, in the order in which they are looked at

    @Test(arguments: ["abc", "a.b", "null", "undefined", ".", "eyJ9", "é"])
    func `fewer than two dots are not enough segments`(token: String) {
        #expect(words(token) == "Not enough segments")
    }

    @Test
    func `what cannot be decoded is told by its segment`() {
        let good = signed(#"{"sub":"a"}"#)
        let parts = good.split(separator: ".").map(String.init)
        let (header, payload, signature) = (parts[0], parts[1], parts[2])
        #expect(words("a.\(payload).\(signature)") == "Invalid header padding")
        #expect(words("\(header).a.\(signature)") == "Invalid payload padding")
        #expect(words("\(header).\(payload).a") == "Invalid crypto padding")
        #expect(words("\(header).\(payload).\(signature)!") == "Invalid crypto padding")
        // The header before the payload, the payload before the signature.
        #expect(words("a.a.a") == "Invalid header padding")
        #expect(words("\(header).a.a") == "Invalid payload padding")
        #expect(words("a.b.c.d.e") == "Invalid header padding")
        #expect(words("\"\(good)\"") == "Invalid crypto padding")
        // A header that is none comes before an undecodable payload.
        #expect(words("AAAA.a.a")?.hasPrefix("Invalid header string: ") == true)
        #expect(words(".a.a")?.hasPrefix("Invalid header string: ") == true)
        #expect(words("é.é.é")?.hasPrefix("Invalid header string: ") == true)
        // An undecodable signature before a payload that is none.
        #expect(words("\(header).AAAA.a") == "Invalid crypto padding")
    }

    @Test
    func `junk and padding are skipped as base64 does`() throws {
        let good = signed(#"{"sub":"a"}"#)
        #expect(try user(good + "!!!!") == "a")
        #expect(try user(good + "=") == "a")
        #expect(words(good + ";x") == "Signature verification failed")
    }

    @Test(arguments: [
        ("[]", "Invalid header string: must be a json object"),
        ("\"x\"", "Invalid header string: must be a json object"),
        ("null", "Invalid header string: must be a json object"),
        (#"{"alg":"HS256","kid":5}"#, "Key ID header parameter must be a string"),
        (#"{"alg":"none","kid":null}"#, "Key ID header parameter must be a string"),
        ("{}", "Algorithm not specified"),
        (#"{"typ":"JWT"}"#, "Algorithm not specified"),
        (#"{"alg":null}"#, "The specified alg value is not allowed"),
        (#"{"alg":""}"#, "The specified alg value is not allowed"),
        (#"{"alg":5}"#, "The specified alg value is not allowed"),
        (#"{"alg":["HS256"]}"#, "The specified alg value is not allowed"),
        (#"{"alg":"hs256"}"#, "The specified alg value is not allowed"),
        (#"{"alg":"none"}"#, "The specified alg value is not allowed"),
        (#"{"alg":"HS512"}"#, "The specified alg value is not allowed"),
        (#"{"alg":"HS256","alg":"none"}"#, "The specified alg value is not allowed"),
    ])
    func `a header that is refused`(header: String, expected: String) {
        #expect(words(signed(header: header, #"{"sub":"a"}"#)) == expected)
    }

    @Test(arguments: [
        #"{"alg":"HS256","kid":"k"}"#, #"{"alg":"HS256","typ":5,"crit":["x"]}"#,
        #"{"alg":"none","alg":"HS256"}"#, "\u{FEFF}{\"alg\":\"HS256\"}",
        #"{"alg":"HS256","b64":true}"#,
        #"{"alg":"HS256","b64":0}"#, #"{"alg":"HS256","b64":null}"#,
    ])
    func `a header that is fine`(header: String) throws {
        #expect(try user(signed(header: header, #"{"sub":"a"}"#)) == "a")
    }

    @Test
    func `a detached payload comes before the payload, which comes before the rest`() {
        let detached = words(signed(header: #"{"alg":"none","b64":false,"kid":5}"#, "no JSON"))
        #expect(detached?.hasPrefix("It is required that you pass in a value for the") == true)
        for header in [#"{"alg":"none","kid":5}"#, #"{"alg":"HS256"}"#, "{}"] {
            let noJSON = words(signed(header: header, "no JSON"))
            #expect(noJSON?.hasPrefix("Invalid payload string: ") == true)
            let list = words(signed(header: header, "[]") + "AAAA")
            #expect(list == "Invalid payload string: must be a json object")
        }
    }

    @Test
    func `the signature comes before all claims`() {
        let header = Base64URL.encode(Array(#"{"alg":"HS256"}"#.utf8))
        let payload = Base64URL.encode(Array(#"{"sub":5,"exp":1,"iat":"x"}"#.utf8))
        #expect(words("\(header).\(payload).") == "Signature verification failed")
        #expect(words("\(header).\(payload).AAAA") == "Signature verification failed")
    }

    // MARK: Claims

    private static let late = "The token is not yet valid"

    @Test(arguments: [
        (#"{"sub":"a","iat":\#(now + 1)}"#, "\(late) (iat)"),
        (#"{"sub":"a","nbf":\#(now + 1)}"#, "\(late) (nbf)"),
        (#"{"sub":"a","iat":\#(now + 1),"nbf":\#(now + 1),"exp":"x"}"#, "\(late) (iat)"),
        (#"{"nbf":\#(now + 1),"exp":"x"}"#, "\(late) (nbf)"),
        (
            #"{"sub":"a","iat":"x","nbf":"x","exp":"x"}"#,
            "Issued At claim (iat) must be an integer."
        ),
        (#"{"sub":"a","nbf":"x","exp":"x"}"#, "Not Before claim (nbf) must be an integer."),
        (#"{"sub":5,"exp":"x"}"#, "Expiration Time claim (exp) must be an integer."),
        (#"{"sub":"a","exp":null}"#, "Expiration Time claim (exp) must be an integer."),
        (#"{"sub":"a","exp":[]}"#, "Expiration Time claim (exp) must be an integer."),
        (#"{"sub":"a","exp":"1.5"}"#, "Expiration Time claim (exp) must be an integer."),
        (#"{"sub":"a","exp":1e999}"#, "Expiration Time claim (exp) must be an integer."),
        (#"{"sub":"a","iat":{}}"#, "Issued At claim (iat) must be an integer."),
        (#"{"sub":"a","iat":1e99}"#, "\(late) (iat)"),
        (#"{"sub":"a","nbf":99999999999999999999999}"#, "\(late) (nbf)"),
        (#"{"sub":5,"jti":5}"#, "Subject must be a string"),
        (#"{"sub":null}"#, "Subject must be a string"),
        (#"{"jti":5}"#, "JWT ID must be a string"),
        (#"{"sub":"a","jti":null}"#, "JWT ID must be a string"),
        ("{}", "Missing claim: sub"),
        (#"{"exp":1}"#, "Missing claim: sub"),
        (#"{"type":"refresh"}"#, "Missing claim: sub"),
        (#"{"sub":5,"exp":1}"#, "Subject must be a string"),
        (#"{"sub":"a","jti":5,"exp":1}"#, "JWT ID must be a string"),
        (#"{"sub":"a","type":"refresh"}"#, "Only non-refresh tokens are allowed"),
        (#"{"sub":"a","sub":5}"#, "Subject must be a string"),
    ])
    func `claims that are refused`(payload: String, expected: String) {
        #expect(words(signed(payload)) == expected)
    }

    @Test(arguments: [
        #"{"sub":"a","exp":\#(now)}"#, #"{"sub":"a","exp":\#(now).9}"#, #"{"sub":"a","exp":1}"#,
        #"{"sub":"a","exp":true}"#, #"{"sub":"a","exp":false}"#, #"{"sub":"a","exp":"\#(now)"}"#,
        #"{"sub":"a","exp":-1e99}"#, #"{"sub":"a","exp":1,"type":"refresh"}"#,
        #"{"sub":"a","exp":-99999999999999999999999}"#, #"{"sub":"a","exp":0.9}"#,
    ])
    func `a token that has expired`(payload: String) {
        let expired = Failure(token: 401, "Token has expired")
        #expect(refusal { try user(signed(payload)) } == expired)
    }

    @Test(arguments: [
        #"{"sub":"a"}"#, #"{"sub":"a","exp":\#(now + 1)}"#, #"{"sub":"a","iat":\#(now)}"#,
        #"{"sub":"a","iat":\#(now).9}"#, #"{"sub":"a","nbf":\#(now)}"#, #"{"sub":"a","exp":1e99}"#,
        #"{"sub":"a","exp":" +\#(now + 1)\n"}"#, #"{"sub":"a","exp":99999999999999999999}"#,
        #"{"sub":"a","iat":true,"nbf":false}"#, #"{"sub":"a","iat":-5.5}"#,
        #"{"sub":"a","type":null}"#, #"{"sub":"a","type":5}"#, #"{"sub":"a","type":["refresh"]}"#,
        #"{"sub":"a","type":"Refresh"}"#, #"{"sub":"a","aud":"x","iss":5,"fresh":[],"csrf":1}"#,
        #"{"sub":5,"sub":"a"}"#, #"{"sub":"a","jti":""}"#, "\u{FEFF}{\"sub\":\"a\"}",
    ])
    func `claims that are fine`(payload: String) throws {
        #expect(try user(signed(payload)) == "a")
    }

    @Test
    func `an empty subject passes`() throws {
        #expect(try user(signed(#"{"sub":""}"#)) == "")
    }

    @Test
    func `only the Authorization field is looked at`() throws {
        let token = tokens.issue(for: "a")
        let fields = [("Cookie", "access_token_cookie=\(token)"), ("X-Authorization", "Bearer x")]
        let request = try Request.asking("GET", "/?jwt=\(token)", fields)
        #expect(
            refusal { try tokens.user(of: request) }
                == Failure(token: 401, "Missing Authorization Header")
        )
        let two = try Request.asking(
            "GET",
            "/",
            [("Authorization", "Basic x"), ("AUTHORIZATION", "Bearer \(token)")]
        )
        #expect(try tokens.user(of: two).text == "a")
    }
}
