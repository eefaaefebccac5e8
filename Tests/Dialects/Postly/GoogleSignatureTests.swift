import MockPostlyCrypto
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyText
import MockPostlyWorld
import Testing

@testable import PostlyDialect

/// Logging in with Google where signatures are checked; what is expected are the words of
/// google-auth 2.62.
@Suite
struct GoogleSignatureTests {
    /// Making a key takes a while, so there is one for all tests, and another.
    private static let keys = Result {
        (try RSAKey(seed: Array("google".utf8)), try RSAKey(seed: Array("another".utf8)))
    }

    private static let now = Instant.frozen.seconds
    private static let good =
        #"{"iss":"accounts.google.com","sub":"1","email":"a@b.c","iat":\#(now),"exp":\#(now + 60)}"#

    private let key: RSAKey
    private let other: RSAKey
    private let postly: Postly

    init() throws {
        let keys = try Self.keys.get()
        (key, other) = keys
        postly = try Postly.fresh { .now((id: "one", key: keys.0)) }
    }

    private func token(
        header: String = #"{"alg":"RS256","kid":"one","typ":"JWT"}"#,
        _ payload: String = good,
        key: RSAKey? = nil
    ) throws -> String {
        try JWT.assemble(
            header: Array(header.utf8),
            payload: Array(payload.utf8),
            sign: (key ?? self.key).sign(_:)
        )
    }

    private func logIn(_ token: String, _ postly: Postly? = nil) throws -> Response {
        try (postly ?? self.postly).answer(asking(token))
    }

    private func asking(_ token: String) throws -> Request {
        try .asking(
            "POST",
            "/api/auth/login",
            [("Content-Type", "application/json")],
            body: #"{"token":"\#(token)"}"#
        )
    }

    /// The words with which a token is refused; they must come with 401.
    private func words(_ token: String) throws -> String? {
        let response = try logIn(token)
        guard response.status == 401 else { return nil }
        return String(response.text.dropFirst(10).dropLast(3))
    }

    @Test(arguments: [
        #"{"alg":"RS256","kid":"one","typ":"JWT"}"#, #"{"alg":"RS256"}"#,
        #"{"alg":"RS256","kid":null}"#, #"{"kid":"","alg":"RS256"}"#,
    ])
    func `a token of the key is taken, with the key's id or with none`(header: String) throws {
        #expect(try logIn(token(header: header)).status == 200)
    }

    @Test(arguments: [
        (#"{"kid":"one"}"#, "Unsupported signature algorithm None"),
        (#"{"alg":null,"kid":"one"}"#, "Unsupported signature algorithm None"),
        (#"{"alg":"none","kid":"one"}"#, "Unsupported signature algorithm none"),
        (#"{"alg":"HS256","kid":"two"}"#, "Unsupported signature algorithm HS256"),
        (#"{"alg":"rs256","kid":"one"}"#, "Unsupported signature algorithm rs256"),
        (#"{"alg":"RS256","kid":"two"}"#, "Certificate for key id two not found."),
        (#"{"alg":"RS256","kid":"One"}"#, "Certificate for key id One not found."),
        (#"{"alg":"RS256","kid":5}"#, "Certificate for key id 5 not found."),
        (#"{"alg":"ES256","kid":"two"}"#, "Certificate for key id two not found."),
        (
            #"{"alg":"ES256","kid":"one"}"#,
            "Certificate key type does not match signature algorithm ES256."
        ),
        ("[]", "Header segment should be a JSON object: b'W10'"),
    ])
    func `headers that are refused`(header: String, expected: String) throws {
        #expect(try words(token(header: header)) == expected)
    }

    @Test
    func `a signature that is none of the key's is refused`() throws {
        let bad = "Could not verify token signature."
        #expect(try words(token(key: other)) == bad)
        let good = try token()
        let parts = good.split(separator: ".")
        #expect(try words("\(parts[0]).\(parts[1]).") == bad)
        #expect(try words("\(parts[0]).\(parts[1]).AAAA") == bad)
        let richer = Self.good.replacing("a@b.c", with: "x@b.c")
        let changed = Base64URL.encode(Array(richer.utf8))
        #expect(try words("\(parts[0]).\(changed).\(parts[2])") == bad)
        #expect(try logIn(good).status == 200)
    }

    @Test
    func `the signature comes behind the form and before the claims`() throws {
        #expect(try words("a.b")?.hasPrefix("Wrong number of segments in token: ") == true)
        let ended = #"{"iss":"x","iat":1,"exp":1}"#
        #expect(try words(token(ended, key: other)) == "Could not verify token signature.")
        #expect(try words(token(ended)) == "Token expired, 1 < \(Self.now)")
        #expect(try words(token("{}")) == "Token does not contain required claim iat")
    }

    @Test
    func `a key that comes later is waited for, and the clock is read then`() throws {
        let key = key
        let late = try Postly.fresh {
            .later(on: .keys) {
                "one"
            } finish: { id in
                (try id.get(), key)
            }
        }
        #expect(try logIn(token(), late).status == 200)
        let refused = try logIn(token(key: other), late)
        #expect(refused.status == 401)
        #expect(refused["Access-Control-Allow-Origin"] != nil)
        guard case .later(let work) = try late.respond(to: asking(token())).reply else {
            Issue.record("the answer came at once")
            return
        }
        late.domain.world.clock.advance(by: .seconds(61))
        let words = "Token expired, \(Self.now + 60) < \(Self.now + 61)"
        guard case .now(let response) = try work.carryOut() else { throw NoRequest() }
        #expect(response.text == "{\"error\":\"\(words)\"}\n")
        // What needs no key is refused at once.
        let unsigned = try token(header: #"{"alg":"none"}"#)
        guard case .now = try late.respond(to: asking(unsigned)).reply else {
            Issue.record("the answer did not come at once")
            return
        }
    }

    @Test
    func `without keys any signature will do`() throws {
        let lenient = try Postly.fresh()
        #expect(try logIn(token(key: other), lenient).status == 200)
        #expect(try logIn(token(header: #"{"alg":"none"}"#), lenient).status == 200)
    }
}
