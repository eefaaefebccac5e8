/// Base32 (RFC 4648, 6), as people type the secrets of authenticator apps.
package enum Base32 {
    /// The bytes of `text`; nil when it is no secret.
    ///
    /// White space around it, blanks and hyphens in it and the case of letters do not count, and
    /// the padding may be missing. There must be four digits at least, and no bits set behind the
    /// last byte.
    package static func decode(_ text: String) -> [UInt8]? {
        let scalars = trimmed(text).uppercased().unicodeScalars.filter { $0 != " " && $0 != "-" }
        let padded = scalars.drop { $0 != "=" }
        let digits = scalars.prefix { $0 != "=" }
        guard
            digits.count >= 4,
            padded.allSatisfy({ $0 == "=" }),
            padded.isEmpty || (padded.count < 8 && scalars.count % 8 == 0)
        else { return nil }
        return decode(digits)
    }

    private static func decode(_ digits: some Sequence<Unicode.Scalar>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var held: UInt32 = 0
        var bits: UInt32 = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            held = held << 5 | value
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: held >> bits))
                held &= (1 << bits) - 1
            }
        }
        // Five bits over are a digit that no byte has; others must be zero.
        return bits < 5 && held == 0 ? bytes : nil
    }

    private static func value(of digit: Unicode.Scalar) -> UInt32? {
        switch digit {
        case "A"..."Z": digit.value - 0x41
        case "2"..."7": digit.value - 0x32 + 26
        default: nil
        }
    }

    /// Without what JavaScript's `trim` takes away.
    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard
            let first = scalars.firstIndex(where: { !isSpace($0) }),
            let last = scalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{FEFF}" || (scalar.properties.isWhitespace && scalar != "\u{85}")
    }
}
