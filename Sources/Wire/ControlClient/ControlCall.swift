package import MockPostlyHTTPClient
package import MockPostlyJSON
internal import MockPostlyText

/// What is asked of a server's control plane: a path below its version, and what goes with it.
///
/// ```swift
/// ControlCall("DELETE", ["faults", "3"], query: [("world", "w1")])
/// ```
package struct ControlCall: Sendable {
    /// Names and values, not encoded; those without a value are left out.
    package typealias Query = [(name: String, value: String?)]

    /// What is sent with a call.
    package enum Body: Sendable {
        case none
        case json([UInt8])
        /// Content of a world, which may be a seed or a database.
        case bytes([UInt8])
    }

    /// In upper case, as it is sent.
    private let method: String
    /// Percent-encoded, with its query.
    private let path: String
    private let body: Body

    /// A call of the path that `segments`, which are not encoded, make below `/__mockpostly/v1`.
    package init(
        _ method: String,
        _ segments: [String],
        query: Query = [],
        body: Body = .none
    ) {
        let given = query.compactMap { name, value in
            value.map { "\(percentEncoded(name))=\(percentEncoded($0))" }
        }
        self.method = method
        self.body = body
        path =
            (["/__mockpostly/v1"] + segments.map(percentEncoded)).joined(separator: "/")
            + (given.isEmpty ? "" : "?" + given.joined(separator: "&"))
    }

    /// A call with a message of the Model Context Protocol, which has a path of its own.
    package init(message: [UInt8]) {
        (method, path, body) = ("POST", "/__mockpostly/mcp", .json(message))
    }

    /// The request that makes the call, of somebody who knows `adminToken`.
    package func request(_ adminToken: String?) -> HTTPRequest {
        var request = HTTPRequest(method, path)
        if let adminToken { request.fields.append(("Authorization", "Bearer \(adminToken)")) }
        switch body {
        case .none: break
        case .json(let bytes):
            request.fields.append(("Content-Type", "application/json"))
            request.body = bytes
        case .bytes(let bytes):
            request.fields.append(("Content-Type", "application/octet-stream"))
            request.body = bytes
        }
        return request
    }

    /// The text of a JSON object with the members that `write` writes, as bodies are.
    package static func object<Failure: Error>(
        _ write: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        try write(&json)
        json.endObject()
        return json.finish()
    }
}
