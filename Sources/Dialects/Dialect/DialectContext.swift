package import MockPostlyCrypto
package import MockPostlyHTTP
package import MockPostlyNouns
package import MockPostlyWorld

/// What a world gives to its dialects; all dialects of a world share one context.
///
/// Belongs to the loop's thread.
package final class DialectContext {
    /// The world's content, with its clock and random numbers.
    package let domain: Domain
    /// The key that signs the world's tokens.
    ///
    /// Any text; all worlds of a server have the same unless the options say otherwise.
    package let secret: String
    /// Whether responses may be cached; the bytes sent are the same either way.
    package let usesCaches: Bool
    /// Limits the memory for data that waits for clients between requests; set before the first
    /// request.
    ///
    /// Unlimited until then.
    package var budget = BufferBudget(limit: .max)
    /// Sees all channel frames of both transports; nil when nothing observes them.
    package var frameTap: (any FrameTap)?
    private let listener: (any DialectListener)?
    /// Signs the ID tokens that users log in with; set by the dialect that provides them, else nil.
    package var identityProvider: (any IdentityProvider)?

    /// The memory limit for response caches, shared by all worlds.
    package let caches: CacheBudget
    /// The pictures that they have drawn.
    package let pictures: PictureCache
    private var statistics: [ObjectIdentifier: CacheStatistics] = [:]

    /// A context over `domain`, without a tap, a log or an identity provider.
    ///
    /// - Parameters:
    ///   - domain: the content of the world.
    ///   - secret: signs and checks tokens.
    ///   - usesCaches: false with `--no-cache`.
    ///   - caches: shared with other worlds.
    ///   - listener: gets what the dialects tell beside their answers.
    package init(
        _ domain: Domain,
        secret: String,
        usesCaches: Bool = true,
        caches: CacheBudget = CacheBudget(),
        listener: (any DialectListener)? = nil
    ) {
        self.caches = caches
        self.listener = listener
        pictures = PictureCache(caches, isOn: usesCaches)
        self.domain = domain
        self.secret = secret
        self.usesCaches = usesCaches
    }

    /// What caches have done for a dialect of the world.
    package func statistics(of dialect: any Dialect.Type) -> CacheStatistics {
        let key = ObjectIdentifier(dialect)
        if let known = statistics[key] { return known }
        let new = CacheStatistics()
        statistics[key] = new
        return new
    }

    /// The world's name, clock and random numbers.
    package var world: TimeAndChance { domain.world }

    /// Writes to the log.
    package func report(_ report: LogMessage) { listener?.report(report) }

    /// Whether channel frames are kept.
    package var keepsFrames: Bool { listener?.keepsFrames == true }

    /// Keeps a channel frame of either transport, with what ``frameTap`` did to it.
    package func keep(_ frame: ChannelFrame, of dialect: any Dialect.Type, fault: String?) {
        listener?.keep(frame, of: dialect.name, fault: fault)
    }
}

/// Gets what the dialects of a world tell beside their answers.
///
/// Belongs to the loop's thread.
package protocol DialectListener: AnyObject {
    /// Whether channel frames are kept.
    var keepsFrames: Bool { get }
    /// Keeps a channel frame, with the names of its dialect and of what was done to it.
    func keep(_ frame: ChannelFrame, of dialect: String, fault: String?)
    /// Writes to the log.
    func report(_ report: LogMessage)
}

/// Signs ID tokens for the users of a world, as an OpenID provider does.
///
/// Belongs to the loop's thread.
package protocol IdentityProvider: AnyObject {
    /// The required `aud` claim of a token; nil when any audience is accepted.
    var audience: String? { get }
    /// Whether a token must be signed by the provider's key; otherwise only its claims are checked.
    ///
    /// Nothing else is asked of a token then: anybody can make one.
    var demandsSignatures: Bool { get }

    /// The key that signs tokens, and its id (`kid`).
    ///
    /// Deferred because making an RSA key is slow: the worker makes it when it is first needed.
    ///
    /// - Throws: faults of the server, such as no randomness for a key.
    func signingKey() throws -> Deferred<(id: String, key: RSAKey)>
}

/// What the served dialects need in the content of every world.
///
/// One for all worlds of a server.
package struct ContentPlan {
    /// Where the documents come from; empty unless a served dialect sets it.
    package var documents = DocumentOrigin(.empty)

    package init() {}
}
