/// What some values have in common: kinds, members, forms of texts.
struct Shape: Sendable {
    private(set) var kinds: Set<Node.Kind> = []
    private(set) var members: [String: Shape] = [:]
    /// How many values there were, and how many of them were objects.
    private(set) var count = 0
    private(set) var objects = 0
    /// Of texts that have a form.
    private(set) var forms: Set<TextForm> = []
    /// Whether each text has a form.
    private(set) var allHaveForms = true
    private var inner: [Shape] = []

    /// The shape of the elements of lists; nil when no list had one.
    var elements: Shape? { inner.first }

    init(_ values: [Node]) {
        for value in values { add(value) }
    }

    mutating func add(_ value: Node) {
        count += 1
        kinds.insert(value.kind)
        switch value {
        case .object(let list):
            objects += 1
            for member in list { members[member.name, default: Shape([])].add(member.value) }
        case .list(let list):
            for element in list {
                if inner.isEmpty { inner.append(Shape([])) }
                inner[0].add(element)
            }
        case .text(let text):
            if let form = TextForm(text) { forms.insert(form) } else { allHaveForms = false }
        case .null, .bool, .number: break
        }
    }

    /// The names of all members.
    var names: Set<String> { Set(members.keys) }

    /// What the values of all members have in common, whatever their names.
    var merged: Shape { members.values.reduce(into: Shape([])) { $0.add($1) } }

    /// Adds the values of another shape.
    private mutating func add(_ other: Shape) {
        count += other.count
        objects += other.objects
        kinds.formUnion(other.kinds)
        forms.formUnion(other.forms)
        allHaveForms = allHaveForms && other.allHaveForms
        for (name, shape) in other.members { members[name, default: Shape([])].add(shape) }
        guard let elements = other.elements else { return }
        if inner.isEmpty { inner.append(Shape([])) }
        inner[0].add(elements)
    }

    /// Whether the names of two objects are keys, such as ids, and not those of members.
    static func areKeys(_ real: Set<String>, _ here: Set<String>) -> Bool {
        guard !real.isEmpty, !here.isEmpty, real != here else { return false }
        if real.allSatisfy(isSomebodys), here.allSatisfy(isSomebodys) { return true }
        // Words as keys, such as tags: no contract renames all of many members.
        return min(real.count, here.count) > 3 && real.isDisjoint(with: here)
    }
}
