import MockPostlyCrypto
import MockPostlyText
import Testing

@Suite
struct Base64Tests {
    // RFC 4648, 10.
    @Test(
        "known texts",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ]
    )
    func known(text: String, expected: String) {
        #expect(Base64.encode(Array(text.utf8)) == expected)
    }

    @Test
    func `the last digits are plus and slash`() {
        #expect(Base64.encode([0xfb, 0xff, 0xfe]) == "+//+")
    }

    @Test
    func `a SHA-1 digest has 27 digits and one pad`() {
        let digest = Base64.encode(sha1(Array(#"{"message":"ok"}"#.utf8)))
        #expect(digest == "/VnJyQBB0+b7i4NY83P42KKVWsM=")
    }
}
