internal import MockPostlyJavaScript
internal import MockPostlySchemas

/// What a schema is like, as far as recognising and filling rows ask for it.
extension Schema {
    /// The members that it describes, also those of its choices.
    var fields: [(name: String, schema: Schema)] {
        let rules = rules
        var fields = rules.properties.map { ($0.name, $0.schema) }
        for choice in rules.alternatives.first?.schemas ?? [] {
            for field in choice.rules.properties
            where !fields.contains(where: { $0.0 == field.name }) {
                fields.append((field.name, field.schema))
            }
        }
        return fields
    }

    /// The schema of the member `name`, also of one that only a choice has.
    func field(_ name: String) -> Schema? {
        rules.property(name) ?? fields.first { $0.name == name }?.schema
    }

    /// The member that `name` means, whatever its case and signs; nil when there is none.
    func fieldName(_ name: String) -> String? {
        if rules.property(name) != nil { return name }
        let plain = Words.plain(name)
        return fields.first { Words.plain($0.name) == plain }?.name
    }

    /// The schema of elements; nil where it is no list.
    var element: Schema? {
        let rules = rules
        guard rules.isArray, !rules.isObject || rules.properties.isEmpty else { return nil }
        return rules.items ?? book.schema(SchemaRules())
    }

    var isObject: Bool { rules.isObject || !fields.isEmpty }
    var isScalar: Bool { !isObject && !rules.isArray }
    var isBoolean: Bool { rules.types == .boolean }
    var isNumber: Bool { rules.types.map { SchemaTypes.number.isSuperset(of: $0) } ?? false }
    /// The texts among its choices.
    var words: [String] { rules.choices?.compactMap(\.string) ?? [] }
}
