/// Base64 with padding, and helpers for both alphabets (RFC 4648, 4 and 5).
package enum Base64 {
    /// Writes the digits of `bytes` in the plain alphabet to `text`, which has room for them,
    /// without padding; returns how many they are.
    package static func write(
        _ bytes: UnsafeBufferPointer<UInt8>,
        at text: UnsafeMutablePointer<UInt8>
    ) -> Int {
        write(bytes, at: text, alphabet: plainAlphabet)
    }

    /// Encodes `bytes` in the plain alphabet with padding and without line breaks.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        append(bytes, to: &text, alphabet: plainAlphabet)
        while text.count % 4 != 0 { text.append(pad) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes `text` in the plain alphabet; nil unless it is the only encoding of its bytes, with
    /// its padding.
    package static func decode(_ text: String) -> [UInt8]? {
        let digits = text.utf8.prefix { $0 != pad }
        let padding = text.utf8.dropFirst(digits.count)
        guard text.utf8.count % 4 == 0, padding.count <= 2, padding.allSatisfy({ $0 == pad }) else {
            return nil
        }
        return decodeStrictly(digits, digits: plainDigits)
    }

    /// Decodes `text` in the plain or the URL-safe alphabet, padded or not; nil for other text, and
    /// for text that no bytes have.
    package static func decodeEither(_ text: some Collection<UInt8>) -> [UInt8]? {
        let digits = text.prefix { $0 != pad }
        let padding = text.dropFirst(digits.count)
        guard padding.isEmpty || padding.count <= 2 && text.count % 4 == 0,
            padding.allSatisfy({ $0 == pad })
        else { return nil }
        return decodeStrictly(digits, digits: lenientDigits)
    }

    static let pad = UInt8(ascii: "=")

    /// The entry of a digit table for a character that is not a digit.
    static let noDigit: UInt8 = 0xff

    package static let plainAlphabet = alphabet("+", "/")
    static let safeAlphabet = alphabet("-", "_")
    package static let plainDigits = digits(of: [plainAlphabet])
    static let safeDigits = digits(of: [safeAlphabet])
    static let lenientDigits = digits(of: [plainAlphabet, safeAlphabet])

    /// The number of characters that encode `count` bytes, without padding.
    package static func length(ofEncoding count: Int) -> Int {
        (count * 4 + 2) / 3
    }

    package static func append(
        _ bytes: [UInt8],
        to text: inout [UInt8],
        alphabet: [UInt8]
    ) {
        withUnsafeTemporaryAllocation(
            of: UInt8.self,
            capacity: length(ofEncoding: bytes.count) + 1
        ) { buffer in
            guard let start = buffer.baseAddress else { return }
            let length = bytes.withUnsafeBufferPointer { write($0, at: start, alphabet: alphabet) }
            text.append(contentsOf: UnsafeBufferPointer(start: start, count: length))
        }
    }

    /// Writes the digits of `bytes` to `text`, which has room for them, without padding; returns
    /// how many they are.
    static func write(
        _ bytes: UnsafeBufferPointer<UInt8>,
        at text: UnsafeMutablePointer<UInt8>,
        alphabet: [UInt8]
    ) -> Int {
        guard let source = bytes.baseAddress else { return 0 }
        return alphabet.withUnsafeBufferPointer { alphabet in
            guard let digits = alphabet.baseAddress else { return 0 }
            var (read, target) = (0, text)
            while read + 2 < bytes.count {
                let group =
                    Int(source[read]) << 16 | Int(source[read + 1]) << 8 | Int(source[read + 2])
                target[0] = digits[group >> 18]
                target[1] = digits[group >> 12 & 63]
                target[2] = digits[group >> 6 & 63]
                target[3] = digits[group & 63]
                target += 4
                read += 3
            }
            switch bytes.count - read {
            case 1:
                let group = Int(source[read]) << 4
                target[0] = digits[group >> 6]
                target[1] = digits[group & 63]
                target += 2
            case 2:
                let group = Int(source[read]) << 10 | Int(source[read + 1]) << 2
                target[0] = digits[group >> 12]
                target[1] = digits[group >> 6 & 63]
                target[2] = digits[group & 63]
                target += 3
            default: break
            }
            return target - text
        }
    }

    /// Decodes `text`; nil unless it is the only encoding of its bytes.
    package static func decodeStrictly(
        _ text: some Collection<UInt8>,
        digits: [UInt8]
    ) -> [UInt8]? {
        // In one piece, as most are, a text is read in a tenth of the instructions.
        let decoded = text.withContiguousStorageIfAvailable { decodeStrictly(buffer: $0, digits) }
        if let decoded { return decoded }
        return Array(text).withUnsafeBufferPointer { decodeStrictly(buffer: $0, digits) }
    }

    private static func decodeStrictly(
        buffer text: UnsafeBufferPointer<UInt8>,
        _ digits: [UInt8]
    ) -> [UInt8]? {
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
