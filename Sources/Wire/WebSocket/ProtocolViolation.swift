/// A violation of the protocol by the client, for which the server ends the connection.
package struct ProtocolViolation: Error, Sendable, Equatable {
    /// The code of the server's close frame.
    ///
    /// 1002, 1007 or 1009 (RFC 6455, 7.4.1).
    package let code: CloseCode
    /// The reason in English, sent in the close frame.
    package let words: String

    init(_ code: CloseCode, _ words: String) {
        self.code = code
        self.words = words
    }
}

extension ProtocolViolation {
    static let reservedBit = ProtocolViolation(.protocolError, "a reserved bit is set")
    static let reservedOpcode = ProtocolViolation(.protocolError, "the opcode is reserved")
    static let notMasked = ProtocolViolation(.protocolError, "the frame is not masked")
    static let fragmentedControl = ProtocolViolation(
        .protocolError,
        "a control frame is fragmented"
    )
    static let longControl = ProtocolViolation(.protocolError, "a control frame is over 125 bytes")
    static let badLength = ProtocolViolation(
        .protocolError,
        "a length is not spelled in its shortest form"
    )
    static let nothingToContinue = ProtocolViolation(
        .protocolError,
        "there is no message to continue"
    )
    static let notContinued = ProtocolViolation(.protocolError, "the message before was not ended")
    static let deflatedContinuation = ProtocolViolation(
        .protocolError,
        "only the first frame of a message says that it is compressed"
    )
    static let badCloseFrame = ProtocolViolation(.protocolError, "a close frame has one byte")
    static let badCloseCode = ProtocolViolation(.protocolError, "the close code may not be sent")
    static let badCloseReason = ProtocolViolation(.invalidData, "the close reason is not UTF-8")
    static let badText = ProtocolViolation(.invalidData, "the text is not UTF-8")
    static let badCompression = ProtocolViolation(
        .invalidData,
        "the message cannot be decompressed"
    )
    static let tooBig = ProtocolViolation(.messageTooBig, "the message is too big")
}
