/// Base64 with padding, and helpers for both alphabets (RFC 4648, 4 and 5).
package enum Base64 {
    /// Encodes `bytes` in the plain alphabet with padding and without line breaks.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        append(bytes, to: &text, alphabet: plainAlphabet)
        while text.count % 4 != 0 { text.append(pad) }
        return String(decoding: text, as: UTF8.self)
    }

    static let pad = UInt8(ascii: "=")

    /// The entry of a digit table for a character that is not a digit.
    static let noDigit: UInt8 = 0xff

    static let plainAlphabet = alphabet("+", "/")
    static let safeAlphabet = alphabet("-", "_")
    static let plainDigits = digits(of: [plainAlphabet])
    static let safeDigits = digits(of: [safeAlphabet])
    static let lenientDigits = digits(of: [plainAlphabet, safeAlphabet])

    /// The number of characters that encode `count` bytes, without padding.
    static func length(ofEncoding count: Int) -> Int {
        (count * 4 + 2) / 3
    }

    static func append(_ bytes: [UInt8], to text: inout [UInt8], alphabet: [UInt8]) {
        var index = 0
        while index + 2 < bytes.count {
            let group =
                UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8
                | UInt32(bytes[index + 2])
            text.append(alphabet[Int(group >> 18)])
            text.append(alphabet[Int(group >> 12 & 63)])
            text.append(alphabet[Int(group >> 6 & 63)])
            text.append(alphabet[Int(group & 63)])
            index += 3
        }
        switch bytes.count - index {
        case 1:
            text.append(alphabet[Int(bytes[index] >> 2)])
            text.append(alphabet[Int(bytes[index] & 3) << 4])
        case 2:
            text.append(alphabet[Int(bytes[index] >> 2)])
            text.append(alphabet[Int(bytes[index] & 3) << 4 | Int(bytes[index + 1] >> 4)])
            text.append(alphabet[Int(bytes[index + 1] & 15) << 2])
        default:
            break
        }
    }

    /// Decodes `text`; nil unless it is the only encoding of its bytes.
    static func decodeStrictly(_ text: some Collection<UInt8>, digits: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var held: UInt32 = 0
        var bits = 0
        for character in text {
            let digit = digits[Int(character)]
            guard digit != noDigit else { return nil }
            held = held << 6 | UInt32(digit)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
                held &= (1 << UInt32(bits)) - 1
            }
        }
        // Six leftover bits mean a lone digit, which encodes no byte; fewer leftover bits must be
        // zero.
        return bits < 6 && held == 0 ? bytes : nil
    }

    private static func alphabet(
        _ plus: Unicode.Scalar,
        _ slash: Unicode.Scalar
    ) -> [UInt8] {
        Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
            + [UInt8(ascii: plus), UInt8(ascii: slash)]
    }

    private static func digits(of alphabets: [[UInt8]]) -> [UInt8] {
        var digits = [UInt8](repeating: noDigit, count: 256)
        for alphabet in alphabets {
            for (digit, character) in alphabet.enumerated() {
                digits[Int(character)] = UInt8(digit)
            }
        }
        return digits
    }
}
