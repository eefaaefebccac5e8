/// The reason why a request is refused before a handler sees it.
///
/// The connection is closed after the answer.
package struct Rejection: Error, Sendable, Equatable {
    /// An HTTP status of 400 or more.
    package let status: Int
    /// The message for the client, in English and safe inside a JSON string.
    package let words: String

    /// A rejection with an HTTP status and a message.
    package init(_ status: Int, _ words: String) {
        self.status = status
        self.words = words
    }

    /// The default answer: a short JSON body, after which the connection is closed.
    package var response: Response {
        var response = Response(
            status: status,
            contentType: "application/json",
            text: "{\"error\":\"\(words)\"}\n"
        )
        response.closesConnection = true
        return response
    }
}

extension Rejection {
    static let bareLineFeed = Rejection(400, "A line of the head ends without CR LF.")
    static let badRequestLine = Rejection(400, "The request line is malformed.")
    static let badTarget = Rejection(400, "The request target is malformed.")
    static let targetTooLong = Rejection(414, "The request target is too long.")
    static let badVersion = Rejection(505, "Only HTTP/1.0 and HTTP/1.1 are spoken here.")
    static let connect = Rejection(
        501,
        "This port is no proxy: that of serve is another, --proxy-port."
    )
    static let headTooLarge = Rejection(431, "The request head is too large.")
    static let tooManyFields = Rejection(431, "The request head has too many fields.")
    static let badField = Rejection(400, "A header field is malformed.")
    static let foldedField = Rejection(400, "A header field is folded over lines.")
    static let badHost = Rejection(400, "There must be exactly one valid Host field.")
    static let badLength = Rejection(400, "The Content-Length is malformed.")
    static let lengthAndEncoding = Rejection(
        400,
        "Content-Length and Transfer-Encoding exclude each other."
    )
    static let encodingInOldVersion = Rejection(400, "HTTP/1.0 has no Transfer-Encoding.")
    static let unknownEncoding = Rejection(501, "The only Transfer-Encoding known is chunked.")
    static let badExpectation = Rejection(417, "The only expectation known is 100-continue.")
    static let badChunk = Rejection(400, "The chunked body is malformed.")

    /// The client has begun with TLS, which this server does not speak.
    package static let speaksTLS = Rejection(
        400,
        "This port speaks plain HTTP, not TLS: use http://, or start the server with --tls."
    )
    /// Answered with 413; the part of the body that has arrived is dropped.
    package static let bodyTooLarge = Rejection(413, "The request body is too large.")
    /// The head was incomplete at its deadline, or the body made no progress.
    package static let timedOut = Rejection(408, "The request took too long to arrive.")
    /// The limit on connections is reached.
    package static let tooManyConnections = Rejection(503, "Too many connections are open.")
    /// The ``BufferBudget`` has no room for the request.
    package static let noRoom = Rejection(503, "Too much is being received and sent at once.")
}
