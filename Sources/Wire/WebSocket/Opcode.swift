/// The type of a frame (RFC 6455, 11.8); other numbers are reserved.
package enum Opcode: UInt8, Sendable, CaseIterable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// Whether such a frame may come between the fragments of a message.
    package var isControl: Bool { rawValue & 8 != 0 }
}
