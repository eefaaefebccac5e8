/// Cuts what a client sends into frames, as a pure machine over bytes (RFC 6455, 5).
///
/// It keeps no payload: pieces of it are handed on as they arrive. What binds frames together to
/// messages is ``MessageAssembler``'s.
package struct FrameParser: Sendable {
    package enum Step: Sendable, Equatable {
        /// All bytes are used; call again when there are more of them.
        case needsMore
        /// A frame begins; pieces of its payload follow, of which the last may be empty.
        case began(FrameHeader)
        /// These bytes of the input are payload; `mask` begins with the key's byte for the first.
        case payload(Range<Int>, mask: UInt32, isLast: Bool)
    }

    private var reader: FrameHeaderReader
    /// Bytes of payload that are awaited; nil between frames and within a header.
    private var left: Int?
    private var mask: UInt32 = 0

    /// - Parameter allowsDeflated: whether permessage-deflate was agreed on.
    package init(allowsDeflated: Bool = false) {
        reader = FrameHeaderReader(allowsDeflated: allowsDeflated)
    }

    /// Goes one step through `input`, from the byte at `used` on, and moves `used` on.
    ///
    /// After an error, the rest of what the client sends means nothing.
    package mutating func step(
        _ input: UnsafeBufferPointer<UInt8>,
        used: inout Int
    ) throws(Violation) -> Step {
        if let left { return payload(input, left, &used) }
        while used < input.count {
            used += 1
            guard let header = try reader.take(input[used - 1]) else { continue }
            left = header.length
            mask = header.mask
            return .began(header)
        }
        return .needsMore
    }

    private mutating func payload(
        _ input: UnsafeBufferPointer<UInt8>,
        _ left: Int,
        _ used: inout Int
    ) -> Step {
        let count = min(left, input.count - used)
        if count == 0 && left > 0 { return .needsMore }
        let piece = used..<(used + count)
        let mask = self.mask
        used += count
        self.mask = advanced(mask, by: count)
        self.left = left == count ? nil : left - count
        return .payload(piece, mask: mask, isLast: left == count)
    }
}
