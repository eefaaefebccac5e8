import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyServer
@testable import MockPostlyWorlds

@Suite
struct WorldPlanTests {
    private var configuration: HostConfiguration {
        var configuration = Configuration().worlds
        configuration.randomSeed = 7
        return configuration
    }

    private func ids(_ plan: WorldPlan) -> [String] {
        let world = plan.makeWorld()
        world.clock = .frozen(at: Instant(seconds: 1_700_000_000))
        return (0..<3).map { _ in world.newObjectID().hex } + [world.newUUID()]
    }

    @Test
    func `the default world is as the configuration says`() {
        let plan = WorldPlan(configuration)
        #expect(plan.name == "default" && plan.origin == "seed")
        #expect(plan.secret == configuration.jwtSecret)
        #expect(plan.randomSeed == 7 && plan.firstRandomSeed == 7)
        #expect(plan.timeToLive == nil)
        #expect(plan.seed == configuration.seed)
    }

    @Test
    func `no two worlds have the same secret or random numbers`() {
        var plans = ["a", "b", "A", "a.b", "w1", "w11"].map {
            WorldPlan($0, origin: "seed", configuration)
        }
        plans.append(WorldPlan(configuration))
        #expect(Set(plans.map(\.secret)).count == plans.count)
        #expect(Set(plans.map(\.firstRandomSeed)).count == plans.count)
        #expect(Set(plans.flatMap(ids)).count == 4 * plans.count)
    }

    @Test
    func `a world of the same name is the same again`() {
        let plans = (0..<2).map { _ in WorldPlan("a", origin: "seed", configuration) }
        #expect(plans[0].secret == plans[1].secret)
        #expect(ids(plans[0]) == ids(plans[1]))
        var other = configuration
        other.jwtSecret = "another"
        #expect(WorldPlan("a", origin: "seed", other).secret != plans[0].secret)
    }

    @Test
    func `without a chosen seed random numbers are never the same`() {
        var configuration = configuration
        configuration.randomSeed = nil
        let plan = WorldPlan("a", origin: "seed", configuration)
        #expect(plan.randomSeed == nil)
        #expect(plan.firstRandomSeed != plan.firstRandomSeed)
        #expect(ids(plan) != ids(plan))
    }

    @Test
    func `a copy does not make the ids again that its origin has made`() {
        var plans = ["", "default", "world:a", "world:b", "snapshot:a"].map { salt in
            var plan = WorldPlan("a", origin: "seed", configuration)
            plan.randomSeed = 5
            plan.randomSalt = salt
            return plan
        }
        #expect(plans[0].firstRandomSeed == 5)
        #expect(Set(plans.map(\.firstRandomSeed)).count == plans.count)
        #expect(Set(plans.flatMap(ids)).count == 4 * plans.count)
        plans[1].randomSeed = nil
        #expect(plans[1].firstRandomSeed != plans[1].firstRandomSeed)
    }
}
