internal import MockPostlyText

/// An id of twelve bytes that sorts by the second in which it was made, like MongoDB's ObjectId.
///
/// Four bytes of seconds, five random bytes per generator and three bytes of a counter, all
/// big-endian.
///
/// `65cb1b2e0c1f4a7b9d000001`: 24 hexadecimal digits, as upstreams with MongoDB send it.
package struct ObjectID: Sendable, Hashable, Comparable {
    /// Seconds since 1970, modulo 2^32.
    package let seconds: UInt32
    /// The other eight bytes: 40 random bits, then 24 bits of the counter.
    private let rest: UInt64

    /// An id with the lowest 40 bits of `random` and the lowest 24 bits of `counter`.
    ///
    /// The higher bits of `random` and `counter` are dropped.
    package init(seconds: UInt32, random: UInt64, counter: UInt32) {
        self.seconds = seconds
        rest = random << 24 | UInt64(counter & 0xFF_FFFF)
    }

    /// Reads exactly 24 hexadecimal digits in either case; nil for other texts.
    @inlinable
    package init?(hex: some StringProtocol) {
        let contiguous = hex.utf8.withContiguousStorageIfAvailable(Self.init(hexDigits:))
        guard let id = contiguous ?? Array(hex.utf8).withUnsafeBufferPointer(Self.init(hexDigits:))
        else { return nil }
        self = id
    }

    /// Reads exactly 24 hexadecimal digits in either case, as ASCII; nil for other bytes.
    @usableFromInline
    package init?(hexDigits: UnsafeBufferPointer<UInt8>) {
        guard hexDigits.count == 24 else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        // Without branches: each request for a post comes through here.
        var areDigits = true
        func value(_ index: Int) -> UInt64 {
            let byte = hexDigits[index]
            let (digit, letter) = (byte &- UInt8(ascii: "0"), (byte | 0x20) &- UInt8(ascii: "a"))
            areDigits = areDigits && (digit < 10 || letter < 6)
            return UInt64(digit < 10 ? digit : letter &+ 10)
        }
        for index in 0..<8 { high = high << 4 | value(index) }
        for index in 8..<24 { low = low << 4 | value(index) }
        guard areDigits else { return nil }
        (seconds, rest) = (UInt32(truncatingIfNeeded: high), low)
    }

    /// The 24 hexadecimal digits, in lower case.
    package var hex: String {
        withHex { String(decoding: $0, as: UTF8.self) }
    }

    /// Appends ``hex`` as ASCII.
    package func appendHex(to bytes: inout [UInt8]) {
        withHex { bytes.append(contentsOf: $0) }
    }

    /// Calls `body` with the ASCII of ``hex``, valid only during the call.
    package func withHex<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { buffer in
            for index in 0..<8 {
                let nibble = UInt8(truncatingIfNeeded: seconds >> (28 - 4 * UInt32(index)))
                buffer[index] = UInt8.hexadecimalDigit(nibble & 0xF)
            }
            for index in 0..<16 {
                let nibble = UInt8(truncatingIfNeeded: rest >> (60 - 4 * UInt64(index)))
                buffer[8 + index] = UInt8.hexadecimalDigit(nibble & 0xF)
            }
            return body(UnsafeBufferPointer(buffer))
        }
    }

    /// By time, then by generator, then by counter: the order of their text as well.
    package static func < (left: ObjectID, right: ObjectID) -> Bool {
        (left.seconds, left.rest) < (right.seconds, right.rest)
    }
}

/// Makes different ``ObjectID``s from a fixed random part and a counter.
package struct ObjectIDGenerator: Sendable {
    private let random: UInt64
    private var counter: UInt32

    /// A generator with a random part and a first counter from `source`, which gives two numbers.
    package init(random source: inout RandomSource) {
        let random = source.next() >> 24
        self.init(random: random, counter: UInt32(truncatingIfNeeded: source.next() >> 40))
    }

    /// A generator with these 40 random bits, whose first id has this counter.
    package init(random: UInt64, counter: UInt32) {
        self.random = random
        self.counter = counter & 0xFF_FFFF
    }

    /// The next id at `instant`; its seconds start again at 0 in 2106, its counter after 2^24 ids.
    ///
    /// - Parameter instant: its whole seconds count.
    /// - Returns: an id that this generator has not given in the last 2^24 ids.
    package mutating func next(at instant: Instant) -> ObjectID {
        let id = ObjectID(
            seconds: UInt32(truncatingIfNeeded: instant.seconds),
            random: random,
            counter: counter
        )
        counter = (counter + 1) & 0xFF_FFFF
        return id
    }

    /// The next id at `instant` for which `isTaken` is false.
    ///
    /// Asks for one id after the other; there are 2^24 in a second, and with all of them taken it
    /// never ends.
    ///
    /// - Parameters:
    ///   - instant: the time of the id.
    ///   - isTaken: asked once per id; what it throws is thrown again.
    /// - Returns: an id that is free.
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
