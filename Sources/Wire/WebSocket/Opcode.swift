/// The type of a frame (RFC 6455, 11.8); other numbers are reserved.
package enum Opcode: UInt8, Sendable, CaseIterable {
    /// A further frame of a message, whose first one said its type.
    case continuation = 0
    /// The first or only frame of a message in UTF-8.
    case text = 1
    /// The first or only frame of a message of any bytes.
    case binary = 2
    case close = 8
    case ping = 9
    /// A control frame, with at most 125 bytes as all of them, and never compressed (RFC 6455,
    /// 5.5).
    case pong = 10

    /// Whether such a frame may come between the fragments of a message.
    package var isControl: Bool { rawValue & 8 != 0 }
}
