/// The header of a client's frame (RFC 6455, 5.2).
package struct FrameHeader: Sendable, Equatable {
    /// Whether this is the last frame of its message.
    package var isFinal: Bool
    /// Whether the first reserved bit is set, which marks a compressed message (RFC 7692, 6).
    package var isDeflated: Bool
    /// A reserved number never gets here: it is a ``ProtocolViolation``.
    package var opcode: Opcode
    /// The length of the payload in bytes.
    ///
    /// From 0 to 2^63 - 1, in the shortest of the three forms; others are refused (RFC 6455, 5.2).
    package var length: Int
    /// The masking key; its lowest byte applies to the first byte of the payload.
    package var mask: UInt32
}

/// Reads a frame's header byte by byte and throws at the first invalid byte.
struct FrameHeaderReader: Sendable {
    private enum Place {
        case first
        case second
        case length(left: Int)
        case mask(left: Int)
    }

    /// Whether the first reserved bit may be set.
    private let allowsDeflated: Bool
    private var place = Place.first
    private var header = FrameHeader(
        isFinal: false,
        isDeflated: false,
        opcode: .continuation,
        length: 0,
        mask: 0
    )
    /// The smallest length that needs a length field of this size; shorter ones are refused.
    private var leastLength = 0

    init(allowsDeflated: Bool) {
        self.allowsDeflated = allowsDeflated
    }

    /// Reads the next byte; returns the header after its last byte.
    mutating func read(_ byte: UInt8) throws(ProtocolViolation) -> FrameHeader? {
        switch place {
        case .first:
            try takeFirst(byte)
        case .second:
            try takeSecond(byte)
        case .length(let left):
            // A first byte of 0x80 or more would mean a length of 2^63 or more.
            guard left < 8 || byte < 0x80 else { throw .badLength }
            header.length = header.length << 8 | Int(byte)
            guard left == 1 else {
                place = .length(left: left - 1)
                return nil
            }
            guard header.length >= leastLength else { throw .badLength }
            place = .mask(left: 4)
        case .mask(let left):
            header.mask |= UInt32(byte) << UInt32((4 - left) * 8)
            place = left > 1 ? .mask(left: left - 1) : .first
            return left > 1 ? nil : header
        }
        return nil
    }

    private mutating func takeFirst(_ byte: UInt8) throws(ProtocolViolation) {
        guard let opcode = Opcode(rawValue: byte & 0x0f) else { throw .reservedOpcode }
        guard byte & 0x30 == 0 else { throw .reservedBit }
        header.isFinal = byte & 0x80 != 0
        header.isDeflated = byte & 0x40 != 0
        header.opcode = opcode
        header.length = 0
        header.mask = 0
        if opcode.isControl && !header.isFinal { throw .fragmentedControl }
        if header.isDeflated {
            guard allowsDeflated, !opcode.isControl else { throw .reservedBit }
            guard opcode != .continuation else { throw .deflatedContinuation }
        }
        place = .second
    }

    private mutating func takeSecond(_ byte: UInt8) throws(ProtocolViolation) {
        guard byte & 0x80 != 0 else { throw .notMasked }
        let length = Int(byte & 0x7f)
        if header.opcode.isControl && length > 125 { throw .longControl }
        switch length {
        case 126:
            leastLength = 126
            place = .length(left: 2)
        case 127:
            leastLength = 65_536
            place = .length(left: 8)
        default:
            header.length = length
            place = .mask(left: 4)
        }
    }
}
