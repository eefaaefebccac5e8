/// A way to reach a mock server: by calls in this process, or over a connection.
package protocol Door: Sendable {
    /// The URL of the server, without a trailing slash.
    var url: String { get }
    /// Whether the server was made by this process and ends with its ``MockServer``.
    var isOwn: Bool { get }

    /// Sends the bytes of one request and waits for its response, `timeout` at most.
    func exchange(_ request: [UInt8], timeout: Duration) throws -> MockServer.Answer

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
