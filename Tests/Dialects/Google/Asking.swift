import MockPostlyCrypto
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import MockPostlyText
import MockPostlyWorld

@testable import GoogleDialect

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
        prefix: String = "",
        body: String = ""
    ) throws -> Response {
        var text = "\(method) \(prefix)\(path) HTTP/1.1\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.utf8.count)\r\n" }
        let step = RequestParser.step(of: Array((text + "\r\n" + body).utf8), RequestLimits()).step
        guard case .request(var request) = step else { throw NoRequest() }
        request.dropPathPrefix(prefix.utf8.count)
        return try respond(to: request).reply.response
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
