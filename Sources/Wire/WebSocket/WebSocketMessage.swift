/// A message in either direction.
package struct WebSocketMessage: Sendable, Equatable {
    /// The two types of messages.
    package enum Kind: Sendable, Equatable {
        /// Valid UTF-8.
        case text
        case binary

        var opcode: Opcode {
            switch self {
            case .text: .text
            case .binary: .binary
            }
        }
    }

    package var kind: Kind
    /// The content without framing, mask and compression.
    package var bytes: [UInt8]

    /// A message; the bytes of a text must be UTF-8.
    package init(_ kind: Kind, _ bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }

    /// A text message.
    package static func text(_ text: String) -> WebSocketMessage {
        WebSocketMessage(.text, Array(text.utf8))
    }
}
