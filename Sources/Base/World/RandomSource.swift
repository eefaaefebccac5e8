internal import MockPostlyText

/// Random numbers that repeat for the same seed: xoshiro256**, seeded with SplitMix64.
///
/// For ids, slugs and samples of runs that must repeat. Not for keys: the next numbers can be
/// computed from earlier ones.
package struct RandomSource: Sendable, RandomNumberGenerator {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// A source whose sequence of numbers depends only on `seed`.
    package init(seed: UInt64) {
        var mixer = SplitMix64(state: seed)
        state = (mixer.next(), mixer.next(), mixer.next(), mixer.next())
    }

    /// A seed from the operating system's random source, different each time.
    ///
    /// Not repeatable: for the start of a server without a random seed.
    package static func entropySeed() -> UInt64 {
        var system = SystemRandomNumberGenerator()
        return system.next()
    }

    /// A number of all 64 bits; the sequence is the same on every machine.
    package mutating func next() -> UInt64 {
        let result = (state.1 &* 5).rotatedLeft(7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = state.3.rotatedLeft(45)
        return result
    }

    /// `count` random bytes, eight from each number, its lowest byte first.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            var word = next()
            for _ in 0..<min(8, count - bytes.count) {
                bytes.append(UInt8(truncatingIfNeeded: word))
                word >>= 8
            }
        }
        return bytes
    }

    /// A random UUID in lower case, version 4 of RFC 9562.
    ///
    /// 36 characters, from two numbers of the source.
    package mutating func uuid4() -> String {
        var bytes = bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
            text.append(UInt8.hexadecimalDigit(byte >> 4))
            text.append(UInt8.hexadecimalDigit(byte & 0xF))
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// A generator that only expands a seed to a larger state.
private struct SplitMix64 {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

extension UInt64 {
    fileprivate func rotatedLeft(_ count: UInt64) -> UInt64 {
        self << count | self >> (64 - count)
    }
}
