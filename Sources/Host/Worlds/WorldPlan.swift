internal import MockPostlyContent
internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyNouns
internal import MockPostlySeeds
internal import MockPostlyText
internal import MockPostlyWorld

/// What makes a world differ from the others, apart from its content.
package struct WorldPlan {
    /// The name of the world that requests without a world's name are for.
    package static let defaultName = "default"

    var name: String
    /// What it begins with, as clients write it: `seed`, `snapshot:one`.
    var origin: String
    var scenario: Scenario?
    var clock: Clock
    /// The seed of its random numbers; nil when the operating system chooses it.
    var randomSeed: UInt64?
    /// Mixed into ``randomSeed`` of a copied world, so that it does not make ids it already has.
    var randomSalt = ""
    /// The key that signs its tokens.
    var secret: String
    var timeToLive: Duration?
    var onUnknown: OnUnknown
    /// The settings of its dialects.
    var settings: SettingsByDialect
    /// The seed that a reset reads again when its files have changed; nil resets to the first
    /// image.
    var seed: SeedSource?

    /// Whether it begins with what a seed gives, and not with a copy of another world's content.
    var beginsWithSeed: Bool { seed != nil || scenario != nil }

    /// The default world.
    init(_ configuration: HostConfiguration) {
        name = Self.defaultName
        origin = "seed"
        clock = Clock(configuration.clock)
        randomSeed = configuration.randomSeed
        secret = configuration.jwtSecret
        settings = configuration.settings
        onUnknown = configuration.onUnknown
        seed = configuration.seed
    }

    /// A world beside the default one.
    ///
    /// Its secret and its random seed are derived from the configuration's and from its name, so
    /// that no two worlds have the same.
    init(_ name: String, origin: String, _ configuration: HostConfiguration) {
        self.name = name
        self.origin = origin
        clock = Clock(configuration.clock)
        settings = configuration.settings
        onUnknown = configuration.onUnknown
        let key = HMACSHA256(key: Array(configuration.jwtSecret.utf8))
        secret = Base64URL.encode(key.authenticate(Array(name.utf8)))
        randomSeed = configuration.randomSeed.map { Self.mixed($0, name) }
    }

    /// The random seed at its start and, when the seed was chosen, again after each reset.
    var firstRandomSeed: UInt64 {
        guard let randomSeed else { return RandomSource.entropySeed() }
        return randomSalt.isEmpty ? randomSeed : Self.mixed(randomSeed, randomSalt)
    }

    /// The seed of the chances of its faults, which have random numbers of their own: those of the
    /// content do not change when a fault is active.
    var faultSeed: UInt64 { Self.mixed(firstRandomSeed, "faults") }

    func makeWorld() -> TimeAndChance {
        TimeAndChance(name: name, clock: clock, randomSeed: firstRandomSeed)
    }

    private static func mixed(_ seed: UInt64, _ text: String) -> UInt64 {
        sha256(Array("\(seed) \(text)".utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
