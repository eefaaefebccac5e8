internal import MockPostlyContent
internal import MockPostlyControl
internal import MockPostlyCrypto
internal import MockPostlyNouns
internal import MockPostlySeeds
internal import MockPostlyWorld

/// What makes one world differ from the others, beside its content.
package struct WorldPlan {
    package static let defaultName = "default"

    var name: String
    /// What it begins with, as a client says it: `seed`, `snapshot:one`.
    var origin: String
    var scenario: Scenario?
    var clock: Clock
    /// Nil when the machine chooses.
    var randomSeed: UInt64?
    /// What comes to ``randomSeed``, so that a copy does not make the ids again that it has.
    var randomSalt = ""
    /// The key of its tokens.
    var secret: String
    var timeToLive: Duration?
    /// What it is reset to, when that is not the image that it began with.
    var seed: SeedSource?

    /// The default world.
    init(_ configuration: HostConfiguration) {
        name = Self.defaultName
        origin = "seed"
        clock = Clock(configuration.clock)
        randomSeed = configuration.randomSeed
        secret = configuration.jwtSecret
        seed = configuration.seed
    }

    /// A world beside the default one, whose secret and random numbers follow from the
    /// configuration's and from its name, so that no two worlds have the same.
    init(_ name: String, origin: String, _ configuration: HostConfiguration) {
        self.name = name
        self.origin = origin
        clock = Clock(configuration.clock)
        let key = HMACSHA256(key: Array(configuration.jwtSecret.utf8))
        secret = Base64URL.encode(key.authenticate(Array(name.utf8)))
        randomSeed = configuration.randomSeed.map { Self.mixed($0, name) }
    }

    /// The random numbers that it begins with, and begins with again after a reset when they were
    /// chosen.
    var firstRandomSeed: UInt64 {
        guard let randomSeed else { return RandomSource.entropySeed() }
        return randomSalt.isEmpty ? randomSeed : Self.mixed(randomSeed, randomSalt)
    }

    func makeWorld() -> World {
        World(name: name, clock: clock, randomSeed: firstRandomSeed)
    }

    private static func mixed(_ seed: UInt64, _ text: String) -> UInt64 {
        sha256(Array("\(seed) \(text)".utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
