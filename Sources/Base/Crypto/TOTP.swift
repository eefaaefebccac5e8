/// Time-based one-time passwords (RFC 6238) with SHA-1 and steps of 30 seconds.
package enum TOTP {
    /// The length of a step in seconds.
    package static let period: Int64 = 30

    /// The password of `secret` at a time in seconds since 1970, padded with zeros to `digits`
    /// digits.
    package static func password(secret: [UInt8], at seconds: Int64, digits: Int = 6) -> String {
        var number = truncated(HMAC(.sha1, key: secret).authenticate(message(at: seconds)))
        var text: [UInt8] = []
        for _ in 0..<digits {
            text.append(UInt8(ascii: "0") + UInt8(number % 10))
            number /= 10
        }
        return String(decoding: text.reversed(), as: UTF8.self)
    }

    /// The seconds until the next password, 1 to 30.
    package static func secondsLeft(at seconds: Int64) -> Int64 {
        let past = seconds % period
        return period - (past < 0 ? past + period : past)
    }

    /// The number of the step as eight big-endian bytes.
    private static func message(at seconds: Int64) -> [UInt8] {
        let step = (seconds - (period - secondsLeft(at: seconds))) / period
        return withUnsafeBytes(of: step.bigEndian) { Array($0) }
    }

    /// The 31 bits at the offset in the code's last four bits (RFC 4226, 5.3).
    private static func truncated(_ code: [UInt8]) -> UInt32 {
        let offset = Int(code[code.count - 1] & 0x0f)
        let bits = code[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return bits & 0x7fff_ffff
    }
}
