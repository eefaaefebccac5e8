/// Base32 (RFC 4648, 6), the form in which people type secrets of authenticator apps.
package enum Base32 {
    /// Decodes `text`; nil when it is not a secret.
    ///
    /// Surrounding white space, spaces and hyphens inside, and the case of letters are ignored; the
    /// padding may be missing. At least four digits are required, and the unused bits of the last
    /// digit must be 0.
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
        // Five leftover bits mean a lone digit, which encodes no byte; fewer leftover bits must be
        // zero.
        return bits < 5 && held == 0 ? bytes : nil
    }

    private static func value(of digit: Unicode.Scalar) -> UInt32? {
        switch digit {
        case "A"..."Z": digit.value - 0x41
        case "2"..."7": digit.value - 0x32 + 26
        default: nil
        }
    }

    /// Removes the white space that JavaScript's `trim` removes.
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
