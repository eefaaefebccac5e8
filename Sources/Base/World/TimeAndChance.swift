/// Everything that can differ between two runs of a world: its time, random numbers and ids.
///
/// With the same name, clock and seed the same calls give the same values. Belongs to the loop's
/// thread.
package final class TimeAndChance {
    /// The name of the world, as in `/w/name`.
    package let name: String
    /// The clock, by which everything in the world is dated.
    ///
    /// Setting it does not move what is dated already.
    package var clock: Clock { didSet { clockChanges += 1 } }
    /// How often the clock was set.
    package private(set) var clockChanges = 0
    /// Every use takes numbers from it, so the order of uses decides what comes out.
    package var random: RandomSource
    /// Its random part comes from ``random``'s seed too.
    package var ids: ObjectIDGenerator

    /// A world whose random numbers and ids are determined by `randomSeed`.
    package init(name: String, clock: Clock, randomSeed: UInt64) {
        self.name = name
        self.clock = clock
        var random = RandomSource(seed: randomSeed)
        ids = ObjectIDGenerator(random: &random)
        self.random = random
    }

    /// Restarts random numbers and ids as in a new world with this seed; the clock stays as it is.
    ///
    /// The next ids may then be equal to earlier ones; callers ask the database before they use
    /// one.
    package func restartRandom(seed: UInt64) {
        var random = RandomSource(seed: seed)
        ids = ObjectIDGenerator(random: &random)
        self.random = random
    }

    /// By ``clock``; costs a system call unless that is frozen.
    package var now: Instant { clock.now() }

    /// The next id at the world's time.
    package func newObjectID() -> ObjectID { ids.next(at: now) }

    /// The next random UUID (version 4), in lower case.
    package func newUUID() -> String { random.uuid4() }
}
