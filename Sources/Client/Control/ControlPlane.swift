package import MockPostlyControlClient
package import MockPostlyHTTPClient
internal import MockPostlyJSON

/// Calls of the control plane, by requests like any client's, through whichever door.
extension MockServer: ControlClient {
    /// How long a call may take that waits for nothing but its own work.
    static let timeout = Duration.seconds(120)

    package var timeout: Duration { Self.timeout }

    package func exchange(_ request: HTTPRequest, within timeout: Duration) throws -> HTTPAnswer {
        let answer = try door.exchange(try bytes(of: request), timeout: timeout)
        return HTTPAnswer(status: answer.status, body: answer.body)
    }

    package func failure(for refusal: ControlRefusal) -> any Error { Failure(refusal) }

    /// Sends a request to the control plane and returns its answer, whatever its status.
    ///
    /// - Parameters:
    ///   - method: such as `POST`.
    ///   - segments: the parts of the path after the version.
    ///   - query: names and values, not encoded; nil values are left out.
    ///   - body: the bytes of the body, JSON; nil for none.
    ///   - timeout: how long to wait for the answer.
    /// - Returns: the answer.
    /// - Throws: a ``Failure`` when no answer comes.
    func controlAnswer(
        _ method: String,
        _ segments: [String],
        query: ControlCall.Query = [],
        body: [UInt8]? = nil,
        timeout: Duration = timeout
    ) throws -> HTTPAnswer {
        for segment in segments {
            if segment.isEmpty { throw Failure("a name is empty") }
            if segment.utf8.contains(UInt8(ascii: "/")) {
                throw Failure("the name '\(segment)' has a '/', which no name has")
            }
        }
        let body = body.map { ControlCall.Body.json($0) } ?? .none
        return try answer(
            to: ControlCall(method, segments, query: query, body: body),
            within: timeout
        )
    }

    /// As ``controlAnswer(_:_:query:body:timeout:)``, with a JSON object whose members `write` writes;
    /// a refusal is thrown as a ``Failure``.
    @discardableResult
    func control(
        _ method: String,
        _ segments: [String],
        query: ControlCall.Query = [],
        _ write: ((inout JSONWriter) throws -> Void)? = nil
    ) throws -> ControlDocument {
        let body = try write.map { try ControlCall.object($0) }
        let answer = try controlAnswer(method, segments, query: query, body: body)
        return ControlDocument(try accepted(answer))
    }

    /// The host and port of ``url``.
    var authority: String { String(url.dropFirst("http://".count)) }
}

extension MockServer.World {
    /// As ``MockServer/control(_:_:query:_:)``, with this world as the parameter `world`.
    @discardableResult
    func control(
        _ method: String,
        _ segments: [String],
        query: ControlCall.Query = [],
        _ write: ((inout JSONWriter) throws -> Void)? = nil
    ) throws -> ControlDocument {
        try server.control(method, segments, query: [("world", name)] + query, write)
    }
}

extension MockServer.Failure {
    /// The failure for a refusal, in the words of its problem document.
    init(_ refusal: ControlRefusal) {
        let status = refusal.status
        if let detail = refusal.detail, let hint = refusal.hint {
            self.init("\(detail) \(hint)", status: status)
        } else {
            self.init("the control plane answers \(status): \(refusal.text)", status: status)
        }
    }
}
