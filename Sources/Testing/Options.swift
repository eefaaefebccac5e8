internal import APIDialect
internal import CommunityDialect
internal import DummyJSONDialect
internal import GoogleDialect
public import MockPostlyClient
internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyEventHTTP
internal import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyServer
internal import MockPostlyWorld
internal import MockPostlyWorlds
internal import PexelsDialect
internal import PostlyDialect
internal import WreelyDialect

extension MockServer {
    /// Where the content of a world comes from.
    public enum Seed: Sendable, Hashable {
        /// The people and posts that ship with mockpostly; `seed/README.md` describes them.
        case standard
        /// No users and no posts.
        case empty
        /// Seed files, and directories of seed files, read together.
        case files([String])
        /// The standard people and posts, and those of seed files and directories.
        case standardAnd(files: [String])

        var source: SeedSource {
            switch self {
            case .standard: .standard
            case .empty: .empty
            case .files(let paths): .paths(paths)
            case .standardAnd(let paths): .joined([.standard, .paths(paths)])
            }
        }
    }

    /// What the DummyJSON API serves, and how.
    public struct DummyJSON: Sendable, Hashable {
        /// Where its records come from.
        public enum Records: Sendable, Hashable {
            /// The records that ship with mockpostly.
            case standard
            case empty
            /// A directory with `posts.json`, `users.json` and so on.
            case directory(String)
        }

        /// The records of every world.
        public var records: Records
        /// Whether adds, updates and deletes are stored; otherwise they are answered, but not
        /// stored, as by the original.
        public var keepsWrites: Bool
        /// Whether links lead to `https://dummyjson.com`; otherwise to this server.
        public var linksUpstream: Bool
        /// Whether it answers as the original did in about January 2023.
        public var isLegacy: Bool
        /// Whether clients have a rate limit, as the original has.
        public var limitsRate: Bool
        /// Whether cookies are for https only, as the original's.
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

    /// The options of a server.
    public struct Options: Sendable, Hashable {
        /// The systems to mock; empty for all of them.
        public var systems: Set<Dialect>
        /// The content of the world `default`, for Postly and for the community.
        public var seed: Seed
        /// The clock of every world.
        public var clock: Clock
        /// Whether responses are cached; the bytes are the same either way.
        public var usesCaches: Bool
        /// The most bytes that the caches of all worlds and systems take together; at least 0.
        public var cacheSize: Int
        /// The key that signs the access tokens of the world `default`.
        public var jwtSecret: String
        /// The required `aud` claim of Google ID tokens; nil accepts any.
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
        /// How the image search behaves, and which API keys it accepts.
        public var pexels: Pexels
        /// How the co-working community lets its members log in.
        public var wreely: Wreely
        /// Where the pictures of Postly come from.
        public var postly: Postly
        /// Your own API, from a file.
        public var api: API
        /// Options of the systems by their names on the command line, without dashes.
        ///
        /// Such as `["dummyjson-era": "legacy"]`; they win over the properties above.
        public var settings: [String: String]

        /// Options; what is left out is as with `mockpostly serve`.
        public init(
            seed: Seed = .standard,
            clock: Clock = .running,
            usesCaches: Bool = true,
            jwtSecret: String = "your-secret-key",
            googleClientID: String? = nil,
            randomSeed: UInt64? = nil,
            systems: Set<Dialect> = [],
            dummyJSON: DummyJSON = DummyJSON(),
            community: Community = Community(),
            pexels: Pexels = Pexels(),
            wreely: Wreely = Wreely(),
            postly: Postly = Postly(),
            verifiesGoogle: Bool = false,
            cacheSize: Int = 32 * 1024 * 1024,
            api: API = API(),
            settings: [String: String] = [:]
        ) {
            self.api = api
            self.cacheSize = cacheSize
            self.settings = settings
            self.verifiesGoogle = verifiesGoogle
            self.systems = systems
            self.dummyJSON = dummyJSON
            self.community = community
            self.pexels = pexels
            self.wreely = wreely
            self.postly = postly
            self.seed = seed
            self.clock = clock
            self.usesCaches = usesCaches
            self.jwtSecret = jwtSecret
            self.googleClientID = googleClientID
            self.randomSeed = randomSeed
        }
    }
}

extension MockServer.Dialect: CaseIterable {
    /// All systems, in the order of `--help`.
    public static var allCases: [MockServer.Dialect] {
        DialectRegistry.standard.names.map { MockServer.Dialect($0) }
    }

    /// The names of `dialects` in the order of ``allCases``.
    ///
    /// Throws a ``MockServer/Failure`` when there is no such system.
    fileprivate static func names(_ dialects: Set<MockServer.Dialect>) throws -> [String] {
        let known = DialectRegistry.standard.names
        if let stranger = dialects.map(\.name).sorted().first(where: { !known.contains($0) }) {
            throw MockServer.Failure(
                "there is no system \"\(stranger)\"; there are \(known.joined(separator: ", "))"
            )
        }
        return known.filter { dialects.contains(MockServer.Dialect($0)) }
    }
}

extension MockServer.TokenKind: CaseIterable {
    /// All kinds of tokens of all systems, the usual kind of a system before its others.
    public static var allCases: [MockServer.TokenKind] {
        DialectRegistry.standard.all.flatMap { dialect in
            (dialect.tokens?.kinds ?? []).enumerated().map { index, kind in
                MockServer.TokenKind(dialect.name, index == 0 ? nil : kind)
            }
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
            // Tests may make many worlds without deleting them.
            configuration.worldLimit = 100_000
            // A connection that a test keeps is not closed while others take their time.
            configuration.limits.idleTimeout = .seconds(3600)
            configuration.seed = seed.source
            configuration.settings[DummyJSONDialect.DummyJSON.self] = dummyJSON.settings
            configuration.settings[CommunityDialect.Community.self] = community.settings
            configuration.settings[PexelsDialect.Pexels.self] = pexels.settings
            configuration.settings[WreelyDialect.Wreely.self] = wreely.settings
            configuration.settings[PostlyDialect.Postly.self] = postly.settings
            configuration.settings[GoogleAccounts.self] = google
            try set(&configuration.settings)
            if !systems.isEmpty {
                configuration.dialects = try MockServer.Dialect.names(systems)
            }
            configuration.settings[APIDialect.API.self] = try api.settings
            let own = configuration.settings[APIDialect.API.self]
            configuration.worlds.takeDates(own.dates, own.relativeRows)
            if api.file != nil {
                let name = APIDialect.API.name
                configuration.dialects = [name] + (systems.isEmpty ? [] : configuration.dialects)
                if systems.isEmpty {
                    configuration.worlds.takeSeedsWithRowsAlone(of: own.resourceNames)
                }
            }
            configuration.usesCaches = usesCaches
            configuration.cacheSize = max(0, cacheSize)
            configuration.jwtSecret = jwtSecret
            configuration.randomSeed = randomSeed
            configuration.clock = try clock.mode
            return configuration
        }
    }

    /// Sets the options that are given by their names.
    ///
    /// Throws a ``MockServer/Failure`` for one that there is not, and for a value that it cannot have.
    private func set(_ all: inout SettingsByDialect) throws {
        for (name, text) in settings.sorted(by: { $0.key < $1.key }) {
            guard DialectRegistry.standard.set(name, to: text, in: &all) else {
                throw MockServer.Failure("no option \"\(name)\" takes \"\(text)\"")
            }
        }
    }
}

extension MockServer.Options {
    /// The former name of ``systems``.
    @available(*, deprecated, renamed: "systems")
    public var dialects: Set<MockServer.Dialect> {
        get { systems }
        set { systems = newValue }
    }

    /// As the initialiser with `systems`, which was called `dialects`.
    @available(*, deprecated, message: "use 'systems' in place of 'dialects'")
    public init(
        seed: MockServer.Seed = .standard,
        clock: MockServer.Clock = .running,
        usesCaches: Bool = true,
        jwtSecret: String = "your-secret-key",
        googleClientID: String? = nil,
        randomSeed: UInt64? = nil,
        dialects: Set<MockServer.Dialect>,
        dummyJSON: MockServer.DummyJSON = .init(),
        community: MockServer.Community = .init(),
        pexels: MockServer.Pexels = .init(),
        wreely: MockServer.Wreely = .init(),
        postly: MockServer.Postly = .init(),
        verifiesGoogle: Bool = false,
        cacheSize: Int = 32 * 1024 * 1024,
        api: MockServer.API = .init(),
        settings: [String: String] = [:]
    ) {
        self.init(
            seed: seed,
            clock: clock,
            usesCaches: usesCaches,
            jwtSecret: jwtSecret,
            googleClientID: googleClientID,
            randomSeed: randomSeed,
            systems: dialects,
            dummyJSON: dummyJSON,
            community: community,
            pexels: pexels,
            wreely: wreely,
            postly: postly,
            verifiesGoogle: verifiesGoogle,
            cacheSize: cacheSize,
            api: api,
            settings: settings
        )
    }
}
