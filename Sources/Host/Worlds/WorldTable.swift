internal import MockPostlyWorld

/// The worlds of a server by name, in the order in which they were made, `default` first.
///
/// Belongs to the loop's thread.
struct WorldTable {
    /// Which one of several servers has these worlds.
    private let instance: Instance?
    private(set) var list: [World] = [] { didSet { changes += 1 } }
    private var places: [String: Int] = [:]
    private var nextNumber = 1
    /// The world that requests which name no world are for; nil when the table is empty.
    private(set) var front: World? { didSet { changes += 1 } }
    /// Grows whenever a name, or no name, may stand for another world than before.
    private(set) var changes = 0
    /// The world found last: the next request is mostly for the same world.
    private var lastFound: World?

    init(of instance: Instance? = nil) { self.instance = instance }

    var isEmpty: Bool { list.isEmpty }
    var home: World? { list.first }
    /// The number of worlds beside the default one.
    var extraCount: Int { max(0, list.count - 1) }

    /// The world called `name`, compared byte by byte, not by Unicode equivalence.
    subscript(name: String) -> World? {
        if let instance, instance.defaultWorld.utf8.elementsEqual(name.utf8) { return home }
        guard let place = places[name], list[place].name.utf8.elementsEqual(name.utf8) else {
            return nil
        }
        return list[place]
    }

    /// As ``subscript(_:)``, for the bytes of a name in a path.
    mutating func find(_ name: ArraySlice<UInt8>) -> World? {
        if let lastFound, lastFound.name.utf8.elementsEqual(name) { return lastFound }
        lastFound = self[String(decoding: name, as: UTF8.self)]
        return lastFound
    }

    mutating func add(_ world: World) {
        precondition(places[world.name] == nil, "a world with the name of another")
        places[world.name] = list.count
        if list.isEmpty { front = world }
        list.append(world)
    }

    mutating func remove(_ world: World) {
        lastFound = nil
        if front === world { front = list.first { $0 !== world } }
        // A new world may have the same name by now.
        guard let place = places[world.name], list[place] === world else { return }
        places[world.name] = nil
        // The others keep their order: responses list worlds in it.
        list.remove(at: place)
        for index in place..<list.count { places[list[index].name] = index }
    }

    mutating func removeAll() {
        lastFound = nil
        front = nil
        list = []
        places = [:]
    }

    /// Makes `world`, one of the table, the ``front``.
    mutating func use(_ world: World) {
        front = world
    }

    /// A new name, `w1`, `w2` and so on, after what the instance's begin with; a name is never given
    /// twice.
    mutating func newName() -> String {
        while true {
            let name = "\(instance?.start ?? "")w\(nextNumber)"
            nextNumber += 1
            if self[name] == nil { return name }
        }
    }
}
