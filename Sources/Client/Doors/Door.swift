package import MockPostlyHTTPClient

/// A way to reach a mock server: by calls in this process, or over a connection.
package protocol Door: Sendable {
    /// The URL of the server, without a trailing slash.
    var url: String { get }
    /// Whether the server was made by this process and ends with its ``MockServer``.
    var isOwn: Bool { get }

    /// Sends the bytes of one request and waits for its response, `timeout` at most.
    func exchange(_ request: [UInt8], timeout: Duration) throws -> MockServer.Answer

    /// Sends the bytes of one request, and reads its answer piece by piece at the pace of its
    /// delivery, until there is no more or `listener` wants no more.
    ///
    /// Throws an `HTTPFailure` when the answer does not come whole, and a ``MockServer/Failure`` when
    /// the server was stopped.
    func stream(
        _ request: [UInt8],
        into reader: inout HTTPAnswerReader,
        for listener: some AnswerListener
    ) throws

    /// Opens a separate connection; nil in process, where there are no connections.
    func connect() throws -> LoopbackConnection?

    /// Makes a world whose content a request cannot have, and returns its name; nil when a request
    /// is to make it.
    ///
    /// `authority` is the host and the port of the server.
    func makeWorld(
        _ order: WorldRequest,
        from origin: MockServer.Origin,
        for authority: String
    ) throws -> String?

    /// Ends the access: an own server stops, and later calls fail.
    func stop()
}

/// Who gets an answer piece by piece, on the thread that has asked for it.
package protocol AnswerListener {
    /// Called after each piece with all that has come; false to get no more.
    func receive(_ reader: inout HTTPAnswerReader) -> Bool

    /// Waits; false when no more is wanted.
    func pause(for time: Duration) -> Bool
}
