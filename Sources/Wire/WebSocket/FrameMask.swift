/// The masking key after `count` bytes, rotated so that its lowest byte applies next.
func advanced(_ mask: UInt32, by count: Int) -> UInt32 {
    let bits = UInt32(count & 3) * 8
    return mask &>> bits | mask &<< (32 &- bits)
}

/// Removes the mask from `bytes`, or applies it (RFC 6455, 5.3).
///
/// The lowest byte of `mask` applies to the first byte.
func unmask(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ mask: UInt32) {
    let words = UnsafeMutableRawBufferPointer(bytes)
    let wide = UInt64(mask) << 32 | UInt64(mask)
    let end = bytes.count & ~7
    for place in stride(from: 0, to: end, by: 8) {
        let word = UInt64(littleEndian: words.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        words.storeBytes(of: (word ^ wide).littleEndian, toByteOffset: place, as: UInt64.self)
    }
    for place in end..<bytes.count {
        bytes[place] ^= UInt8(truncatingIfNeeded: wide &>> UInt64((place & 7) * 8))
    }
}
