/// The content of a close frame (RFC 6455, 5.5.1).
package struct CloseFrame: Sendable, Equatable {
    /// The most bytes of a reason: a control frame has at most 125, two of them for the code.
    package static let longestReason = 123

    /// Nil for a close frame without content.
    package var code: CloseCode?
    /// In UTF-8; more than ``longestReason`` bytes are cut off when it is sent.
    package var reason: String

    /// A close frame with a code and a reason, or without content if `code` is nil.
    package init(_ code: CloseCode?, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    /// Reads the payload of a client's close frame.
    init(payload: [UInt8]) throws(ProtocolViolation) {
        guard !payload.isEmpty else {
            self.init(nil)
            return
        }
        guard payload.count > 1 else { throw .badCloseFrame }
        let code = CloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.isSendable else { throw .badCloseCode }
        guard let reason = String(validating: payload[2...], as: UTF8.self) else {
            throw .badCloseReason
        }
        self.init(code, reason)
    }

    /// The payload; a reason that is too long is cut after the last whole character that fits.
    var payload: [UInt8] {
        guard let code else { return [] }
        var bytes = [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xff)]
        var rest = reason.utf8.count
        var short = Substring(reason)
        while rest > Self.longestReason, let last = short.popLast() { rest -= last.utf8.count }
        bytes += short.utf8
        return bytes
    }
}
