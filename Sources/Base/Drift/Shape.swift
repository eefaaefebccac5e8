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
}
