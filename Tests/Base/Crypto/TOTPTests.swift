import MockPostlyCrypto
import Testing

@Suite
struct TOTPTests {
    private static let secret = Array("12345678901234567890".utf8)

    // RFC 6238, appendix B.
    @Test(
        "passwords of RFC 6238",
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"), (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] as [(Int64, String)]
    )
    func known(seconds: Int64, expected: String) {
        #expect(TOTP.password(secret: Self.secret, at: seconds, digits: 8) == expected)
        #expect(TOTP.password(secret: Self.secret, at: seconds) == String(expected.suffix(6)))
    }

    @Test
    func `a password holds for thirty seconds`() {
        let passwords = (0..<90).map { TOTP.password(secret: Self.secret, at: 1_000_020 + $0) }
        #expect(Set(passwords).count == 3)
        #expect(Set(passwords[..<30]).count == 1)
        #expect(Set(passwords[30..<60]).count == 1)
    }

    @Test(
        "the time left",
        arguments: [(0, 30), (1, 29), (29, 1), (30, 30), (59, 1), (-1, 1), (-30, 30)]
            as [(Int64, Int64)]
    )
    func left(seconds: Int64, expected: Int64) {
        #expect(TOTP.secondsLeft(at: seconds) == expected)
    }

    @Test
    func `any secret will do, even none`() {
        #expect(TOTP.password(secret: [], at: 0).count == 6)
        #expect(TOTP.password(secret: [UInt8](repeating: 1, count: 500), at: 0).count == 6)
    }
}
