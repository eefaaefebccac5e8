/// The reason why a WebSocket ends, as a number (RFC 6455, 7.4, and IANA's registry).
package struct CloseCode: RawRepresentable, Sendable, Hashable {
    /// Sent in two bytes, the high one first.
    package let rawValue: UInt16

    /// Takes every number; see ``isSendable``.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The purpose of the connection is fulfilled.
    package static let normal = CloseCode(rawValue: 1000)
    /// The server is stopping, or the page was left.
    package static let goingAway = CloseCode(rawValue: 1001)
    /// The peer has violated RFC 6455.
    package static let protocolError = CloseCode(rawValue: 1002)
    /// A text is not UTF-8, or a message cannot be decompressed.
    package static let invalidData = CloseCode(rawValue: 1007)
    /// A message exceeds the limit of the receiver.
    package static let messageTooBig = CloseCode(rawValue: 1009)
    /// The server has failed, and cannot go on.
    package static let internalError = CloseCode(rawValue: 1011)
    /// The server has no room now; the client may come again later.
    package static let tryAgainLater = CloseCode(rawValue: 1013)

    /// Whether a close frame may carry the code.
    ///
    /// The other codes are undefined, or reserved for ends without a close frame.
    package var isSendable: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
