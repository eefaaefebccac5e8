internal import MockPostlyCrypto
internal import MockPostlyText

/// A weak ETag as Express makes it: the length in hexadecimal, and 27 characters of the SHA-1 in
/// base64.
package func entityTag(of body: [UInt8]) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digest in
        if let start = digest.baseAddress { sha1(body, at: start) }
        // W/"…-…", with up to 16 hexadecimal digits.
        return String(unsafeUninitializedCapacity: 48) { text in
            guard let start = text.baseAddress else { return 0 }
            var count = 0
            func put(_ byte: UInt8) {
                start[count] = byte
                count += 1
            }
            put(UInt8(ascii: "W"))
            put(UInt8(ascii: "/"))
            put(UInt8(ascii: "\""))
            let digits = max(1, (Int.bitWidth - body.count.leadingZeroBitCount + 3) / 4)
            for place in (0..<digits).reversed() {
                let digit = UInt8(truncatingIfNeeded: body.count >> (place * 4) & 0xF)
                put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
            put(UInt8(ascii: "-"))
            count += Base64.write(UnsafeBufferPointer(digest), at: start + count)
            put(UInt8(ascii: "\""))
            return count
        }
    }
}
