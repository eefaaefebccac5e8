internal import MockPostlyText

/// A set of ASCII characters as 128 bits.
struct ByteSet: Sendable {
    /// The bytes below 0x40; bit 0 is 0x00.
    let low: UInt64
    /// The bytes from 0x40 to 0x7f; bit 0 is 0x40.
    let high: UInt64

    /// `tchar` of RFC 9110 §5.6.2: the characters of methods and field names.
    static var token: ByteSet {
        ByteSet(low: 0x03ff_6cfa_0000_0000, high: 0x57ff_ffff_c7ff_fffe)
    }

    /// The characters of a host and a port (RFC 3986 §3.2), except the comma.
    ///
    /// A comma appears when two Host fields are joined to a list, and never in a real host name.
    static var host: ByteSet {
        ByteSet(low: 0x2fff_6ff2_0000_0000, high: 0x47ff_fffe_afff_fffe)
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        let half = byte & 0x40 == 0 ? low : high
        return byte < 0x80 && (half &>> UInt64(byte & 0x3f)) & 1 == 1
    }

    /// Whether all of `bytes` are in the set.
    func containsAll(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in bytes where !contains(byte) { return false }
        return true
    }
}

/// Whether `bytes` can be a field value: visible bytes, space, tab, and bytes above 0x7f.
func isFieldValue(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Without branch or early exit, so that the compiler can vectorise the loop.
    var faults: UInt8 = 0
    for byte in bytes {
        let control: UInt8 = byte < 0x20 ? 1 : 0
        let tab: UInt8 = byte == 0x09 ? 1 : 0
        let delete: UInt8 = byte == 0x7f ? 1 : 0
        faults |= (control ^ tab) | delete
    }
    return faults == 0
}

/// Whether `bytes` has no byte that is forbidden in a request target: controls, spaces, `#`.
func isTarget(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let isFaulty: (UInt8) -> Bool = {
        $0 <= 0x20 || $0 == 0x7f || $0 == UInt8(ascii: "#")
    }
    return !contains(bytes, whose: isFaulty) { word in
        word.bytes(below: 0x21) | word.bytes(equalTo: 0x7f)
            | word.bytes(equalTo: UInt8(ascii: "#"))
    }
}

/// Whether `bytes` has a `%` or a byte above 0x7f.
func needsDecoding(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let isWanted: (UInt8) -> Bool = { $0 == UInt8(ascii: "%") || $0 >= 0x80 }
    return contains(bytes, whose: isWanted) { word in
        word.bytes(equalTo: UInt8(ascii: "%")) | word
    }
}

/// Whether a byte of `bytes` is looked for; eight at a time are enough to say no.
///
/// `mayBe` sets the highest bit of bytes in a word that may be looked for; a false alarm only costs
/// time.
@inline(__always)
private func contains(
    _ bytes: UnsafeBufferPointer<UInt8>,
    whose isWanted: (UInt8) -> Bool,
    _ mayBe: (UInt64) -> UInt64
) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index + 8 <= raw.count {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if mayBe(word) & UInt64.highBits != 0, bytes[index..<(index + 8)].contains(where: isWanted)
        {
            return true
        }
        index += 8
    }
    return bytes[index...].contains(where: isWanted)
}

extension UInt64 {
    fileprivate static var lowBits: UInt64 { 0x0101_0101_0101_0101 }
    fileprivate static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// The highest bit of each byte that is below `bound`, and perhaps of those after one.
    @inline(__always)
    fileprivate func bytes(below bound: UInt8) -> UInt64 {
        (self &- Self.lowBits &* UInt64(bound)) & ~self
    }

    /// The highest bit of each byte that is `byte`, and perhaps of those after one.
    @inline(__always)
    fileprivate func bytes(equalTo byte: UInt8) -> UInt64 {
        (self ^ (Self.lowBits &* UInt64(byte))).bytes(below: 1)
    }
}

/// Whether `bytes` equals `word`, which is in lower case, ignoring ASCII case.
func equalIgnoringCase(_ bytes: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    let word = word.utf8Start
    for index in 0..<bytes.count where bytes[index].lowercased != word[index] { return false }
    return true
}

/// Whether `bytes` equals `word`.
func equal(_ bytes: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    let word = word.utf8Start
    for index in 0..<bytes.count where bytes[index] != word[index] { return false }
    return true
}
