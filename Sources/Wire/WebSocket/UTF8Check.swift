/// Checks that text in parts is UTF-8 (RFC 3629, 4), and fails at the first invalid byte.
struct UTF8Check: Sendable {
    /// How many bytes the current character still needs.
    private var left: UInt8 = 0
    /// The allowed values of its next byte.
    private var next: ClosedRange<UInt8> = Self.anyNext

    private static let anyNext: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether the text so far ends with a complete character.
    var isBetweenCharacters: Bool { left == 0 }

    /// Whether the text may continue with `bytes`; after false no further call is allowed.
    mutating func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        while place < bytes.count {
            if left == 0 {
                place = skippingASCII(bytes, from: place)
                guard place < bytes.count else { return true }
                guard begin(bytes[place]) else { return false }
            } else {
                guard next.contains(bytes[place]) else { return false }
                left -= 1
                next = Self.anyNext
            }
            place += 1
        }
        return true
    }

    /// The index of the first byte at or after `start` that is not ASCII, or the end.
    private func skippingASCII(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let words = UnsafeRawBufferPointer(bytes)
        var place = start
        while place + 8 <= words.count {
            let word = words.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            guard word & 0x8080_8080_8080_8080 == 0 else { break }
            place += 8
        }
        while place < bytes.count, bytes[place] < 0x80 { place += 1 }
        return place
    }

    private mutating func begin(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xC2...0xDF: (left, next) = (1, Self.anyNext)
        case 0xE0: (left, next) = (2, 0xA0...0xBF)
        // Surrogates are not valid in UTF-8.
        case 0xED: (left, next) = (2, 0x80...0x9F)
        case 0xE1...0xEF: (left, next) = (2, Self.anyNext)
        case 0xF0: (left, next) = (3, 0x90...0xBF)
        case 0xF1...0xF3: (left, next) = (3, Self.anyNext)
        case 0xF4: (left, next) = (3, 0x80...0x8F)
        default: return false
        }
        return true
    }
}
