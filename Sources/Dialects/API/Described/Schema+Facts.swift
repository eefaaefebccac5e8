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

    /// The choice that an object is: by the discriminator, because it fits, or by its members; nil for a
    /// schema without choices.
    func choice(for object: JSObject) -> Schema? {
        let value = JSValue.object(object)
        if let named = chosen(by: value) { return named }
        let choices = rules.alternatives.first?.schemas ?? []
        if let fitting = choices.first(where: { $0.accepts(value) }) { return fitting }
        // A body may lack members; what it has must fit.
        let objects = choices.filter(\.isObject)
        let possible = objects.filter { $0.accepts(value, .part) }
        var best: (schema: Schema, count: Int)?
        for choice in possible.isEmpty ? objects : possible {
            let count = choice.fields.count { object.has($0.name) }
            if count > best?.count ?? -1 { best = (choice, count) }
        }
        return best?.schema
    }

    /// The members that an object may have, of its choice alone.
    func fields(of object: JSObject) -> [(name: String, schema: Schema)] {
        guard let choice = choice(for: object) else { return fields }
        var fields = choice.fields
        for own in rules.properties where !fields.contains(where: { $0.name == own.name }) {
            fields.append((own.name, own.schema))
        }
        return fields
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
