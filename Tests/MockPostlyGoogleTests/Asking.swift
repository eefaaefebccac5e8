import MockPostlyCrypto
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyWorld

@testable import MockPostlyGoogle

extension Instant {
    /// 2026-02-14T12:34:56.123456Z.
    static let frozen = Instant(microseconds: 1_771_072_496_123_456)
}

extension GoogleKey {
    /// The key of a world whose secret nobody has chosen: making one takes a while.
    static let usual = Result { try GoogleKey(secret: "your-secret-key") }
}

extension GoogleAccounts {
    /// The answer to a request for `path` in the world of `prefix`, slow work done on the spot.
    func answer(
        _ method: String,
        _ path: String,
        _ fields: [(String, String)] = [("Host", "localhost:8080")],
        prefix: String = ""
    ) throws -> Response {
        var text = "\(method) \(prefix)\(path) HTTP/1.1\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        let step = RequestParser.parse(whole: Array((text + "\r\n").utf8))
        guard case .request(var request) = step else { throw NoRequest() }
        request.dropPathPrefix(prefix.utf8.count)
        switch try respond(to: request).reply {
        case .now(let response): return response
        case .later(let work): return try work.answer()
        case .after, .held, .handOver: throw NoRequest()
        }
    }
}

struct NoRequest: Error {}

extension Response {
    /// The body as JSON.
    var json: JSONValue {
        get throws { try JSON(parsing: body).root }
    }
}

extension String {
    /// A segment of a token, decoded.
    func segment(_ index: Int) throws -> String {
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        guard index < parts.count, let bytes = Base64URL.decodeStrictly(parts[index].utf8) else {
            throw NoRequest()
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
