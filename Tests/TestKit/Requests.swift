package import MockPostlyHTTP

/// The parser takes what a test says for no request.
package struct NoRequest: Error {
    package init() {}
}

/// What a handler has found out about one request.
package final class Found: Findings {
    package var asker: String?

    package init() {}
}

extension Request {
    /// A request as the parser gives it; without `host` by HTTP/1.0.
    package static func asking(
        _ method: String,
        _ target: String,
        _ fields: [(String, String)] = [],
        body: String = "",
        host: String? = "localhost:8080"
    ) throws -> Request {
        try asking(method, Array(target.utf8), fields, body: Array(body.utf8), host: host)
    }

    /// As above, with a body that need not be UTF-8.
    package static func asking(
        _ method: String,
        _ target: String,
        _ fields: [(String, String)] = [],
        body: [UInt8],
        host: String? = "localhost:8080"
    ) throws -> Request {
        try asking(method, Array(target.utf8), fields, body: body, host: host)
    }

    /// As above, with a target and a body that need not be UTF-8.
    package static func asking(
        _ method: String,
        _ target: [UInt8],
        _ fields: [(String, String)] = [],
        body: [UInt8] = [],
        host: String? = "localhost:8080"
    ) throws -> Request {
        var head = " HTTP/1.\(host == nil ? 0 : 1)\r\n"
        if let host { head += "Host: \(host)\r\n" }
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
        head += "\r\n"
        let bytes = Array("\(method) ".utf8) + target + Array(head.utf8) + body
        guard case .request(let request) = RequestParser.step(of: bytes, RequestLimits()).step
        else {
            throw NoRequest()
        }
        return request
    }
}
