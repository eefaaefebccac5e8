extension DriftComparison {
    /// Compares what stands at one place; nil means that nothing does.
    mutating func compare(_ first: Node?, _ second: Node?, _ here: Node?, at path: String) {
        guard let one = first ?? second, let two = second ?? first else {
            guard let here else { return }
            let name = String(path.split(separator: ".").last ?? "")
            guard !optional.contains(name) else { return }
            return report(.missing, path, "missing, here \(here.kind.rawValue)", here: here.line)
        }
        guard let here else {
            // What only one of two answers had comes and goes.
            guard first != nil, second != nil else { return }
            let words = "\(one.kind.rawValue), here missing"
            return report(.missing, path, words, real: one.line)
        }
        guard [one.kind, two.kind].contains(here.kind) else {
            let name = String(path.split(separator: ".").last ?? "")
            if nullable.contains(name), [one.kind, here.kind].contains(.null) { return }
            let kinds = one.kind == two.kind ? [one.kind] : [one.kind, two.kind]
            let words = kinds.map(\.rawValue).joined(separator: " or ")
            return report(
                .type,
                path,
                "\(words), here \(here.kind.rawValue)",
                real: one.line,
                here: here.line
            )
        }
        // Of two kinds, the one of the world is compared.
        let real = one.kind == here.kind ? one : two
        compareEqualKinds(real, two.kind == here.kind ? two : real, here, at: path)
    }

    private mutating func compareEqualKinds(
        _ one: Node,
        _ two: Node,
        _ here: Node,
        at path: String
    ) {
        switch (one, two, here) {
        case (.object, .object, .object): compareObjects(one, two, here, at: path)
        case (.list(let first), .list(let second), .list(let world)):
            compareLists(first, second, world, at: path)
        case (.text(let first), .text(let second), .text(let world)):
            compareTexts(first, second, world, at: path)
        case (.number(let first), .number(let second), .number(let world)):
            compareNumbers(first, second, world, at: path)
        default:
            guard compares(here.line, at: path), one == two, one != here else { return }
            report(.value, path, "another value", real: one.line, here: here.line)
        }
    }

    private mutating func compareObjects(_ one: Node, _ two: Node, _ here: Node, at path: String) {
        let members = [one, two, here].map { node in
            Dictionary(node.members.map { ($0.name, $0.value) }) { $1 }
        }
        if Shape.areKeys(Set(members[0].keys).union(members[1].keys), Set(members[2].keys)) {
            return compareMaps(one.members, two.members, here.members, at: path)
        }
        let isRecord = members[2].keys.contains { members[0][$0] != nil }
        let known = here.members.map(\.name)
        let others = (one.members + two.members).map(\.name).filter { members[2][$0] == nil }
        var seen: Set<String> = []
        for name in known + others where seen.insert(name).inserted {
            let shown = shown(name, isInRecord: isRecord)
            compare(members[0][name], members[1][name], members[2][name], at: "\(path).\(shown)")
        }
    }

    /// Compares objects whose names are ids or the like: their names are values.
    private mutating func compareMaps(
        _ one: [Node.Member],
        _ two: [Node.Member],
        _ here: [Node.Member],
        at path: String
    ) {
        let path = "\(path).{…}"
        if comparesValues, one.count == two.count, one.count != here.count {
            let words = "\(one.count) members, here \(here.count)"
            return report(.missing, path, words)
        }
        if comparesValues, one.count == 1, two.count == 1, here.count == 1 {
            compareTexts(one[0].name, two[0].name, here[0].name, at: path)
            return compare(one[0].value, two[0].value, here[0].value, at: path)
        }
        compareKeys(
            Shape((one + two).map { .text($0.name) }),
            Shape(here.map { .text($0.name) }),
            at: path
        )
        compareShapes(Shape((one + two).map(\.value)), Shape(here.map(\.value)), at: path)
    }

    // MARK: Texts

    mutating func compareTexts(
        _ first: String,
        _ second: String,
        _ here: String,
        at path: String
    ) {
        if here == first || here == second { return }
        let forms = Sides(
            first: TextForm(first),
            second: TextForm(second),
            world: TextForm(here)
        )
        let isNoise = first != second
        guard forms.first != nil || forms.world != nil else {
            return comparePlain(first, second, here, at: path)
        }
        // A text without a form that differs from run to run may be one of any, but no date or id.
        if forms.first == nil, isNoise, forms.second != nil || forms.world?.isRegular != true {
            return
        }
        if forms.first == forms.second, forms.first != forms.world {
            guard comparesValues || forms.first != nil && forms.world != nil else { return }
            let words =
                "\(forms.first?.words ?? "a text"), here \(forms.world?.words ?? "a text")"
            return report(.value, path, words, real: first, here: here)
        }
        switch forms.world {
        case .date: compareDates(first, second, here, at: path)
        case .jwt: compareTokens(first, second, here, at: path)
        case .token where first == second && isUnknown(first, second, here, at: path):
            // What is new each time differs between two runs: this is a word of the server's.
            if compares(here, at: path) { reportTexts(first, here, at: path) }
        case .uuid, .hexadecimal, .token, nil: compareReferences(first, second, here, at: path)
        }
    }

    private mutating func comparePlain(
        _ first: String,
        _ second: String,
        _ here: String,
        at path: String
    ) {
        guard compares(here, at: path) else { return }
        let places = memories.first.places(of: first).intersection(
            memories.second.places(of: second)
        )
        if !places.isDisjoint(with: memories.world.places(of: here)) { return }
        guard let sides else { return }
        let texts = Sides(
            first: sides.first.withPaths(in: memories.first.withPlaces(in: first)),
            second: sides.second.withPaths(in: memories.second.withPlaces(in: second)),
            world: sides.world.withPaths(in: memories.world.withPlaces(in: here))
        )
        // Two runs that say the same in their own names do not differ.
        guard texts.first == texts.second, texts.first != texts.world else { return }
        reportTexts(first, here, at: path)
    }

    private mutating func reportTexts(_ real: String, _ here: String, at path: String) {
        let words = "another text of \(counted(real)), here of \(counted(here))"
        report(.value, path, words, real: real, here: here)
    }

    private func counted(_ text: String) -> String {
        text.count == 1 ? "1 letter" : "\(text.count) letters"
    }

    /// Compares what two ids, tokens or the like refer to.
    private mutating func compareReferences(
        _ first: String,
        _ second: String,
        _ here: String,
        at path: String
    ) {
        guard let sides = places(of: first, second, here, at: path) else { return }
        compare(sides.first, sides.second, sides.world, at: path, real: first, here: here)
    }

    /// Where texts have appeared before.
    private func places(
        of first: String,
        _ second: String,
        _ here: String,
        at path: String
    ) -> Sides<Set<String>>? {
        guard let sides else { return nil }
        return Sides(
            first: memories.first.places(of: first).union(
                earlier(first, in: sides.first, than: path)
            ),
            second: memories.second.places(of: second)
                .union(earlier(second, in: sides.second, than: path)),
            world: memories.world.places(of: here).union(earlier(here, in: sides.world, than: path))
        )
    }

    private func isUnknown(
        _ first: String,
        _ second: String,
        _ here: String,
        at path: String
    ) -> Bool {
        guard let sides = places(of: first, second, here, at: path) else { return false }
        return sides.first.isEmpty && sides.second.isEmpty && sides.world.isEmpty
    }

    /// The first place of `text` in its own answer, unless that is `path`.
    private func earlier(_ text: String, in side: Side, than path: String) -> Set<String> {
        guard let first = side.paths[text], first != withoutPlaces(path) else { return [] }
        return ["\(step.name) \(first)"]
    }

    mutating func compare(
        _ first: Set<String>,
        _ second: Set<String>,
        _ world: Set<String>,
        at path: String,
        real: String,
        here: String
    ) {
        let places = first.intersection(second)
        guard places.isDisjoint(with: world) else { return }
        // Only what both runs agree in is a rule of the server.
        guard !places.isEmpty || first.isEmpty && second.isEmpty && !world.isEmpty else { return }
        let (wanted, found) = (places.min(), world.min())
        report(
            .value,
            path,
            "\(wanted.map { "that of \(shownPlace($0))" } ?? "a new one"), "
                + "here \(found.map { "that of \(shownPlace($0))" } ?? "a new one")",
            real: real,
            here: here
        )
    }

    private mutating func compareTokens(
        _ first: String,
        _ second: String,
        _ here: String,
        at path: String
    ) {
        guard let sides, let one = WebToken(first, sides.first.adapted),
            let two = WebToken(second, sides.second.adapted),
            let world = WebToken(here, sides.world.adapted)
        else { return }
        let wereCompared = comparesValues
        comparesValues = true
        compare(one.header, two.header, world.header, at: "\(path).header")
        comparesValues = wereCompared
        compare(one.spans, two.spans, world.spans, at: "\(path).claims")
    }
}
