/// Where the records of one list stand, found in a few steps however many there are.
struct DocumentPlaces {
    private enum Order {
        case unknown
        /// Ids only grow.
        case ascending
        /// The places by id; of several with one id, the first.
        case none([Int64: Int])
    }

    private var order = Order.unknown

    /// Where the record with `id` stands in `list`.
    mutating func index(of id: Int64, in list: [Document]) -> Int? {
        // At its id less one, in most sets.
        if id >= 1, id <= list.count, list[Int(id) - 1].id == id { return Int(id) - 1 }
        switch order {
        case .ascending: return Self.search(id, in: list)
        case .none(let places): return places[id]
        case .unknown:
            order = Self.order(of: list)
            return index(of: id, in: list)
        }
    }

    /// Follows a record that is about to stand behind those of `list`.
    mutating func note(appended id: Int64, to list: [Document]) {
        switch order {
        case .unknown: break
        case .ascending: if let last = list.last, last.id >= id { order = .unknown }
        case .none(var places):
            // One owner, so that nothing is copied.
            order = .unknown
            if places[id] == nil { places[id] = list.count }
            order = .none(places)
        }
    }

    private static func order(of list: [Document]) -> Order {
        if zip(list, list.dropFirst()).allSatisfy({ $0.id < $1.id }) { return .ascending }
        let places = list.enumerated().map { ($0.element.id, $0.offset) }
        return .none(Dictionary(places) { first, _ in first })
    }

    private static func search(_ id: Int64, in list: [Document]) -> Int? {
        var range = 0..<list.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let found = list[middle].id
            if found == id { return middle }
            range = found < id ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}
