/// The reason why a WebSocket ends, as a number (RFC 6455, 7.4, and IANA's registry).
package struct CloseCode: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package static let normal = CloseCode(rawValue: 1000)
    package static let goingAway = CloseCode(rawValue: 1001)
    package static let protocolError = CloseCode(rawValue: 1002)
    package static let invalidData = CloseCode(rawValue: 1007)
    package static let messageTooBig = CloseCode(rawValue: 1009)
    package static let internalError = CloseCode(rawValue: 1011)
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
