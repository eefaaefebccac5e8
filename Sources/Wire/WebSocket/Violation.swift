/// A violation of the protocol by the client, for which the server ends the connection.
package struct Violation: Error, Sendable, Equatable {
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

extension Violation {
    static let reservedBit = Violation(.protocolError, "a reserved bit is set")
    static let reservedOpcode = Violation(.protocolError, "the opcode is reserved")
    static let notMasked = Violation(.protocolError, "the frame is not masked")
    static let fragmentedControl = Violation(.protocolError, "a control frame is fragmented")
    static let longControl = Violation(.protocolError, "a control frame is over 125 bytes")
    static let badLength = Violation(.protocolError, "a length is not spelled in its shortest form")
    static let nothingToContinue = Violation(.protocolError, "there is no message to continue")
    static let notContinued = Violation(.protocolError, "the message before was not ended")
    static let deflatedContinuation = Violation(
        .protocolError,
        "only the first frame of a message says that it is compressed"
    )
    static let badCloseFrame = Violation(.protocolError, "a close frame has one byte")
    static let badCloseCode = Violation(.protocolError, "the close code may not be sent")
    static let badCloseReason = Violation(.invalidData, "the close reason is not UTF-8")
    static let badText = Violation(.invalidData, "the text is not UTF-8")
    static let badCompression = Violation(.invalidData, "the message cannot be decompressed")
    static let tooBig = Violation(.messageTooBig, "the message is too big")
}
