/// A value of a query string while its parameters are merged.
///
/// Arrays may have gaps until they are read; only existing elements take memory.
final class QueryNode {
    enum Kind {
        case list, object
    }

    private enum Content {
        case leaf(JSValue)
        /// Elements in the order of their indices.
        case list([(index: Int, node: QueryNode)])
        case object([(name: String, node: QueryNode)], places: [ByteName: Int])
    }

    private var content: Content

    init(_ kind: Kind) {
        content = kind == .list ? .list([]) : .object([], places: [:])
    }

    /// A leaf, or for an array a list of leaves.
    init(_ value: JSValue) {
        content = .leaf(value)
        guard case .array(let elements) = value else { return }
        content = .list(elements.enumerated().map { ($0, QueryNode($1)) })
    }

    private init(_ content: Content) { self.content = content }

    var isList: Bool {
        if case .list = content { true } else { false }
    }

    private var isLeaf: Bool {
        if case .leaf = content { true } else { false }
    }

    /// The merged value; gaps in arrays are closed.
    var value: JSValue {
        switch content {
        case .leaf(let value): value
        case .list(let elements): .array(elements.map { $0.node.value })
        case .object: .object(object)
        }
    }

    /// The members; empty unless this is an object.
    var object: JSObject {
        guard case .object(let members, _) = content else { return JSObject() }
        return JSObject(members.map { ($0.name, $0.node.value) })
    }

    func append(_ node: QueryNode) {
        guard case .list(let elements) = content else { return }
        set((elements.last?.index ?? -1) + 1, node)
    }

    /// Sets an element of a list at an index that has none.
    func set(_ index: Int, _ node: QueryNode) {
        guard case .list(var elements) = content else { return }
        content = .list([])
        elements.insert((index, node), at: Self.place(of: index, in: elements))
        content = .list(elements)
    }

    /// Sets a member of an object; `__proto__` is ignored.
    func set(_ name: String, _ node: QueryNode) {
        guard case .object(var members, var places) = content, name != "__proto__" else { return }
        content = .list([])
        if let place = places[ByteName(name)] {
            members[place].node = node
        } else {
            places[ByteName(name)] = members.count
            members.append((name, node))
        }
        content = .object(members, places: places)
    }

    private func node(at index: Int) -> QueryNode? {
        guard case .list(let elements) = content else { return nil }
        let place = Self.place(of: index, in: elements)
        return place < elements.count && elements[place].index == index
            ? elements[place].node : nil
    }

    private func node(named name: String) -> QueryNode? {
        guard case .object(let members, let places) = content else { return nil }
        return places[ByteName(name)].map { members[$0].node }
    }

    /// The position of `index` in `elements`, or where to insert it.
    private static func place(of index: Int, in elements: [(index: Int, node: QueryNode)]) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].index < index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

// MARK: Merging

extension QueryNode {
    /// Merges the value of another parameter with the same name, as `qs` does.
    func merge(_ source: QueryNode) {
        if case .leaf(let value) = source.content {
            merge(leaf: value)
        } else if isLeaf {
            let first = QueryNode(content)
            content = .list([(0, first)])
            if case .list(let elements) = source.content {
                for (index, node) in elements { set(index + 1, node) }
            } else {
                append(source)
            }
        } else if isList, case .list(let elements) = source.content {
            merge(elements: elements)
        } else {
            mergeMembers(of: source)
        }
    }

    private func merge(leaf value: JSValue) {
        guard value.isTrue else { return }
        switch content {
        case .leaf(let first): content = .list([(0, QueryNode(first)), (1, QueryNode(value))])
        case .list: append(QueryNode(value))
        case .object: set(value.text, QueryNode(.bool(true)))
        }
    }

    private func merge(elements: [(index: Int, node: QueryNode)]) {
        for (index, node) in elements {
            guard let own = self.node(at: index) else {
                set(index, node)
                continue
            }
            if own.isLeaf || node.isLeaf { append(node) } else { own.merge(node) }
        }
    }

    private func mergeMembers(of source: QueryNode) {
        if case .list(let elements) = content {
            content = .object([], places: [:])
            for (index, node) in elements { set(String(index), node) }
        }
        for (name, node) in source.members {
            if let own = self.node(named: name) { own.merge(node) } else { set(name, node) }
        }
    }

    private var members: [(name: String, node: QueryNode)] {
        switch content {
        case .leaf: []
        case .list(let elements): elements.map { (String($0.index), $0.node) }
        case .object(let members, _): members
        }
    }
}
