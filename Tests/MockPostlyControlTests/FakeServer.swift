import MockPostlyControl
import MockPostlyHTTP

/// A server whose content is numbers.
final class FakeServer: Controlled {
    var isReady = true
    var resets: [String] = []
    /// What a reset throws.
    var failure: (any Error)?

    var versions: [(name: String, value: String)] {
        [("name", "mockpostly"), ("version", "1.2.3")]
    }
    var openAPI: [UInt8] { Array("openapi: 3.1.0\n".utf8) }

    var worldSummaries: [WorldSummary] {
        [
            WorldSummary(name: "default", posts: 120, users: 40, comments: 500),
            WorldSummary(name: "other", posts: 0, users: 0, comments: 0),
        ]
    }

    func metricsText() -> String { "# HELP x\n" }

    func reset(world name: String) throws -> ResetSummary {
        if let failure { throw failure }
        resets.append(name)
        let summary = WorldSummary(name: name, posts: 1, users: 2, comments: 3)
        return ResetSummary(world: summary, milliseconds: 4.25)
    }
}

extension Control {
    /// The control plane of `server`, on loopback.
    convenience init(of server: FakeServer) {
        self.init(of: server, SameSite(allowedHosts: [], isLoopbackOnly: true))
    }

    func answer(
        _ method: String,
        _ path: String,
        _ fields: [(String, String)] = [],
        body: String = "",
        host: String? = "localhost:8080"
    ) throws -> Response {
        let target = "/__mockpostly/v1" + path
        return try respond(
            to: .asking(method, target, fields, body: body, host: host)
        ).response
    }
}

struct NoRequest: Error {}

extension Request {
    /// A request as the parser gives it; without `host` by HTTP/1.0.
    static func asking(
        _ method: String,
        _ target: String,
        _ fields: [(String, String)] = [],
        body: String = "",
        host: String? = "localhost:8080"
    ) throws -> Request {
        var text = "\(method) \(target) HTTP/1.\(host == nil ? 0 : 1)\r\n"
        if let host { text += "Host: \(host)\r\n" }
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.utf8.count)\r\n" }
        text += "\r\n" + body
        let step = RequestParser.parse(whole: Array(text.utf8))
        guard case .request(let request) = step else { throw NoRequest() }
        return request
    }
}

extension Response {
    var text: String { String(decoding: body, as: UTF8.self) }
}
