package import MockPostlyCrypto
package import MockPostlyHTTP
package import MockPostlyNouns
package import MockPostlyWorld

/// What a dialect finds in its world.
///
/// Belongs to the loop's thread.
package final class DialectContext {
    package let domain: Domain
    /// The key under which the world's tokens are signed.
    package let secret: String
    /// Whether answers are remembered; the bytes are the same either way.
    package let usesCaches: Bool
    /// Counts what is held for clients beyond their requests; set before the first request.
    package var budget = BufferBudget(limit: .max)
    /// The account that a token named in the request that is being handled, as the dialect calls it;
    /// nil when nobody said who asks.
    ///
    /// The dialect notes it when it has checked a token; forgotten before the next request.
    package var asker: String?
    /// What all channel frames pass, whatever their transport; nil when nobody wants to see them.
    package var frameTap: (any FrameTap)?
    /// Takes what is to stand in the log; set before the first request.
    package var report: (Report) -> Void = { _ in }
    /// Who signs the ID tokens that people log in with; set by the dialect that does.
    package var identityProvider: (any IdentityProvider)?

    /// The memory for what is remembered, which worlds share.
    package let caches: CacheBudget

    package init(
        _ domain: Domain,
        secret: String,
        usesCaches: Bool = true,
        caches: CacheBudget = CacheBudget()
    ) {
        self.caches = caches
        self.domain = domain
        self.secret = secret
        self.usesCaches = usesCaches
    }

    package var world: World { domain.world }
}

/// Signs ID tokens for the people of a world, as an OpenID provider does.
///
/// Belongs to the loop's thread.
package protocol IdentityProvider: AnyObject {
    /// What the `aud` of a token must be; nil when any will do.
    var audience: String? { get }
    /// Whether a token must be signed by the provider's key; else its claims are enough.
    var demandsSignatures: Bool { get }

    /// The key that tokens are signed with, and its id.
    func signingKey() throws -> Deferred<(id: String, key: RSAKey)>
}

/// What the content of a world must have for the dialects that are served.
package struct ContentPlan {
    /// Where the records of documents come from; there are none when nobody serves them.
    package var documents = DocumentOrigin(.empty)

    package init() {}
}
