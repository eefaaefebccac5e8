import MockPostlyCrypto
import Testing

@Suite
struct HMACTests {
    private static let repeated = [UInt8](repeating: 0x0b, count: 20)
    private static let long = [UInt8](repeating: 0xaa, count: 131)
    private static let longText = "Test Using Larger Than Block-Size Key - Hash Key First"

    // RFC 2202 and RFC 4231, cases 1, 2 and 6; and what Python's hmac makes of nothing, and of the
    // long key with SHA-1, for which there is no such case.
    @Test(
        "HMAC with every digest",
        arguments: [
            (.sha1, repeated, "Hi There", "b617318655057264e28bc0b6fb378c8ef146be00"),
            (
                .sha1, Array("Jefe".utf8), "what do ya want for nothing?",
                "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
            ),
            (.sha1, long, longText, "90d0dace1c1bdc957339307803160335bde6df2b"),
            (.sha1, [], "", "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d"),
            (
                .sha256, repeated, "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                .sha384, repeated, "Hi There",
                "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59c"
                    + "faea9ea9076ede7f4af152e8b2fa9cb6"
            ),
            (
                .sha384, Array("Jefe".utf8), "what do ya want for nothing?",
                "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e"
                    + "8e2240ca5e69e2c78b3239ecfab21649"
            ),
            (
                .sha384, long, longText,
                "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c6"
                    + "0c2ef6ab4030fe8296248df163f44952"
            ),
            (
                .sha512, repeated, "Hi There",
                "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
                    + "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854"
            ),
            (
                .sha512, Array("Jefe".utf8), "what do ya want for nothing?",
                "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
                    + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
            ),
            (
                .sha512, long, longText,
                "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
                    + "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"
            ),
        ] as [(HMAC.Algorithm, [UInt8], String, String)]
    )
    func known(algorithm: HMAC.Algorithm, key: [UInt8], text: String, expected: String) {
        let message = Array(text.utf8)
        let hmac = HMAC(algorithm, key: key)
        #expect(hex(hmac.authenticate(message)) == expected)
        #expect(hmac.authenticate(Array("another".utf8)).count == algorithm.byteCount)
        #expect(hex(hmac.authenticate(message)) == expected)
        #expect(hex(hmac.authenticate(([0] + message).dropFirst())) == expected)
    }
}
