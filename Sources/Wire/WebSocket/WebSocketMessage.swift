/// What the two sides exchange.
package struct WebSocketMessage: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// Well-formed UTF-8.
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
    package var bytes: [UInt8]

    package init(_ kind: Kind, _ bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }

    package static func text(_ text: String) -> WebSocketMessage {
        WebSocketMessage(.text, Array(text.utf8))
    }
}
