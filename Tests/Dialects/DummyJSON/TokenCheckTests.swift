import DummyJSONDialect
import MockPostlyCrypto
import MockPostlyJSON
import MockPostlyText
import Testing

@Suite
struct TokenCheckTests {
    private static let secret = Array("your-secret-key".utf8)
    private static let header = #"{"alg":"HS256","typ":"JWT"}"#
    private static let untyped = #"{"alg":"HS256"}"#
    private static let now: Int64 = 1_700_000_000

    @Test(
        "every HMAC algorithm is taken",
        arguments: [("HS256", .sha256), ("HS384", .sha384), ("HS512", .sha512)]
            as [(String, HMAC.Algorithm)]
    )
    func algorithms(name: String, algorithm: HMAC.Algorithm) throws {
        let token = Self.token(
            #"{"typ":"JWT","alg":"\#(name)"}"#,
            #"{"id":1,"exp":1700000001}"#,
            algorithm
        )
        #expect(try Self.payload(of: token) == #"{"id":1,"exp":1700000001}"#)
        // Signed with one, called another.
        let other = name == "HS256" ? "HS384" : "HS256"
        let renamed = Self.token(#"{"typ":"JWT","alg":"\#(other)"}"#, "{}", algorithm)
        #expect(Self.failure(of: renamed) == .invalidSignature)
    }

    @Test
    func `a token of another maker is understood`() throws {
        // Made with Python's hmac.
        let token =
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9."
            + "eyJpZCI6MSwidXNlcm5hbWUiOiJtaXJhIiwiaWF0IjoxNzAwMDAwMDAwLCJleHAiOjE3MDAwMDM2MDB9."
            + "KKsl33hjdiv11jhwrkEcnvOoIL8r4FqAu8XC8Vhp03A"
        #expect(
            try Self.payload(of: token)
                == #"{"id":1,"username":"mira","iat":1700000000,"exp":1700003600}"#
        )
    }

    @Test
    func `a token longer than any is malformed`() throws {
        func token(_ blanks: Int) -> String {
            let payload = String(repeating: " ", count: blanks) + #"{"id":1}"#
            return Self.token(Self.header, payload, .sha256)
        }
        // Three bytes are four digits.
        let room = (JWT.longest - token(0).utf8.count) / 4 * 3
        #expect(token(room).utf8.count <= JWT.longest)
        #expect(Self.failure(of: token(room)) == nil)
        #expect(token(room + 6).utf8.count > JWT.longest)
        for token in [token(room + 6), String(repeating: ".", count: 1 << 20)] {
            #expect(Self.failure(of: token) == .malformed)
        }
    }

    @Test(
        "not three parts are malformed",
        arguments: ["", "abc", "a.b", "Basic YTpi", "Bearer", "a.b.c.d", "...", "."]
    )
    func malformed(token: String) {
        #expect(Self.failure(of: token) == .malformed)
    }

    @Test(
        "three parts that are no token are invalid",
        arguments: [
            "a.b.c", "..", "a..c", ".b.c", "..c", " e30.e30.c", "e30.e30.c ", "e30.e30.c\n",
            "e30=.e30.c", "e30.e30.ü", "bearer e30.e30.c", "e30.e3+.c", "e30.e30.c=",
            // Headers null, false, 0, "" and {.
            "bnVsbA.e30.c", "ZmFsc2U.e30.c", "MA.e30.c", "IiI.e30.c", "ew.e30.c",
        ]
    )
    func invalid(token: String) {
        #expect(Self.failure(of: token) == .invalidToken)
    }

    @Test(
        "the algorithm must be named",
        arguments: [
            "{}", "[]", "1", "true", #""HS256""#, #"{"alg":"none"}"#, #"{"alg":"RS256"}"#,
            #"{"alg":"hs256"}"#, #"{"alg":["HS256"]}"#, #"{"alg":null}"#,
            #"{"alg":"HS256","alg":"HS1"}"#,
        ]
    )
    func unnamed(header: String) {
        #expect(Self.failure(of: Self.token(header, "{}")) == .invalidAlgorithm)
    }

    @Test
    func `the header is read byte for byte`() throws {
        // Bytes that are no UTF-8 are letters; escapes are resolved.
        let odd = Array(#"{"x":""#.utf8) + [0xff, 0xe4] + Array(#"","\u0061lg":"HS256"}"#.utf8)
        #expect(try Self.payload(of: Self.token(odd, Array("{}".utf8))) == "{}")
    }

    @Test
    func `the signature's text is compared`() throws {
        let token = Self.token(Self.header, "{}")
        #expect(try Self.payload(of: token) == "{}")
        let last = try #require(token.last)
        // 43 digits have two bits to spare.
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let index = try #require(digits.firstIndex(of: last))
        for variant in index / 4 * 4..<index / 4 * 4 + 4 where variant != index {
            let changed = token.dropLast() + String(digits[variant])
            #expect(Self.failure(of: String(changed)) == .invalidSignature)
        }
        #expect(Self.failure(of: token + "A") == .invalidSignature)
        #expect(Self.failure(of: String(token.dropLast())) == .invalidSignature)
        let another = Array("another".utf8)
        #expect(
            Self.failure(of: Self.token(Self.header, "{}", secret: another)) == .invalidSignature
        )
    }

    @Test(
        "times",
        arguments: [
            (#"{"nbf":1700000000}"#, nil),
            (#"{"nbf":1700000000.5}"#, .notActive),
            (#"{"nbf":1700000001}"#, .notActive),
            (#"{"nbf":1e999}"#, .notActive),
            (#"{"nbf":"1"}"#, .invalidNotBefore),
            (#"{"nbf":null}"#, .invalidNotBefore),
            (#"{"nbf":"1","exp":"1"}"#, .invalidNotBefore),
            (#"{"nbf":1700000001,"exp":1}"#, .notActive),
            (#"{"exp":1700000001}"#, nil),
            (#"{"exp":1700000000.5}"#, nil),
            (#"{"exp":1e999}"#, nil),
            (#"{"exp":1700000000}"#, .expired(at: 1_700_000_000)),
            (#"{"exp":1,"exp":1700000001}"#, nil),
            (#"{"exp":0}"#, .expired(at: 0)),
            (#"{"exp":-1e999}"#, .expired(at: -.infinity)),
            (#"{"exp":"1800000000"}"#, .invalidExpiration),
            (#"{"exp":null}"#, .invalidExpiration),
            (#"{"exp":{}}"#, .invalidExpiration),
            (#"{}"#, nil),
            (#"["exp"]"#, nil),
            (#"7"#, nil),
            (#""exp""#, nil),
            (#""{\"exp\":5}""#, .expired(at: 5)),
        ] as [(String, TokenFailure?)]
    )
    func times(payload: String, expected: TokenFailure?) {
        #expect(Self.failure(of: Self.token(Self.header, payload)) == expected)
    }

    @Test(
        "a payload that is no JSON is an error in V8's words",
        arguments: [
            ("", "Unexpected end of JSON input"),
            ("hello", "Unexpected token 'h', \"hello\" is not valid JSON"),
            (#"{"a":}"#, "Unexpected token '}', \"{\"a\":}\" is not valid JSON"),
            ("\u{FEFF}{}", "Unexpected token '\u{FEFF}', \"\u{FEFF}{}\" is not valid JSON"),
            ("null", "Cannot read properties of null (reading 'nbf')"),
        ]
    )
    func notJSON(payload: String, message: String) {
        // An empty segment is refused before, one digit is none to Node.
        let token =
            payload.isEmpty ? "eyJ0eXAiOiJKV1QifQ.A.c" : Self.token(Self.header, payload)
        #expect(Self.failure(of: token) == .payloadNotJSON(message))
    }

    @Test
    func `bytes that are no UTF-8 are replaced`() throws {
        let payload = Array(#"{"x":"a"#.utf8) + [0xff] + Array(#""}"#.utf8)
        let token = Self.token(Array(Self.header.utf8), payload)
        #expect(try Self.payload(of: token) == "{\"x\":\"a\u{FFFD}\"}")
    }

    @Test(
        "without a type a payload that is no object is a string",
        arguments: [
            ("hello", #""hello""#), ("null", #""null""#), ("12", #""12""#),
            (#""a\"b""#, #""\"a\\\"b\"""#), (#"{"id":1}"#, #"{"id":1}"#), ("[1]", "[1]"),
        ]
    )
    func untyped(payload: String, expected: String) throws {
        #expect(try Self.payload(of: Self.token(Self.untyped, payload)) == expected)
    }

    @Test(
        "what is wrong first is told first",
        arguments: [
            ("eyJ0eXAiOiJKV1QifQ.aGVsbG8.", "Unexpected token 'h', \"hello\" is not valid JSON"),
            ("eyJ0eXAiOiJKV1QifQ.aGVsbG8.c", "Unexpected token 'h', \"hello\" is not valid JSON"),
        ]
    )
    func payloadBeforeSignature(token: String, message: String) {
        #expect(Self.failure(of: token) == .payloadNotJSON(message))
    }

    @Test
    func `a signature must be there before its algorithm counts`() {
        #expect(Self.failure(of: "eyJhbGciOiJub25lIn0.e30.") == .signatureRequired)
        #expect(Self.failure(of: "eyJhbGciOiJub25lIn0.e30.c") == .invalidAlgorithm)
        let expired = Self.token(Self.header, #"{"exp":1}"#)
        #expect(Self.failure(of: expired + "A") == .invalidSignature)
        let unsigned = expired.split(separator: ".").dropLast().joined(separator: ".") + "."
        #expect(Self.failure(of: unsigned) == .signatureRequired)
    }

    // MARK: Making

    private static func token(
        _ header: String,
        _ payload: String,
        _ algorithm: HMAC.Algorithm = .sha256,
        secret: [UInt8] = secret
    ) -> String {
        token(Array(header.utf8), Array(payload.utf8), algorithm, secret: secret)
    }

    private static func token(
        _ header: [UInt8],
        _ payload: [UInt8],
        _ algorithm: HMAC.Algorithm = .sha256,
        secret: [UInt8] = secret
    ) -> String {
        let signed = "\(Base64URL.encode(header)).\(Base64URL.encode(payload))"
        let code = HMAC(algorithm, key: secret).authenticate(Array(signed.utf8))
        return "\(signed).\(Base64URL.encode(code))"
    }

    private static func payload(of token: String) throws -> String {
        let document = try checkToken(token, secret: secret, now: now)
        return String(decoding: document.root.rawText, as: UTF8.self)
    }

    private static func failure(of token: String) -> TokenFailure? {
        do throws(TokenFailure) {
            _ = try checkToken(token, secret: secret, now: now)
            return nil
        } catch {
            return error
        }
    }
}
