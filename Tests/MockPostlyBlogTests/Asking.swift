import MockPostlyCrypto
import MockPostlyDomain
import MockPostlyHTTP
import MockPostlyWorld

@testable import MockPostlyBlog

extension Instant {
    /// 2026-02-14T12:34:56.123456Z, when the clocks of these tests stand still.
    static let frozen = Instant(microseconds: 1_771_072_496_123_456)
}

extension Blog {
    /// The API over an empty world whose clock stands still.
    static func fresh(
        googleClientID: String? = nil,
        usesCaches: Bool = true,
        googleKeys: GoogleKeys? = nil
    ) throws -> Blog {
        let world = World(name: "default", clock: .frozen(at: .frozen), randomSeed: 1)
        let settings = Settings(
            jwtSecret: "your-secret-key",
            googleClientID: googleClientID,
            usesCaches: usesCaches
        )
        return Blog(try Domain.inMemory(world), settings, googleKeys: googleKeys)
    }

    /// A registered person and a token for them.
    func person(_ name: String) throws -> (user: User, token: String) {
        let user = try users.register(
            email: name.lowercased() + "@example.com",
            name: name,
            password: .seeded(name, salt: [1])
        )
        return (user, tokens.issue(for: user.id.text))
    }

    /// The answer to a request, slow work done on the spot.
    func answer(
        _ method: String,
        _ target: String,
        _ fields: [(String, String)] = [],
        body: String = ""
    ) throws -> Response {
        try answer(.asking(method, target, fields, body: body))
    }

    func answer(_ request: Request) throws -> Response {
        switch try respond(to: request).reply {
        case .now(let response): return response
        case .later(let work): return try work.answer()
        // Nothing in this API waits.
        case .after, .held, .handOver: throw NoRequest()
        }
    }
}

struct NoRequest: Error {}

extension Request {
    /// A request as the parser gives it.
    static func asking(
        _ method: String,
        _ target: String,
        _ fields: [(String, String)] = [],
        body: String = "",
        host: String = "localhost:8080"
    ) throws -> Request {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n"
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

/// The refusal that `body` ends with, if it does.
func refusal(_ body: () throws -> some Any) -> Failure? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? Failure
    }
}
