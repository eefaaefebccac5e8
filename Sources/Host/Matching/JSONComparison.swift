package import MockPostlyJSON

extension JSONValue {
    /// Whether both are the same value; members may be in any order, numbers are compared by value.
    ///
    /// Costs O(n) of both; of repeated names the last counts.
    package func isSame(as other: JSONValue) -> Bool {
        firstDifference(in: other, allowsMore: false) == nil
    }

    /// The first place where `found` is not as this value wants it; nil when there is none.
    ///
    /// With `allowsMore`, objects of `found` may have further members. Lists must be of the same
    /// length.
    func firstDifference(in found: JSONValue, allowsMore: Bool) -> JSONDifference? {
        let difference = JSONDifference(path: "", wanted: self, found: found)
        guard kind == found.kind else { return difference }
        switch kind {
        case .null: return nil
        case .bool: return bool == found.bool ? nil : difference
        case .string:
            let isSame = (string ?? "").utf8.elementsEqual((found.string ?? "").utf8)
            return isSame ? nil : difference
        case .number:
            if let mine = int, let theirs = found.int { return mine == theirs ? nil : difference }
            return double == found.double ? nil : difference
        case .array:
            let (mine, theirs) = (elements, found.elements)
            guard mine.count == theirs.count else { return difference }
            for index in mine.indices {
                let inside = mine[index].firstDifference(
                    in: theirs[index],
                    allowsMore: allowsMore
                )
                if let inside { return inside.below("[\(index)]") }
            }
            return nil
        case .object: return firstDifference(inObject: found, allowsMore: allowsMore)
        }
    }

    private func firstDifference(inObject found: JSONValue, allowsMore: Bool) -> JSONDifference? {
        let wanted = members
        let others = found.finder
        for (name, value) in wanted {
            guard let other = others(name) else {
                return JSONDifference(path: ".\(name)", wanted: value, found: nil)
            }
            if let inside = value.firstDifference(in: other, allowsMore: allowsMore) {
                return inside.below(".\(name)")
            }
        }
        guard !allowsMore else { return nil }
        let mine = finder
        let more = found.members.first { name, _ in mine(name) == nil }
        return more.map { JSONDifference(path: ".\($0.name)", wanted: nil, found: $0.value) }
    }
}

extension JSONValue {
    /// Finds members by their names; in a large object without looking at each of them.
    var finder: (String) -> JSONValue? {
        let members = members
        guard members.count > 16 else { return { self[$0] } }
        var places: [[UInt8]: JSONValue] = [:]
        places.reserveCapacity(members.count)
        for (name, value) in members { places[Array(name.utf8)] = value }
        return { places[Array($0.utf8)] }
    }
}

/// A place where two JSON values differ.
struct JSONDifference {
    /// From the root: `.posts[0].title`; empty for the root.
    var path: String
    /// Nil when there should be none.
    var wanted: JSONValue?
    /// Nil when there is none.
    var found: JSONValue?

    func below(_ step: String) -> JSONDifference {
        JSONDifference(path: step + path, wanted: wanted, found: found)
    }
}
