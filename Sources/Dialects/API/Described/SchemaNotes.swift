internal import MockPostlySchemas

/// What is asked of the same schemas again and again while a description is read.
final class SchemaNotes {
    private var names: [Schema: Set<String>] = [:]
    private var families: [String: String] = [:]

    init() {}

    /// The names of the members of an object, letters and digits in lower case.
    func names(of schema: Schema) -> Set<String> {
        if let known = names[schema] { return known }
        let made = Set(schema.fields.map { Words.plain($0.name) })
        names[schema] = made
        return made
    }

    /// The name of a component without what says which form of it this is.
    func family(_ name: String) -> String {
        if let known = families[name] { return known }
        var words = Words.split(name)
        let forms: Set<String> = [
            "base", "compact", "full", "mini", "response", "request", "read", "output", "summary",
        ]
        while words.count > 1, let last = words.last, forms.contains(last) { words.removeLast() }
        let made = words.joined()
        families[name] = made
        return made
    }

    /// The share of members that two objects have in common, of the smaller one.
    func common(_ one: Schema, _ other: Schema) -> Double {
        let (mine, its) = (names(of: one), names(of: other))
        let smaller = min(mine.count, its.count)
        return smaller == 0 ? 0 : Double(mine.intersection(its).count) / Double(smaller)
    }

    /// Whether two schemas describe the same thing: the same component, or one that is nearly it.
    func isSame(_ one: Schema, _ other: Schema) -> Bool {
        if one === other { return true }
        if let name = one.component, let another = other.component {
            return family(name) == family(another)
        }
        guard names(of: one).count > 2, names(of: other).count > 2 else { return false }
        return common(one, other) >= 0.9
    }
}
