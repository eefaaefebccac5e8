internal import MockPostlySchemas

/// The field of a body that a description does not allow, as a report may show it.
///
/// Names that the description does not have are keys of maps, or somebody's.
struct DescribedField {
    /// Such as `body.people.{…}.name`.
    private(set) var text = "body"
    /// What describes the place so far, as far as it is known.
    private var schemas: [Schema]

    init(_ path: [SchemaViolation.Step], in schema: Schema) {
        schemas = [schema]
        for step in path {
            let all = schemas.flatMap { Self.parts(of: $0, depth: 0) }
            switch step {
            case .element: enterList(all)
            case .member(let name): enter(name, all)
            }
        }
    }

    private mutating func enterList(_ all: [Schema]) {
        text += "[]"
        schemas = all.flatMap { $0.rules.prefixItems + ($0.rules.items.map { [$0] } ?? []) }
    }

    private mutating func enter(_ name: String, _ all: [Schema]) {
        let described = all.compactMap { $0.property(name) }
        let isRequired = all.contains { $0.rules.required.contains(name) }
        let isRecord = all.contains { !$0.rules.properties.isEmpty }
        let isShown = !described.isEmpty || isRequired || isRecord && !isSomebodys(name)
        text += isShown ? ".\(name)" : ".{…}"
        guard described.isEmpty else {
            schemas = described
            return
        }
        schemas = all.flatMap { schema in
            var inner = schema.rules.patternProperties.map(\.schema)
            if case .of(let other) = schema.rules.additional { inner.append(other) }
            return inner
        }
    }

    /// A schema, and those that a value of it has to fit, or may, at the same place.
    private static func parts(of schema: Schema, depth: Int) -> [Schema] {
        // One that leads to itself has no end.
        guard depth < 6 else { return [] }
        let rules = schema.rules
        let others = rules.all + rules.alternatives.flatMap(\.schemas)
        return [schema] + others.flatMap { parts(of: $0, depth: depth + 1) }
    }
}
