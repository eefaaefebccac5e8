/// All that makes two runs differ: the time, the random numbers and the ids of one universe.
///
/// The same name, clock and seed and the same calls give the same values. A world belongs to the
/// loop's thread.
package final class World {
    package let name: String
    package var clock: Clock
    package var random: RandomSource
    package var ids: ObjectIDGenerator

    package init(name: String, clock: Clock, randomSeed: UInt64) {
        self.name = name
        self.clock = clock
        var random = RandomSource(seed: randomSeed)
        ids = ObjectIDGenerator(random: &random)
        self.random = random
    }

    /// Makes random numbers and ids those of a fresh world with this seed.
    package func restartRandom(seed: UInt64) {
        var random = RandomSource(seed: seed)
        ids = ObjectIDGenerator(random: &random)
        self.random = random
    }

    package var now: Instant { clock.now() }

    package func newObjectID() -> ObjectID { ids.next(at: now) }

    package func newUUID() -> String { random.uuid4() }
}
