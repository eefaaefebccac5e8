/// Base64 with the alphabet that is safe in URLs, without padding (RFC 4648, 5).
package enum Base64URL {
    /// Encodes `bytes` as text, without padding.
    package static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: encodedBytes(bytes), as: UTF8.self)
    }

    /// Encodes `bytes` as ASCII, without padding.
    package static func encodedBytes(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(Base64.length(ofEncoding: bytes.count))
        append(bytes, to: &text)
        return text
    }

    /// Appends the encoded form of `bytes` to `text`.
    package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        Base64.append(bytes, to: &text, alphabet: Base64.safeAlphabet)
    }

    /// Writes the encoded form of `bytes` to `text`, which has room for it; returns its length.
    package static func write(
        _ bytes: UnsafeBufferPointer<UInt8>,
        at text: UnsafeMutablePointer<UInt8>
    ) -> Int {
        Base64.write(bytes, at: text, alphabet: Base64.safeAlphabet)
    }

    /// Decodes `text` as PyJWT 2.10 decodes a token's segment; nil where that fails.
    ///
    /// PyJWT adds `=` up to a multiple of four and calls Python's `base64.urlsafe_b64decode`. That
    /// accepts both alphabets, skips all other characters, stops at a complete padding and ignores
    /// the rest. It fails only when the digits end inside a group of four that no padding
    /// completes.
    package static func decodeLeniently(_ text: some Collection<UInt8>) -> [UInt8]? {
        if let decoded = text.withContiguousStorageIfAvailable(decodeLeniently(buffer:)) {
            return decoded
        }
        return Array(text).withUnsafeBufferPointer(decodeLeniently(buffer:))
    }

    /// Decodes `text`; nil unless ``encode(_:)`` of the result gives exactly `text`.
    ///
    /// So padding, other characters and non-zero bits after the last byte are refused.
    package static func decodeStrictly(_ text: some Collection<UInt8>) -> [UInt8]? {
        Base64.decodeStrictly(text, digits: Base64.safeDigits)
    }

    private static func decodeLeniently(buffer text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        Base64.lenientDigits.withUnsafeBufferPointer { decodeLeniently(text, digits: $0) }
    }

    private static func decodeLeniently(
        _ text: UnsafeBufferPointer<UInt8>,
        digits: UnsafeBufferPointer<UInt8>
    ) -> [UInt8]? {
        // The padding that PyJWT adds is treated as part of the text.
        let padded = text.count + (4 - text.count % 4) % 4
        var isComplete = true
        let bytes = [UInt8](unsafeUninitializedCapacity: padded / 4 * 3) { bytes, count in
            var index = decodeGroups(text, digits: digits, into: bytes, &count)
            var place = 0
            var pads = 0
            var rest: UInt8 = 0
            while index < padded {
                let character = index < text.count ? text[index] : Base64.pad
                index += 1
                if character == Base64.pad {
                    guard place >= 2 else { continue }
                    pads += 1
                    if place + pads >= 4 { return }
                    continue
                }
                let digit = digits[Int(character)]
                guard digit != Base64.noDigit else { continue }
                pads = 0
                switch place {
                case 0:
                    rest = digit
                    place = 1
                    continue
                case 1:
                    bytes[count] = rest << 2 | digit >> 4
                    rest = digit & 0x0f
                    place = 2
                case 2:
                    bytes[count] = rest << 4 | digit >> 2
                    rest = digit & 0x03
                    place = 3
                default:
                    bytes[count] = rest << 6 | digit
                    place = 0
                }
                count += 1
            }
            isComplete = place == 0
        }
        return isComplete ? bytes : nil
    }

    /// Decodes the groups of four digits at the start of `text`; returns the index after them.
    private static func decodeGroups(
        _ text: UnsafeBufferPointer<UInt8>,
        digits: UnsafeBufferPointer<UInt8>,
        into bytes: UnsafeMutableBufferPointer<UInt8>,
        _ count: inout Int
    ) -> Int {
        var index = 0
        while index + 4 <= text.count {
            let first = digits[Int(text[index])]
            let second = digits[Int(text[index + 1])]
            let third = digits[Int(text[index + 2])]
            let fourth = digits[Int(text[index + 3])]
            // The top bit is set in `noDigit` and in no digit.
            guard (first | second | third | fourth) & 0x80 == 0 else { break }
            bytes[count] = first << 2 | second >> 4
            bytes[count + 1] = second << 4 | third >> 2
            bytes[count + 2] = third << 6 | fourth
            count += 3
            index += 4
        }
        return index
    }
}
