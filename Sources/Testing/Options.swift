internal import CommunityDialect
internal import DummyJSONDialect
internal import GoogleDialect
internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyServer
internal import MockPostlyWorld
internal import MockPostlyWorlds
internal import PexelsDialect
internal import PostlyDialect

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
    ///
    /// A date is written as `2026-02-14T12:34:56.123456Z` (RFC 3339).
    public enum Clock: Sendable, Hashable {
        /// As that of the machine.
        case running
        /// As fast as that of the machine, from a date on.
        case started(at: String)
        /// Not at all, at a date.
        case frozen(at: String)
        /// So many times as fast as that of the machine, from a date on.
        case scaled(by: Double, from: String)
    }

    /// A system that a server can stand in for.
    public enum Dialect: Sendable, Hashable, CaseIterable {
        case postly, dummyJSON, community, pexels

        /// What options and the control plane call it.
        var name: String {
            switch self {
            case .postly: Postly.name
            case .dummyJSON: DummyJSONDialect.DummyJSON.name
            case .community: CommunityDialect.Community.name
            case .pexels: PexelsDialect.Pexels.name
            }
        }
    }

    /// What the DummyJSON API serves, and how.
    public struct DummyJSON: Sendable, Hashable {
        /// Where its records come from.
        public enum Records: Sendable, Hashable {
            /// Those that ship with mockpostly.
            case standard
            case empty
            /// A directory with `posts.json`, `users.json` and so on.
            case directory(String)
        }

        /// The records of every world.
        public var records: Records
        /// Whether adds, updates and deletes are real; else they are answered and nothing is kept,
        /// as by the original.
        public var keepsWrites: Bool
        /// Whether links lead to `https://dummyjson.com`; else to this server.
        public var linksUpstream: Bool
        /// Whether it answers as the original did at the turn of 2022 to 2023.
        public var isLegacy: Bool
        /// Whether a client that asks too often is refused, as by the original.
        public var limitsRate: Bool
        /// Whether cookies are for https alone, as the original's.
        public var usesSecureCookies: Bool

        /// Options; what is left out is as with `mockpostly serve`.
        public init(
            records: Records = .standard,
            keepsWrites: Bool = false,
            linksUpstream: Bool = false,
            isLegacy: Bool = false,
            limitsRate: Bool = false,
            usesSecureCookies: Bool = true
        ) {
            self.records = records
            self.keepsWrites = keepsWrites
            self.linksUpstream = linksUpstream
            self.isLegacy = isLegacy
            self.limitsRate = limitsRate
            self.usesSecureCookies = usesSecureCookies
        }

        var settings: DummyJSONDialect.DummyJSON.Settings {
            var settings = DummyJSONDialect.DummyJSON.Settings()
            settings.source =
                switch records {
                case .standard: .standard
                case .empty: .empty
                case .directory(let path): .directory(path)
                }
            settings.writes = keepsWrites ? .keep : .echo
            settings.links = linksUpstream ? .upstream : .local
            settings.era = isLegacy ? .legacy : .current
            settings.limitsRate = limitsRate
            settings.usesSecureCookies = usesSecureCookies
            return settings
        }
    }

    /// What a server is told before it starts.
    public struct Options: Sendable, Hashable {
        /// The systems to stand in for; with none, all of them.
        public var dialects: Set<Dialect>
        /// The content of the world `default`, for Postly and for the community.
        public var seed: Seed
        /// The clock of every world.
        public var clock: Clock
        /// Whether answers are remembered; they are the same either way.
        public var usesCaches: Bool
        /// Bytes that the caches of all worlds and systems may take together; at least 0.
        public var cacheSize: Int
        /// The key under which access tokens of the world `default` are signed.
        public var jwtSecret: String
        /// When set, the `aud` that Google ID tokens must have.
        public var googleClientID: String?
        /// Whether Google ID tokens must be signed by the key of their world, as those of
        /// ``World/token(for:_:expiresIn:claims:fault:)`` are; else only their claims are checked.
        public var verifiesGoogle: Bool
        /// When set, ids and tokens are the same in every run, given the same requests and a frozen
        /// clock.
        public var randomSeed: UInt64?
        /// What the DummyJSON API serves, and how.
        public var dummyJSON: DummyJSON
        /// How the sockets of the community's feed behave.
        public var community: Community
        /// Whom the image search answers, and what.
        public var pexels: Pexels

        /// Options; what is left out is as with `mockpostly serve`.
        public init(
            seed: Seed = .standard,
            clock: Clock = .running,
            usesCaches: Bool = true,
            jwtSecret: String = "your-secret-key",
            googleClientID: String? = nil,
            randomSeed: UInt64? = nil,
            dialects: Set<Dialect> = [],
            dummyJSON: DummyJSON = DummyJSON(),
            community: Community = Community(),
            pexels: Pexels = Pexels(),
            verifiesGoogle: Bool = false,
            cacheSize: Int = 64 * 1024 * 1024
        ) {
            self.cacheSize = cacheSize
            self.verifiesGoogle = verifiesGoogle
            self.dialects = dialects
            self.dummyJSON = dummyJSON
            self.community = community
            self.pexels = pexels
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
    private var google: GoogleAccounts.Settings {
        var settings = GoogleAccounts.Settings()
        settings.clientID = googleClientID
        settings.verifies = verifiesGoogle
        return settings
    }

    var configuration: Configuration {
        get throws {
            var configuration = Configuration()
            configuration.port = 0
            configuration.ownsProcess = false
            configuration.logLevel = .quiet
            // Each test may make worlds, and need not delete them.
            configuration.worldLimit = 100_000
            configuration.seed = seed.source
            configuration.settings[DummyJSONDialect.DummyJSON.self] = dummyJSON.settings
            configuration.settings[CommunityDialect.Community.self] = community.settings
            configuration.settings[PexelsDialect.Pexels.self] = pexels.settings
            configuration.settings[GoogleAccounts.self] = google
            if !dialects.isEmpty {
                configuration.dialects = MockServer.Dialect.allCases.filter(dialects.contains)
                    .map(\.name)
            }
            configuration.usesCaches = usesCaches
            configuration.cacheSize = max(0, cacheSize)
            configuration.jwtSecret = jwtSecret
            configuration.randomSeed = randomSeed
            configuration.clock = try clock.mode
            return configuration
        }
    }
}
