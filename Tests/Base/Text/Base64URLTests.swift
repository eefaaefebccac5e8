import MockPostlyCrypto
import MockPostlyTestKit
import MockPostlyText
import Testing

@Suite
struct Base64URLTests {
    @Test(
        "the vectors of RFC 4648, without padding",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
        ]
    )
    func vector(plain: String, encoded: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
        #expect(Base64URL.decodeStrictly(encoded.utf8) == Array(plain.utf8))
    }

    @Test
    func `the alphabet is the one for URLs`() {
        #expect(Base64URL.encode([0xfb, 0xff, 0xbf]) == "-_-_")
        #expect(Base64URL.encodedBytes([0xfb, 0xff, 0xbf]) == Array("-_-_".utf8))
    }

    @Test
    func `every byte in every place comes back`() {
        for count in 0..<300 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) }
            let text = Base64URL.encode(bytes)
            #expect(Base64URL.decodeStrictly(text.utf8) == bytes)
            #expect(Base64URL.decodeLeniently(text.utf8) == bytes)
        }
    }

    @Test(
        "strict decoding refuses what encoding would not write",
        arguments: [
            "A", "AAAAA", "AQ==", "AQI=", "AQ=", "=", "AR", "AQJ", "+/+/", "AQ ID", " AQID",
            "AQID\n", "AQ.ID", "AQIDé", "AQID\0",
        ]
    )
    func strict(text: String) {
        #expect(Base64URL.decodeStrictly(text.utf8) == nil)
    }

    @Test
    func `lenient decoding takes a collection that is not contiguous`() {
        #expect(Base64URL.decodeLeniently("DIQA".utf8.reversed()) == [1, 2, 3])
    }

    // What PyJWT 2.10.1's base64url_decode answered on Python 3.11; nil where it raised.
    @Test(
        "lenient decoding is Python's",
        arguments: [
            (Array("".utf8), []),
            (Array("A".utf8), nil),
            (Array("AA".utf8), [0]),
            (Array("AAA".utf8), [0, 0]),
            (Array("AAAA".utf8), [0, 0, 0]),
            (Array("AQ".utf8), [1]),
            (Array("AR".utf8), [1]),
            (Array("AQI".utf8), [1, 2]),
            (Array("AQID".utf8), [1, 2, 3]),
            (Array("AQIDBA".utf8), [1, 2, 3, 4]),
            (Array("AQIDB".utf8), nil),
            (Array("=".utf8), []),
            (Array("==".utf8), []),
            (Array("====".utf8), []),
            (Array("A=".utf8), nil),
            (Array("A==".utf8), nil),
            (Array("A===".utf8), nil),
            (Array("AA=".utf8), [0]),
            (Array("AA==".utf8), [0]),
            (Array("AA===".utf8), [0]),
            (Array("AA==BB".utf8), [0]),
            (Array("AA==BBBB".utf8), [0]),
            (Array("AAA=".utf8), [0, 0]),
            (Array("AAA=B".utf8), [0, 0]),
            (Array("AAA=BBBB".utf8), [0, 0]),
            (Array("A=A=A=A=".utf8), [0, 0]),
            (Array("AA=A".utf8), nil),
            (Array("AA=AAA".utf8), nil),
            (Array("AA=A=A".utf8), [0, 0]),
            (Array("=AAAA".utf8), [0, 0, 0]),
            (Array("==AAAA==".utf8), [0, 0, 0]),
            (Array("AA A".utf8), nil),
            (Array("A A A A".utf8), [0, 0, 0]),
            (Array("A.A.A.A".utf8), [0, 0, 0]),
            (Array("AQ.ID".utf8), [1, 2, 3]),
            ([10, 10, 10], []),
            (Array("+/-_".utf8), [251, 255, 191]),
            (Array("-_-_".utf8), [251, 255, 191]),
            (Array("+/+/".utf8), [251, 255, 191]),
            ([255, 254, 253], []),
            ([65, 81, 0, 73, 68], [1, 2, 3]),
            ([65, 81, 73, 68, 10], [1, 2, 3]),
            (Array("AQID ".utf8), [1, 2, 3]),
            (Array("AQID  ".utf8), [1, 2, 3]),
            (Array("AQID   ".utf8), [1, 2, 3]),
            (Array("AQI D".utf8), [1, 2, 3]),
            (Array("AQ==".utf8), [1]),
            (Array("AQ=".utf8), [1]),
            (Array("AQ== ".utf8), [1]),
            (Array("AQI=ID".utf8), [1, 2]),
            (Array("A!".utf8), nil),
            (Array("A!!".utf8), nil),
            (Array("A!!!".utf8), nil),
            (Array("!".utf8), []),
            (Array("!!!!".utf8), []),
            (Array("!!!!A".utf8), nil),
            (Array("!!AA".utf8), nil),
            (Array("!AAA".utf8), nil),
            (Array("AAAAA".utf8), nil),
            (Array("AAAAA===".utf8), nil),
            (Array("AAAAAA=".utf8), [0, 0, 0, 0]),
            (Array("AAAAAAA=".utf8), [0, 0, 0, 0, 0]),
        ] as [([UInt8], [UInt8]?)]
    )
    func lenient(text: [UInt8], expected: [UInt8]?) {
        #expect(Base64URL.decodeLeniently(text) == expected)
    }

    // Each entry is the start of a SHA-256 over what PyJWT 2.10.1 made of 250 texts, on Python
    // 3.11. `LenientTexts` draws the same texts; a result counts as "+", its length in one byte
    // and its bytes, a failure as "-".
    @Test(
        "lenient decoding of 5,000 random texts is Python's",
        arguments: zip(
            0..<20,
            [
                "591c08b848986c8b", "8533bb1ac9b7d6bc", "8ae1420280371aa8", "01dd4b970d852182",
                "e3626f4c2308c9c5", "5b9d7f340ee09214", "6b1002b9efe7ee8c", "07060e7ef7020134",
                "5af042ee103e73e9", "34f1fec71df21b53", "211ab0b1e66a4163", "342a4a457a34aa6e",
                "491be903291f5c03", "63b55be87986aed7", "451cca44b10fc5bb", "82392122a5a02139",
                "ecfcaaf5e51ba7d1", "77229069c7731487", "5179f7857273d1ea", "e8a6a48621cae285",
            ]
        )
    )
    func lenient(block: Int, expected: String) {
        var texts = LenientTexts()
        for _ in 0..<(block * 250) {
            _ = texts.next()
        }
        var results: [UInt8] = []
        for _ in 0..<250 {
            if let bytes = Base64URL.decodeLeniently(texts.next()) {
                results += [UInt8(ascii: "+"), UInt8(bytes.count)] + bytes
            } else {
                results.append(UInt8(ascii: "-"))
            }
        }
        #expect(hexadecimal(sha256(results)).prefix(16) == expected)
    }
}

/// Random texts of digits, of digits among junk, and of digits among padding.
///
/// In Python, `draw(n)` as ``SeededNumbers`` says and `a = alphabets[draw(3)]`, a text is
/// `bytes(a[draw(len(a))] for _ in range(draw(40)))`.
private struct LenientTexts {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )
    private static let alphabets: [[UInt8]] = [
        digits,
        digits + Array("+/ .\n!\0\u{7f}é".utf8),
        digits.prefix(8) + Array("====-_+/ ~".utf8),
    ]

    private var numbers = SeededNumbers(20_260_214)

    mutating func next() -> [UInt8] {
        let alphabet = LenientTexts.alphabets[numbers.draw(3)]
        let count = numbers.draw(40)
        return (0..<count).map { _ in alphabet[numbers.draw(alphabet.count)] }
    }
}
