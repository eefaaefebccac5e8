/// Finds a record by its id in the list of its kind, without reading the whole list.
///
/// Ids that only grow are found by binary search. For any other list, a dictionary of positions is
/// made when it is first needed.
struct DocumentPlaces {
    private enum Order {
        case unknown
        /// The ids only grow.
        case ascending
        /// The positions by id; when several records have the same id, the first of them.
        case none([Int64: Int])
    }

    private var order = Order.unknown

    /// The position of the record with `id` in `list`; nil when there is none.
    mutating func index(of id: Int64, in list: [Document]) -> Int? {
        // In most sets the record with id n is the n-th.
        if id >= 1, id <= list.count, list[Int(id) - 1].id == id { return Int(id) - 1 }
        switch order {
        case .ascending: return Self.search(id, in: list)
        case .none(let places): return places[id]
        case .unknown:
            order = Self.order(of: list)
            return index(of: id, in: list)
        }
    }

    /// Takes note of a record that is about to be appended to `list`.
    mutating func note(appended id: Int64, to list: [Document]) {
        switch order {
        case .unknown: break
        case .ascending: if let last = list.last, last.id >= id { order = .unknown }
        case .none(var places):
            // With one owner of the dictionary, changing it copies nothing.
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
