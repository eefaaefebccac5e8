internal import MockPostlyJSON

/// A part of a document that is being changed.
///
/// What no change has reached is kept as it was written, byte for byte.
enum PatchedNode {
    case kept(JSONValue)
    case object([(name: String, node: PatchedNode)])
    case array([PatchedNode])

    /// A new value for the room that is left, in bytes.
    struct Room {
        var bytes: Int

        /// Takes the bytes of `value`; false when there is no room for them.
        mutating func take(_ value: JSONValue) -> Bool {
            guard bytes >= value.range.count else { return false }
            bytes -= value.range.count
            return true
        }
    }

    /// The same with its members or elements as nodes of their own.
    private var opened: PatchedNode {
        guard case .kept(let value) = self else { return self }
        return switch value.kind {
        case .object: .object(value.members.map { ($0.name, .kept($0.value)) })
        case .array: .array(value.elements.map { .kept($0) })
        default: self
        }
    }

    /// Takes the members or elements out of the node, lets `body` change them, and puts them back.
    ///
    /// The node is empty meanwhile, so that changing a long list does not copy it.
    private mutating func change(
        members: (inout [(name: String, node: PatchedNode)]) -> Int,
        elements: (inout [PatchedNode]) -> Int
    ) -> Int {
        switch opened {
        case .kept: return 0
        case .object(var list):
            self = .array([])
            defer { self = .object(list) }
            return members(&list)
        case .array(var list):
            self = .array([])
            defer { self = .array(list) }
            return elements(&list)
        }
    }

    // MARK: Paths

    /// Puts `value` at all places that `steps` lead to; returns how many there were.
    ///
    /// A name that an object lacks is added; nothing else is made on the way.
    mutating func set(
        _ steps: ArraySlice<PatchPath.Step>,
        to value: JSONValue,
        _ room: inout Room
    ) -> Int {
        guard let step = steps.first else {
            guard room.take(value) else { return 0 }
            self = .kept(value)
            return 1
        }
        let rest = steps.dropFirst()
        return change { members in
            switch step {
            case .name(let name):
                if let place = members.place(of: name) {
                    return members[place].node.set(rest, to: value, &room)
                }
                guard rest.isEmpty, room.take(value) else { return 0 }
                members.append((name, .kept(value)))
                return 1
            case .all:
                return members.indices.reduce(0) {
                    $0 + members[$1].node.set(rest, to: value, &room)
                }
            case .index: return 0
            }
        } elements: { elements in
            elements.places(of: step).reduce(0) { $0 + elements[$1].set(rest, to: value, &room) }
        }
    }

    /// Removes what `steps`, at least one, lead to; returns how many values there were.
    mutating func remove(_ steps: ArraySlice<PatchPath.Step>) -> Int {
        guard let step = steps.first else { return 0 }
        let rest = steps.dropFirst()
        return change { members in
            let places: [Int] =
                switch step {
                case .name(let name): members.place(of: name).map { [$0] } ?? []
                case .all: Array(members.indices)
                case .index: []
                }
            guard rest.isEmpty else {
                return places.reduce(0) { $0 + members[$1].node.remove(rest) }
            }
            if places.count == members.count { members = [] }
            for place in places.reversed() where place < members.count {
                members.remove(at: place)
            }
            return places.count
        } elements: { elements in
            let places = elements.places(of: step)
            guard rest.isEmpty else { return places.reduce(0) { $0 + elements[$1].remove(rest) } }
            if places.count == elements.count { elements = [] }
            for place in places where place < elements.count { elements.remove(at: place) }
            return places.count
        }
    }

    // MARK: Merging

    /// Merges `patch` into it as RFC 7396 says; returns how many values were set or removed.
    ///
    /// `missed` gets the paths, which begin with `path`, of members that were to be removed and
    /// are not there.
    mutating func merge(_ patch: JSONValue, at path: String, _ missed: inout [String]) -> Int {
        guard patch.kind == .object else {
            self = .kept(patch)
            return 1
        }
        switch opened {
        case .object(var members):
            self = .array([])
            defer { self = .object(members) }
            return Self.merge(patch, into: &members, at: path, &missed)
        case .kept, .array:
            var members: [(name: String, node: PatchedNode)] = []
            defer { self = .object(members) }
            return 1 + Self.merge(patch, into: &members, at: path, &missed)
        }
    }

    private static func merge(
        _ patch: JSONValue,
        into members: inout [(name: String, node: PatchedNode)],
        at path: String,
        _ missed: inout [String]
    ) -> Int {
        var count = 0
        // By their bytes; of equal names the first counts.
        var places = Dictionary(members.enumerated().map { (Array($1.name.utf8), $0) }) { one, _ in
            one
        }
        var removed: Set<Int> = []
        for (name, value) in patch.members {
            let key = Array(name.utf8)
            let place = places[key]
            if value.isNull {
                if let place {
                    removed.insert(place)
                    places[key] = nil
                    count += 1
                } else {
                    missed.append("\(path).\(name)")
                }
            } else if let place {
                count += members[place].node.merge(value, at: "\(path).\(name)", &missed)
            } else {
                // A new member has no nulls either (RFC 7396, section 2).
                var (node, nulls) = (PatchedNode.array([]), [String]())
                count += node.merge(value, at: path, &nulls)
                places[key] = members.count
                members.append((name, node))
            }
        }
        if !removed.isEmpty {
            members = members.indices.filter { !removed.contains($0) }.map { members[$0] }
        }
        return count
    }

    // MARK: Writing

    func write(_ json: inout JSONWriter) {
        switch self {
        case .kept(let value): json.raw(value)
        case .object(let members):
            json.beginObject()
            for (name, node) in members {
                json.key(name)
                node.write(&json)
            }
            json.endObject()
        case .array(let elements):
            json.beginArray()
            for element in elements { element.write(&json) }
            json.endArray()
        }
    }
}

extension [(name: String, node: PatchedNode)] {
    /// Names are compared by their bytes.
    fileprivate func place(of name: String) -> Int? {
        firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }
}

extension [PatchedNode] {
    fileprivate func places(of step: PatchPath.Step) -> [Int] {
        switch step {
        case .all: return indices.map { $0 }
        case .index(let index):
            let place = index < 0 ? count &+ index : index
            return indices.contains(place) ? [place] : []
        case .name: return []
        }
    }
}
