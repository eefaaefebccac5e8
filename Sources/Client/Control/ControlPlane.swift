internal import MockPostlyJSON
internal import MockPostlyText
internal import MockPostlyWorld

/// Calls of the control plane, by requests like any client's, through whichever door.
extension MockServer {
    /// How long a call may take that waits for nothing but its own work.
    static let timeout = Duration.seconds(120)
    private static let prefix = "/__mockpostly/v1"

    /// Sends a request to the control plane and returns its answer, whatever its status.
    ///
    /// - Parameters:
    ///   - method: such as `POST`.
    ///   - segments: the parts of the path after the version.
    ///   - query: names and values, not encoded; nil values are left out.
    ///   - body: the bytes of the body; nil for none.
    ///   - timeout: how long to wait for the answer.
    /// - Returns: the answer.
    /// - Throws: a ``Failure`` when no answer comes.
    func controlAnswer(
        _ method: String,
        _ segments: [String],
        query: [(name: String, value: String?)] = [],
        body: [UInt8]? = nil,
        timeout: Duration = timeout
    ) throws -> Answer {
        for segment in segments {
            if segment.isEmpty { throw Failure("a name is empty") }
            if segment.utf8.contains(UInt8(ascii: "/")) {
                throw Failure("the name '\(segment)' has a '/', which no name has")
            }
        }
        var path = Self.prefix + segments.map { "/" + percentEncoded($0) }.joined()
        let given = query.compactMap { name, value in
            value.map { "\(name)=\(percentEncoded($0))" }
        }
        if !given.isEmpty { path += "?" + given.joined(separator: "&") }
        var headers: Headers = [:]
        if let adminToken { headers["Authorization"] = "Bearer \(adminToken)" }
        if body != nil { headers["Content-Type"] = "application/json" }
        return try exchange(method, path, headers: headers, body: body, timeout: timeout)
    }

    /// As ``controlAnswer(_:_:query:body:timeout:)``; a refusal is thrown as a ``Failure``.
    func control(
        _ method: String,
        _ segments: [String],
        query: [(name: String, value: String?)] = [],
        body: [UInt8]? = nil
    ) throws -> ControlDocument {
        let answer = try controlAnswer(method, segments, query: query, body: body)
        guard answer.status < 400 else { throw Failure(refusal: answer) }
        return ControlDocument(answer)
    }

    /// As ``control(_:_:query:body:)``, with a JSON object whose members `write` writes.
    @discardableResult
    func control(
        _ method: String,
        _ segments: [String],
        query: [(name: String, value: String?)] = [],
        _ write: (inout JSONWriter) throws -> Void
    ) throws -> ControlDocument {
        try control(method, segments, query: query, body: try Self.object(write))
    }

    /// The bytes of a JSON object whose members `write` writes.
    static func object(_ write: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        try write(&json)
        json.endObject()
        return json.finish()
    }

    /// The host and port of ``url``.
    var authority: String { String(url.dropFirst("http://".count)) }

}

extension MockServer.World {
    /// As ``MockServer/control(_:_:query:body:)``, with this world as the parameter `world`.
    @discardableResult
    func control(
        _ method: String,
        _ segments: [String],
        query: [(name: String, value: String?)] = [],
        body: [UInt8]? = nil
    ) throws -> ControlDocument {
        try server.control(method, segments, query: [("world", name)] + query, body: body)
    }

    /// As ``control(_:_:query:body:)``, with a JSON object whose members `write` writes.
    @discardableResult
    func control(
        _ method: String,
        _ segments: [String],
        query: [(name: String, value: String?)] = [],
        _ write: (inout JSONWriter) throws -> Void
    ) throws -> ControlDocument {
        let body = try MockServer.object(write)
        return try control(method, segments, query: query, body: body)
    }
}

extension MockServer.Failure {
    /// The failure for a refusal, in the words of its problem document (RFC 9457).
    init(refusal answer: MockServer.Answer) {
        let document = ControlDocument(answer)
        let status = answer.status
        if let detail = document.text("detail"), let hint = document.text("hint") {
            self.init("\(detail) \(hint)", status: status)
        } else {
            self.init("the control plane answers \(status): \(answer.text)", status: status)
        }
    }
}
