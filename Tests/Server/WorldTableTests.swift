import MockPostlyNouns
import Testing

@testable import MockPostlyWorlds

@Suite
struct WorldTableTests {
    private func bytes(_ name: String) -> ArraySlice<UInt8> { Array(name.utf8)[...] }

    @Test
    func `the first world is the default one, and the others keep their order`() throws {
        var table = WorldTable()
        #expect(table.isEmpty && table.home == nil && table.extraCount == 0)
        let worlds = try ["default", "b", "a", "c"].map { try World.empty($0) }
        for world in worlds { table.add(world) }
        #expect(table.home === worlds[0])
        #expect(table.extraCount == 3)
        #expect(table.list.map(\.name) == ["default", "b", "a", "c"])
        table.remove(worlds[1])
        #expect(table.list.map(\.name) == ["default", "a", "c"])
        for name in ["default", "a", "c"] { #expect(table[name]?.name == name) }
        #expect(table["b"] == nil)
        table.add(try World.empty("b"))
        #expect(table.list.map(\.name) == ["default", "a", "c", "b"])
        table.removeAll()
        #expect(table.isEmpty && table["default"] == nil)
    }

    @Test
    func `a world is found by the bytes of its name`() throws {
        var table = WorldTable()
        table.add(try World.empty("default"))
        table.add(try World.empty("caf\u{E9}"))
        #expect(table["caf\u{E9}"] != nil)
        #expect(table["cafe\u{301}"] == nil)
        #expect(table.find(bytes("cafe\u{301}")) == nil)
        #expect(table.find(bytes("caf\u{E9}")) != nil)
        #expect(table.find(bytes("default"))?.name == "default")
        #expect(table.find(bytes("Default")) == nil)
        #expect(table.find([0xFF]) == nil)
        #expect(table.find([]) == nil)
    }

    @Test
    func `what was found last is forgotten with its world`() throws {
        var table = WorldTable()
        table.add(try World.empty("default"))
        var world: World? = try World.empty("a")
        weak var life: World?
        life = world
        if let world { table.add(world) }
        #expect(table.find(bytes("a")) === world)
        if let world { table.remove(world) }
        #expect(table.find(bytes("a")) == nil)
        world = nil
        #expect(life == nil)
        let other = try World.empty("a")
        table.add(other)
        #expect(table.find(bytes("a")) === other)
    }

    @Test
    func `a world that is gone does not take its successor along`() throws {
        var table = WorldTable()
        table.add(try World.empty("default"))
        let old = try World.empty("a")
        table.add(old)
        table.remove(old)
        let new = try World.empty("a")
        table.add(new)
        table.remove(old)
        #expect(table["a"] === new)
    }

    @Test
    func `made names pass over those that are taken`() throws {
        var table = WorldTable()
        table.add(try World.empty("default"))
        table.add(try World.empty("w2"))
        #expect(table.newName() == "w1")
        #expect(table.newName() == "w3")
        table.add(try World.empty("w4"))
        #expect(table.newName() == "w5")
    }
}
