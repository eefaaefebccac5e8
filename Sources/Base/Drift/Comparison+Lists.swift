extension DriftComparison {
    mutating func compareLists(
        _ first: [Node],
        _ second: [Node],
        _ here: [Node],
        at path: String
    ) {
        let isSent =
            !here.isEmpty && here.allSatisfy { $0.plain.map { compares($0, at: path) } == true }
        guard comparesValues || isSent else {
            return compareShapes(
                Shape([.list(first), .list(second)]),
                Shape([.list(here)]),
                at: path
            )
        }
        guard first.count == second.count else {
            return compareShapes(
                Shape([.list(first), .list(second)]),
                Shape([.list(here)]),
                at: path
            )
        }
        guard first.count == here.count else {
            return report(
                .missing,
                "\(path)[]",
                "\(first.count) elements, here \(here.count)",
                real: Node.list(first).line,
                here: Node.list(here).line
            )
        }
        let names = Self.names(of: [first, second, here])
        let isSame = names.map { Set($0) }
        let second = isSame[0] == isSame[1] ? Self.ordered(second, names[1], as: names[0]) : second
        guard isSame[0] == isSame[2] else { return comparePairs(first, second, here, at: path) }
        // Without an order of its own, a server may answer in any.
        if names[0] == names[1], names[0] != names[2] {
            report(
                .order,
                path,
                "the same elements in another order",
                real: Node.list(first).line,
                here: Node.list(here).line
            )
        }
        comparePairs(first, second, Self.ordered(here, names[2], as: names[0]), at: path)
    }

    private mutating func comparePairs(
        _ first: [Node],
        _ second: [Node],
        _ here: [Node],
        at path: String
    ) {
        for index in first.indices {
            compare(first[index], second[index], here[index], at: "\(path)[\(index)]")
        }
    }

    /// By what the elements of some lists are told apart: an id that all of them share, or their
    /// texts without what changes, numbered where they are alike.
    private static func names(of lists: [[Node]]) -> [[String]] {
        for member in ["id", "_id", "slug", "uuid", "key", "name"] {
            let names = lists.map { list in list.compactMap { $0[member]?.plain } }
            if zip(names, lists).allSatisfy({ $0.count == $1.count && Set($0).count == $1.count }),
                names.allSatisfy({ Set($0) == Set(names[0]) })
            {
                return names
            }
        }
        return lists.map { list in
            var counts: [String: Int] = [:]
            return list.map { element in
                let name = signature(element)
                counts[name, default: 0] += 1
                return "\(name)\n\(counts[name] ?? 1)"
            }
        }
    }

    /// What an element says, members by name, with forms in place of texts that have one.
    private static func signature(_ node: Node) -> String {
        var text = node.kind.rawValue
        node.forEachScalar(at: "") { path, value in
            var shown = value.line
            if case .text(let text) = value, let form = TextForm(text) { shown = form.words }
            text += "\n\(path) \(shown)"
        }
        return text
    }

    private static func ordered(
        _ list: [Node],
        _ names: [String],
        as wanted: [String]
    ) -> [Node] {
        let places = Dictionary(zip(names, list)) { first, _ in first }
        let ordered = wanted.compactMap { places[$0] }
        return ordered.count == list.count ? ordered : list
    }

    // MARK: What a server has of its own

    /// Compares members, kinds and forms of texts, and no values.
    mutating func compareShapes(_ real: Shape, _ here: Shape, at path: String) {
        let name = String(path.split(separator: ".").last ?? "")
        let isNullable = nullable.contains(name.hasSuffix("[]") ? String(name.dropLast(2)) : name)
        var kinds = (real: real.kinds, here: here.kinds)
        if isNullable {
            kinds.real.remove(.null)
            kinds.here.remove(.null)
        }
        let isApart = kinds.real.isDisjoint(with: kinds.here)
        if !kinds.real.isEmpty, !kinds.here.isEmpty,
            isApart
                || !kinds.real.subtracting([.null]).isSubset(of: kinds.here)
                    && !kinds.here.isSubset(of: [.null])
        {
            let words = [kinds.real, kinds.here].map { kinds in
                kinds.sorted().map(\.rawValue).joined(separator: " or ")
            }
            return report(.type, path, "\(words[0]), here \(words[1])")
        }
        noteNulls(real, here, at: path)
        compareForms(real, here, at: path)
        if Shape.areKeys(real.names, here.names) {
            compareKeys(
                Shape(real.names.sorted().map { .text($0) }),
                Shape(here.names.sorted().map { .text($0) }),
                at: "\(path).{…}"
            )
            compareShapes(real.merged, here.merged, at: "\(path).{…}")
        } else {
            compareMembers(real, here, at: path)
        }
        switch (real.elements, here.elements) {
        case (let one?, let world?): compareShapes(one, world, at: "\(path)[]")
        case (nil, .some) where real.kinds.contains(.list):
            note(.uncompared, "\(path)[]", "the list is empty there")
        case (.some, nil) where here.kinds.contains(.list):
            note(.uncompared, "\(path)[]", "the list is empty here")
        default: break
        }
    }

    /// Notes what has members or elements on one side, and is null on the other.
    private mutating func noteNulls(_ real: Shape, _ here: Shape, at path: String) {
        let inner: Set<Node.Kind> = [.object, .list]
        if real.kinds == [.null], !here.kinds.isDisjoint(with: inner) {
            note(.uncompared, path, "null there")
        } else if here.kinds == [.null], !real.kinds.isDisjoint(with: inner) {
            note(.uncompared, path, "null here")
        }
    }

    private mutating func compareForms(_ real: Shape, _ here: Shape, at path: String) {
        guard real.kinds.contains(.text), here.kinds.contains(.text), here.allHaveForms,
            here.forms.count == 1, let world = here.forms.first
        else { return }
        if real.forms.isEmpty {
            guard world.isRegular else { return }
            return report(.value, path, "a text, here \(world.words)")
        }
        guard real.allHaveForms, real.forms.count == 1, real.forms != here.forms,
            let one = real.forms.first
        else { return }
        report(.value, path, "\(one.words), here \(world.words)")
    }

    /// Compares the forms of names that are ids or the like.
    mutating func compareKeys(_ real: Shape, _ here: Shape, at path: String) {
        guard real.allHaveForms, here.allHaveForms, real.forms.count == 1, here.forms.count == 1,
            real.forms != here.forms, let one = real.forms.first, let world = here.forms.first
        else { return }
        report(.value, path, "\(one.words), here \(world.words)")
    }

    private mutating func compareMembers(_ real: Shape, _ here: Shape, at path: String) {
        guard real.objects > 0, here.objects > 0 else { return }
        let isRecord = here.members.keys.contains { real.members[$0] != nil }
        for (name, world) in here.members.sorted(by: { $0.key < $1.key }) {
            let place = "\(path).\(shown(name))"
            if let one = real.members[name] {
                compareShapes(one, world, at: place)
                if one.count == real.objects || world.count < here.objects { continue }
            }
            guard world.count == here.objects, !optional.contains(name) else { continue }
            let words =
                real.members[name] == nil ? "missing" : "missing in some of \(real.objects)"
            let kinds = world.kinds.sorted().map(\.rawValue).joined(separator: " or ")
            report(.missing, place, "\(words), here \(kinds)")
        }
        for (name, one) in real.members.sorted(by: { $0.key < $1.key })
        where here.members[name] == nil && one.count == real.objects && !optional.contains(name) {
            let kinds = one.kinds.sorted().map(\.rawValue).joined(separator: " or ")
            let shown = shown(name, isInRecord: isRecord)
            report(.missing, "\(path).\(shown)", "\(kinds), here missing")
        }
    }

    /// Reports lists that the world orders by a date, and the real server does not.
    mutating func compareOrder(_ real: Node, _ here: Node, at path: String) {
        switch (real, here) {
        case (.object, .object):
            for member in here.members {
                guard let other = real[member.name] else { continue }
                compareOrder(other, member.value, at: "\(path).\(shown(member.name))")
            }
        case (.list(let one), .list(let world)):
            guard one.count > 2, world.count > 2 else { return }
            let orders = world[0].members.map(\.name).compactMap { name in
                Self.rises(world, by: name).map { (name: name, rises: $0) }
            }
            guard let order = orders.first,
                orders.allSatisfy({ Self.times(of: one, by: $0.name) != nil }),
                !orders.contains(where: { Self.isOrdered(one, by: $0.name, rising: $0.rises) })
            else { return }
            report(.order, path, "not in the order of \(shown(order.name)), as here")
        default: break
        }
    }

    private static func times(of list: [Node], by name: String) -> [Int64]? {
        let times = list.compactMap { element -> Int64? in
            guard case .text(let text)? = element[name] else { return nil }
            return DateText(text)?.seconds
        }
        return times.count == list.count ? times : nil
    }

    /// Whether the dates of `list` rise, or fall; nil when they do neither.
    private static func rises(_ list: [Node], by name: String) -> Bool? {
        guard let times = times(of: list, by: name), times.first != times.last else { return nil }
        if isOrdered(list, by: name, rising: true) { return true }
        return isOrdered(list, by: name, rising: false) ? false : nil
    }

    private static func isOrdered(_ list: [Node], by name: String, rising: Bool) -> Bool {
        let times = times(of: list, by: name) ?? []
        return zip(times, times.dropFirst()).allSatisfy { rising ? $0 <= $1 : $0 >= $1 }
    }
}
