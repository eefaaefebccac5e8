/// An id of twelve bytes that sorts by the second it was made in, as MongoDB makes them.
///
/// Four bytes of seconds, five of random for the maker, three of a counter, each most significant
/// byte first.
package struct ObjectID: Sendable, Hashable, Comparable {
    /// Seconds since 1970.
    package let seconds: UInt32
    /// The other eight bytes: 40 random bits, then the 24 of the counter.
    private let rest: UInt64

    /// Takes the lowest 40 bits of `random` and the lowest 24 of `counter`.
    package init(seconds: UInt32, random: UInt64, counter: UInt32) {
        self.seconds = seconds
        rest = random << 24 | UInt64(counter & 0xFF_FFFF)
    }

    /// Reads exactly 24 hexadecimal digits of either case.
    @inlinable
    package init?(hex: some StringProtocol) {
        let contiguous = hex.utf8.withContiguousStorageIfAvailable(Self.init(hexDigits:))
        guard let id = contiguous ?? Array(hex.utf8).withUnsafeBufferPointer(Self.init(hexDigits:))
        else { return nil }
        self = id
    }

    @usableFromInline
    init?(hexDigits: UnsafeBufferPointer<UInt8>) {
        guard hexDigits.count == 24 else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for (index, byte) in hexDigits.enumerated() {
            guard let digit = hexadecimalValue(byte) else { return nil }
            if index < 8 {
                high = high << 4 | UInt64(digit)
            } else {
                low = low << 4 | UInt64(digit)
            }
        }
        (seconds, rest) = (UInt32(truncatingIfNeeded: high), low)
    }

    /// The 24 digits, in lower case.
    package var hex: String {
        withHex { String(decoding: $0, as: UTF8.self) }
    }

    /// Appends ``hex`` as ASCII.
    package func appendHex(to bytes: inout [UInt8]) {
        withHex { bytes.append(contentsOf: $0) }
    }

    /// Lends the ASCII of ``hex``, without making a string of it.
    package func withHex<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { buffer in
            for index in 0..<8 {
                let nibble = UInt8(truncatingIfNeeded: seconds >> (28 - 4 * UInt32(index)))
                buffer[index] = hexadecimalDigit(nibble & 0xF)
            }
            for index in 0..<16 {
                let nibble = UInt8(truncatingIfNeeded: rest >> (60 - 4 * UInt64(index)))
                buffer[8 + index] = hexadecimalDigit(nibble & 0xF)
            }
            return body(UnsafeBufferPointer(buffer))
        }
    }

    package static func < (left: ObjectID, right: ObjectID) -> Bool {
        (left.seconds, left.rest) < (right.seconds, right.rest)
    }
}

/// Makes ``ObjectID``s that differ from one another: one random part, and a counter.
package struct ObjectIDGenerator: Sendable {
    private let random: UInt64
    private var counter: UInt32

    /// A generator with a random part and a first counter from `source`.
    package init(random source: inout RandomSource) {
        let random = source.next() >> 24
        self.init(random: random, counter: UInt32(truncatingIfNeeded: source.next() >> 40))
    }

    /// A generator with these 40 random bits, whose first id has this counter.
    package init(random: UInt64, counter: UInt32) {
        self.random = random
        self.counter = counter & 0xFF_FFFF
    }

    /// The next id at `instant`; after 2106 its seconds start again at 0.
    package mutating func next(at instant: Instant) -> ObjectID {
        let id = ObjectID(
            seconds: UInt32(truncatingIfNeeded: instant.seconds),
            random: random,
            counter: counter
        )
        counter = (counter + 1) & 0xFF_FFFF
        return id
    }

    /// The next id at `instant` that `isTaken` does not know.
    package mutating func next(
        at instant: Instant,
        unless isTaken: (ObjectID) throws -> Bool
    ) rethrows -> ObjectID {
        while true {
            let id = next(at: instant)
            if try !isTaken(id) { return id }
        }
    }
}
