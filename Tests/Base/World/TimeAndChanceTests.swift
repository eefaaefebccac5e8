import MockPostlyWorld
import Testing

@Suite
struct TimeAndChanceTests {
    private let start = Instant(seconds: 1_771_072_496)

    @Test
    func `the same seed, clock and calls give the same values`() {
        func values(seed: UInt64) -> [String] {
            let world = TimeAndChance(name: "a", clock: .frozen(at: start), randomSeed: seed)
            var values = (0..<5).map { _ in world.newObjectID().hex }
            values.append(world.newUUID())
            world.clock.advance(by: .seconds(60))
            values.append(world.now.rfc3339Micros)
            values.append(world.newObjectID().hex)
            values.append(world.newUUID())
            return values
        }
        #expect(values(seed: 7) == values(seed: 7))
        #expect(Set(values(seed: 7)).intersection(values(seed: 8)).count == 1)
    }

    @Test
    func `ids have the second of the world's clock`() {
        let world = TimeAndChance(name: "default", clock: .frozen(at: start), randomSeed: 1)
        #expect(world.name == "default")
        #expect(world.newObjectID().seconds == 1_771_072_496)
        world.clock.advance(by: .seconds(4))
        #expect(world.newObjectID().seconds == 1_771_072_500)
    }

    @Test
    func `two worlds do not move each other`() {
        let first = TimeAndChance(name: "a", clock: .frozen(at: start), randomSeed: 1)
        let second = TimeAndChance(name: "b", clock: .frozen(at: start), randomSeed: 1)
        _ = first.newObjectID()
        _ = first.newUUID()
        first.clock.advance(by: .seconds(9))
        #expect(second.now == start)
        let fresh = TimeAndChance(name: "c", clock: .frozen(at: start), randomSeed: 1)
        #expect(second.newObjectID() == fresh.newObjectID())
        #expect(second.newUUID() == fresh.newUUID())
    }

    @Test
    func `ids and random numbers do not disturb each other`() {
        let mixed = TimeAndChance(name: "a", clock: .frozen(at: start), randomSeed: 1)
        let plain = TimeAndChance(name: "b", clock: .frozen(at: start), randomSeed: 1)
        for _ in 0..<10 { _ = mixed.newUUID() }
        #expect(mixed.newObjectID() == plain.newObjectID())
    }
}
