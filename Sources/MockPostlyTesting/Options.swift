internal import MockPostlyDomain
internal import MockPostlyServer
internal import MockPostlyWorld

extension MockServer {
    /// Where the content of a world comes from.
    public enum Seed: Sendable, Hashable {
        /// The people and posts that ship with mockpostly; `seed/README.md` describes them.
        case standard
        /// Nobody and nothing.
        case empty
        /// Seed files, and directories of seed files, read together.
        case files([String])

        var source: SeedSource {
            switch self {
            case .standard: .standard
            case .empty: .empty
            case .files(let paths): .paths(paths)
            }
        }
    }

    /// How the clock of a world goes when it begins.
    public enum Clock: Sendable, Hashable {
        /// As that of the machine.
        case running
        /// Not at all, at a date such as `2026-02-14T12:34:56.123456Z` (RFC 3339).
        case frozen(at: String)
    }

    /// What a server is told before it starts.
    public struct Options: Sendable, Hashable {
        /// The content of the world `default`.
        public var seed: Seed
        /// The clock of every world.
        public var clock: Clock
        /// Whether answers are remembered; they are the same either way.
        public var usesCaches: Bool
        /// The key under which access tokens of the world `default` are signed.
        public var jwtSecret: String
        /// When set, the `aud` that Google ID tokens must have.
        public var googleClientID: String?
        /// When set, ids and tokens are the same in every run, given the same requests and a frozen
        /// clock.
        public var randomSeed: UInt64?

        /// Options; what is left out is as with `mockpostly serve`.
        public init(
            seed: Seed = .standard,
            clock: Clock = .running,
            usesCaches: Bool = true,
            jwtSecret: String = "your-secret-key",
            googleClientID: String? = nil,
            randomSeed: UInt64? = nil
        ) {
            self.seed = seed
            self.clock = clock
            self.usesCaches = usesCaches
            self.jwtSecret = jwtSecret
            self.googleClientID = googleClientID
            self.randomSeed = randomSeed
        }
    }
}

extension MockServer.Options {
    var configuration: Configuration {
        get throws {
            var configuration = Configuration()
            configuration.port = 0
            configuration.ownsProcess = false
            configuration.logLevel = .quiet
            configuration.seed = seed.source
            configuration.usesCaches = usesCaches
            configuration.jwtSecret = jwtSecret
            configuration.googleClientID = googleClientID
            configuration.randomSeed = randomSeed
            if case .frozen(let date) = clock {
                configuration.clock = .frozen(try MockServer.Failure.parseDate(date))
            }
            return configuration
        }
    }
}
