/// Splits the client's bytes into frames (RFC 6455, 5), as a state machine without input or output.
///
/// It keeps no payload but passes parts on as they arrive. ``MessageAssembler`` checks the order of
/// frames and joins them to messages.
///
/// ```swift
/// var used = 0
/// while true {
///     switch try parser.step(bytes, used: &used) {
///     case .needsMore: return
///     case .began(let header): begin(header)
///     case .payload(let range, let mask, let isLast): append(bytes[range], mask, isLast)
///     }
/// }
/// ```
package struct FrameParser: Sendable {
    /// The result of one step.
    package enum Step: Sendable, Equatable {
        /// All bytes are used; call again with more.
        case needsMore
        /// A frame begins; parts of its payload follow, of which the last may be empty.
        case began(FrameHeader)
        /// This range of the input is payload; the lowest byte of `mask` applies to its first byte.
        case payload(Range<Int>, mask: UInt32, isLast: Bool)
    }

    private var reader: FrameHeaderReader
    /// Bytes of payload that are still to come; nil between frames and within a header.
    private var left: Int?
    private var mask: UInt32 = 0

    /// A parser at the start of the client's frames.
    ///
    /// - Parameter allowsDeflated: whether permessage-deflate was agreed on.
    package init(allowsDeflated: Bool = false) {
        reader = FrameHeaderReader(allowsDeflated: allowsDeflated)
    }

    /// Parses one step of `input`, from index `used` on, and increases `used`.
    ///
    /// After an error the rest of the client's bytes cannot be interpreted.
    ///
    /// - Parameters:
    ///   - input: the bytes of one read; nothing of it is kept.
    ///   - used: how many of them are done with.
    /// - Returns: what the next bytes are; ranges are indices of `input`.
    /// - Throws: a ``ProtocolViolation`` for a frame without a mask, with a reserved bit or opcode, or with
    /// a length that is not in its shortest form, and for a control frame that is fragmented or
    ///   long.
    package mutating func step(
        _ input: UnsafeBufferPointer<UInt8>,
        used: inout Int
    ) throws(ProtocolViolation) -> Step {
        if let left { return payload(input, left: left, used: &used) }
        while used < input.count {
            used += 1
            guard let header = try reader.read(input[used - 1]) else { continue }
            left = header.length
            mask = header.mask
            return .began(header)
        }
        return .needsMore
    }

    private mutating func payload(
        _ input: UnsafeBufferPointer<UInt8>,
        left: Int,
        used: inout Int
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
