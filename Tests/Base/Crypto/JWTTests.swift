import MockPostlyCrypto
import MockPostlyTestKit
import MockPostlyText
import Testing

@Suite
struct JWTTests {
    private let key = HMACSHA256(key: Array("your-secret-key".utf8))

    // What is signed here, PyJWT 2.10.1 has verified under this key, once, with its own decoder.
    @Test
    func `a token is what PyJWT takes`() {
        let payload =
            #"{"fresh":false,"iat":1700000000,"jti":"18dbfbf7-34e9-4ea1-9e4d-e6f5443dcc24","#
            + #""type":"access","sub":"6b01694b2b61691306b805e5","nbf":1700000000,"#
            + #""csrf":"70104366-b64a-4c4b-9df3-101bd25d6a6f","exp":4102444800}"#
        let expected =
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJmcmVzaCI6ZmFsc2UsImlhdCI6MTcwMDAwMDAwMCwi"
            + "anRpIjoiMThkYmZiZjctMzRlOS00ZWExLTllNGQtZTZmNTQ0M2RjYzI0IiwidHlwZSI6ImFjY2VzcyIs"
            + "InN1YiI6IjZiMDE2OTRiMmI2MTY5MTMwNmI4MDVlNSIsIm5iZiI6MTcwMDAwMDAwMCwiY3NyZiI6Ijcw"
            + "MTA0MzY2LWI2NGEtNGM0Yi05ZGYzLTEwMWJkMjVkNmE2ZiIsImV4cCI6NDEwMjQ0NDgwMH0."
            + "8cMksmdCXaddWJ1UeEZPSSxCg1K-r9UNZa-3Dzp88kk"
        #expect(JWT.sign(payload: Array(payload.utf8), key: key) == expected)
    }

    @Test
    func `the example of RFC 7515 A 1 is verified`() throws {
        let secret = try #require(
            Base64URL.decodeStrictly(
                ("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75"
                    + "aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow").utf8
            )
        )
        let token =
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkz"
            + "ODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ."
            + "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        let parts = try #require(JWT.split(Array(token.utf8)))
        #expect(JWT.verify(parts, key: HMACSHA256(key: secret)))
        #expect(!JWT.verify(parts, key: key))
        let header = try #require(parts.decodedHeader())
        let payload = try #require(parts.decodedPayload())
        #expect(header == Array("{\"typ\":\"JWT\",\r\n \"alg\":\"HS256\"}".utf8))
        #expect(
            JWT.sign(header: header, payload: payload, key: HMACSHA256(key: secret)) == token
        )
    }

    @Test("fewer than two dots are no token", arguments: ["", ".", "abc", "a.b", "null"])
    func tooFew(token: String) {
        #expect(JWT.split(Array(token.utf8)) == nil)
    }

    @Test(
        "the signature is behind the last dot, the payload behind the first",
        arguments: [
            ("a.b.c", "a", "b", "c", "a.b"),
            ("..", "", "", "", "."),
            ("a.b.c.d", "a", "b.c", "d", "a.b.c"),
            (".b.", "", "b", "", ".b"),
            ("...", "", ".", "", ".."),
        ]
    )
    func segments(
        token: String,
        header: String,
        payload: String,
        signature: String,
        signed: String
    ) throws {
        let parts = try #require(JWT.split(Array(token.utf8)))
        #expect(Array(parts.header) == Array(header.utf8))
        #expect(Array(parts.payload) == Array(payload.utf8))
        #expect(Array(parts.signature) == Array(signature.utf8))
        #expect(Array(parts.signingInput) == Array(signed.utf8))
    }

    // The answers of PyJWT 2.10.1: true, false, or nil where it could not decode the signature.
    @Test(
        "a signature is read as PyJWT reads it",
        arguments: [
            ("GtdQIaCYZjt84dIKGNJqf-z_x_cmarBSVf7m0_9YoBs", true),
            ("GtdQIaCYZjt84dIKGNJqf-z_x_cmarBSVf7m0_9YoBs=", true),
            ("GtdQIaCYZjt84dIKGNJqf-z_x_cmarBSVf7m0_9YoBs=junk", true),
            ("GtdQIaCYZjt84dIKGNJqf-z_x_cmarBSVf7m0_9YoBs=&%(", true),
            (" GtdQIaCYZjt84dIKGNJqf-z_x_cmarBSVf7m0_9YoBs", nil),
            ("!!!!GtdQIaCYZjt84dIKGNJqf-z_x_cmarBSVf7m0_9YoBs", true),
            ("GtdQIaCYZjt84dIKGNJqf-z_x_cmarBSVf7m0_9YoB", false),
            ("GtdQIaCYZjt84dIKGNJqf-z_x_cmarBSVf7m0_9YoB!", nil),
            ("GtdQIaCYZjt84dIKGNJqf-z_x_cmarBSVf7m0_9YoBt", true),
            ("GtdQIaCYZjt84dIKGNJqf+z/x/cmarBSVf7m0/9YoBs", true),
            ("", false),
            ("AAAA", false),
            ("GtdQIaCYZjt84dIKGNJqf-z_x_cmarBSVf7m0_9YoBsAAAA", false),
            ("GtdQIaCYZjt84dIKGNJqf-z_x_cmarBSVf7m0_9YoBs.", false),
        ] as [(String, Bool?)]
    )
    func signature(text: String, expected: Bool?) throws {
        let signed = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJh.YmNkZWZnaCJ9"
        let parts = try #require(JWT.split(Array("\(signed).\(text)".utf8)))
        #expect((parts.decodedSignature() != nil) == (expected != nil))
        #expect(JWT.verify(parts, key: key) == (expected ?? false))
        if !text.hasSuffix(".") {
            #expect(parts.decodedPayload() == Array(#"{"sub":"abcdefgh"}"#.utf8))
        }
    }

    @Test
    func `any payload that is signed is verified, and no other`() throws {
        var numbers = SeededNumbers(1)
        for count in 0..<200 {
            let payload = (0..<count).map { _ in UInt8(numbers.draw(256)) }
            var token = Array(JWT.sign(payload: payload, key: key).utf8)
            let parts = try #require(JWT.split(token))
            #expect(JWT.verify(parts, key: key))
            #expect(parts.decodedPayload() == payload)
            let place = numbers.draw(parts.signingInput.count)
            token[place] ^= 1
            #expect(JWT.split(token).map { JWT.verify($0, key: key) } != true)
        }
    }
}
