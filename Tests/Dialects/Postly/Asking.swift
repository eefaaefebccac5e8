import MockPostlyCrypto
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlyWorld

@testable import PostlyDialect

extension Instant {
    /// 2026-02-14T12:34:56.123456Z, when the clocks of these tests stand still.
    static let frozen = Instant(microseconds: 1_771_072_496_123_456)
}

extension Postly {
    /// The API over an empty world whose clock stands still.
    static func fresh(
        googleClientID: String? = nil,
        usesCaches: Bool = true,
        googleKeys: (() throws -> Deferred<(id: String, key: RSAKey)>)? = nil
    ) throws -> Postly {
        let world = World(name: "default", clock: .frozen(at: .frozen), randomSeed: 1)
        let context = DialectContext(
            try Domain.inMemory(world),
            secret: "your-secret-key",
            usesCaches: usesCaches
        )
        context.identityProvider = Provider(audience: googleClientID, googleKeys)
        return Postly(context)
    }

    /// Signs ID tokens by keys of the test's choice.
    private final class Provider: IdentityProvider {
        let audience: String?
        let demandsSignatures: Bool
        private let keys: () throws -> Deferred<(id: String, key: RSAKey)>

        init(
            audience: String?,
            _ keys: (() throws -> Deferred<(id: String, key: RSAKey)>)?
        ) {
            self.audience = audience
            demandsSignatures = keys != nil
            self.keys = keys ?? { throw NoRequest() }
        }

        func signingKey() throws -> Deferred<(id: String, key: RSAKey)> { try keys() }
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
        var reply = try respond(to: request).reply
        while case .later(let work) = reply { reply = try work.finish(work.work()) }
        // Nothing in this API waits.
        guard case .now(let response) = reply else { throw NoRequest() }
        return response
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
