import MockPostlyText
import Testing

@Suite
struct Base32Tests {
    // RFC 4648, 10, but for the texts of fewer than four digits.
    @Test(
        "what RFC 4648 encodes is decoded, with its padding and without",
        arguments: [
            ("MZXQ====", "fo"), ("MZXW6===", "foo"), ("MZXW6YQ=", "foob"),
            ("MZXW6YTB", "fooba"), ("MZXW6YTBOI======", "foobar"),
        ]
    )
    func known(text: String, expected: String) {
        #expect(Base32.decode(text) == Array(expected.utf8))
        #expect(Base32.decode(String(text.prefix { $0 != "=" })) == Array(expected.utf8))
    }

    @Test(
        "a secret is read as people type it",
        arguments: [
            "MZXW6YTB", "mzxw6ytb", "mZxW6yTb", " MZXW6YTB\n", "MZXW 6YTB", "MZXW-6YTB",
            "M Z X W - 6YTB-", "\u{FEFF}\u{A0}MZXW6YTB\t",
        ]
    )
    func typed(text: String) {
        #expect(Base32.decode(text) == Array("fooba".utf8))
    }

    @Test(
        "what is no secret is refused",
        arguments: [
            "", "    ", "----", "MZ", "MZX", "MZXW6YTB0", "MZXW1YTB", "MZXW8YTB", "MZXW9YTB",
            "MZXW6\tYTB", "MZXW6YTB!", "MZXW6YTÄ", "MZXW_6YTB", "otpauth://totp",
            // One digit too many, or three, or six.
            "MZXW6YTBO", "MZXW6YTBOIA", "MZXW6Y", "MZXW6YTBOIAAAA",
            // Bits behind the last byte.
            "MZXR", "MZXW7", "MZXW6YR", "MZXW6YTBOJ",
            // Padding that is too short, too long, none at all or in between.
            "MZXQ=", "MZXQ===", "MZXQ=====", "MZXW6YTB========", "MZ======", "====", "MZXQ=A==",
            "MZXQ====MZXQ====",
        ]
    )
    func refused(text: String) {
        #expect(Base32.decode(text) == nil)
    }

    @Test
    func `four digits are enough and zeros are bytes`() {
        #expect(Base32.decode("AAAA") == [0, 0])
        #expect(Base32.decode("77774") == [0xff, 0xff, 0xfe])
        #expect(Base32.decode("7777777777777777") == [UInt8](repeating: 0xff, count: 10))
    }
}
