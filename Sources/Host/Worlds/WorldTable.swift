internal import MockPostlyWorld

/// The worlds of a server by their names, the default one first.
///
/// Belongs to the loop's thread.
struct WorldTable {
    private(set) var list: [RunningWorld] = []
    private var places: [String: Int] = [:]
    private var nextNumber = 1
    /// The one that was asked for last: the next request is for it most often.
    private var lastFound: RunningWorld?

    var isEmpty: Bool { list.isEmpty }
    var home: RunningWorld? { list.first }
    /// How many there are beside the default one.
    var extraCount: Int { max(0, list.count - 1) }

    /// The world called so; equal bytes, not equal characters.
    subscript(name: String) -> RunningWorld? {
        guard let place = places[name], list[place].name.utf8.elementsEqual(name.utf8) else {
            return nil
        }
        return list[place]
    }

    /// As ``subscript(_:)`` for a name that stands in a path.
    mutating func find(_ name: ArraySlice<UInt8>) -> RunningWorld? {
        if let lastFound, lastFound.name.utf8.elementsEqual(name) { return lastFound }
        lastFound = self[String(decoding: name, as: UTF8.self)]
        return lastFound
    }

    mutating func add(_ world: RunningWorld) {
        precondition(places[world.name] == nil, "a world with the name of another")
        places[world.name] = list.count
        list.append(world)
    }

    mutating func remove(_ world: RunningWorld) {
        lastFound = nil
        // Another may have its name by now.
        guard let place = places[world.name], list[place] === world else { return }
        places[world.name] = nil
        // The others keep their order, in which they are listed.
        list.remove(at: place)
        for index in place..<list.count { places[list[index].name] = index }
    }

    mutating func removeAll() {
        lastFound = nil
        list = []
        places = [:]
    }

    /// A name that no world has: `w1`, `w2` and so on, none of them twice.
    mutating func newName() -> String {
        while true {
            let name = "w\(nextNumber)"
            nextNumber += 1
            if self[name] == nil { return name }
        }
    }
}
