/// Searches for special bytes: in blocks of sixteen bytes whether there is one, in words of eight
/// bytes where.
///
/// The compiler uses vector instructions for `SIMD2<UInt64>`, not for comparisons of
/// `SIMD16<UInt8>`, which are eight times slower.
enum ByteScan {
    private static let low: UInt64 = 0x0101_0101_0101_0101
    private static let high: UInt64 = 0x8080_8080_8080_8080

    /// Eight bytes from `pointer`, the first one in the lowest bits on every machine.
    @inline(__always)
    static func word(at pointer: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
    }

    /// Marks each byte that is a control character, a quote or a backslash, by its top bit.
    ///
    /// A borrow may mark bytes after a real match too, so only the lowest mark is certain.
    @inline(__always)
    static func escapes(in word: UInt64) -> UInt64 {
        let quote = word ^ (low &* 0x22)
        let backslash = word ^ (low &* 0x5C)
        let control = (word &- (low &* 0x20)) & ~word
        let matches = ((quote &- low) & ~quote) | ((backslash &- low) & ~backslash)
        return (control | matches) & high
    }

    /// Marks the bytes of ``escapes(in:)`` and every byte outside ASCII.
    @inline(__always)
    static func escapesAndNonASCII(in word: UInt64) -> UInt64 {
        escapes(in: word) | (word & high)
    }

    /// Marks the bytes of ``escapes(in:)`` and every byte outside printable ASCII.
    @inline(__always)
    static func escapesAndNonPrintable(in word: UInt64) -> UInt64 {
        // Adding 1 sets the top bit of DEL; a carry out of 255 only reaches bytes after a real
        // match.
        escapes(in: word) | ((word | (word &+ low)) & high)
    }

    /// How many bytes come before the first mark; 8 without a mark.
    @inline(__always)
    static func clear(before marks: UInt64) -> Int {
        marks.trailingZeroBitCount >> 3
    }

    /// The last `rest` bytes before `end`, at most seven, followed by zeros.
    ///
    /// `length` bytes before `end` may be read.
    @inline(__always)
    static func lastWord(before end: UnsafePointer<UInt8>, rest: Int, of length: Int) -> UInt64 {
        if length >= 8 { return word(at: end - 8) >> UInt64(64 - 8 * rest) }
        var word: UInt64 = 0
        for place in 1...rest { word = word << 8 | UInt64((end - place).pointee) }
        return word
    }

    /// Whether no byte is a control character, a quote, a backslash or outside printable ASCII.
    @inline(__always)
    static func isPlain(_ words: SIMD2<UInt64>) -> Bool {
        let marks = marks(in: words)
        return (marks.x | marks.y) & high == 0
    }

    /// Whether ``isPlain(_:)-(SIMD2<UInt64>)`` is true of both.
    @inline(__always)
    static func isPlain(_ first: SIMD2<UInt64>, _ second: SIMD2<UInt64>) -> Bool {
        let marks = marks(in: first) | marks(in: second)
        return (marks.x | marks.y) & high == 0
    }

    /// The same marks as ``escapesAndNonPrintable(in:)``, for two words at once; only the top bits
    /// count.
    @inline(__always)
    private static func marks(in words: SIMD2<UInt64>) -> SIMD2<UInt64> {
        let low = SIMD2<UInt64>(repeating: Self.low)
        let quote = (words ^ (low &* 0x22)) &- low
        let backslash = (words ^ (low &* 0x5C)) &- low
        return quote | backslash | (words &- (low &* 0x20)) | (words &+ low) | words
    }
}
