import MockPostlyWorlds
import Testing

@Suite
struct InstanceTests {
    private func instance(_ name: String = "a", seed: UInt64 = 1) throws -> Instance {
        try #require(Instance(name, seed: seed))
    }

    @Test(arguments: ["a", "0", "Ci7", "abcdefghijklmnop"])
    func `it is called by letters and digits`(_ name: String) throws {
        #expect(try instance(name).name == name)
    }

    @Test(arguments: ["", "a-b", "a.b", "a_b", " a", "ä", "abcdefghijklmnopq"])
    func `other names are refused`(_ name: String) {
        #expect(Instance(name, seed: 1) == nil)
    }

    @Test(arguments: [UInt64.min, 1, 12_345_678, .max])
    func `what ids begin with can stand in a name, and has five characters of the start`(
        _ seed: UInt64
    ) throws {
        let instance = try instance("ab", seed: seed)
        #expect(instance.start.hasPrefix("ab-") && instance.start.utf8.count == 9)
        #expect(NameRule.allows(instance.start + "w1"))
        #expect(instance.owns(instance.start + "w1"))
    }

    @Test
    func `another start gives other ids`() throws {
        #expect(try instance(seed: 1).start != instance(seed: 2).start)
    }

    @Test
    func `a chosen id gets the prefix once`() throws {
        let instance = try instance()
        #expect(instance.id("checkout") == "a-checkout")
        #expect(instance.id("a-checkout") == "a-checkout")
        #expect(instance.id("b-checkout") == "a-b-checkout")
        #expect(instance.id("ab-checkout") == "a-ab-checkout")
        #expect(instance.id("a") == "a-a")
        #expect(instance.id("-a") == "a--a")
    }

    @Test
    func `the name of an instance is what stands before the first hyphen`() {
        #expect(Instance.name(in: "b-4kx7q-w1") == "b")
        #expect(Instance.name(in: "Ci7-") == "Ci7")
        for none in ["w1", "", "-w1", "a.b-w1", "a_b-w1", "abcdefghijklmnopq-w1"] {
            #expect(Instance.name(in: none) == nil)
        }
    }
}
