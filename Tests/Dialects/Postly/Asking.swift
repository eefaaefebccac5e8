import MockPostlyCrypto
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld

@testable import PostlyDialect

extension Postly {
    /// The API over an empty world whose clock stands still.
    static func fresh(
        googleClientID: String? = nil,
        usesCaches: Bool = true,
        images: Images = .upstream,
        googleKeys: (() throws -> Deferred<(id: String, key: RSAKey)>)? = nil
    ) throws -> Postly {
        let world = TimeAndChance(name: "default", clock: .frozen(at: .frozen), randomSeed: 1)
        let context = DialectContext(
            try Domain.inMemory(world),
            secret: "your-secret-key",
            usesCaches: usesCaches
        )
        context.identityProvider = Provider(audience: googleClientID, googleKeys)
        var settings = Settings()
        settings.images = images
        return Postly(context, settings)
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
        try respond(to: request).reply.response
    }
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
