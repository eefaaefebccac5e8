internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlySchemas

/// Makes what a row has into what a schema wants.
///
/// What is made fits the schema, whatever the row has in it.
struct Shaper {
    /// For members that the row does not have.
    var drawing: Drawing
    /// The row of another collection to which an id refers, by the component that a member is.
    var row: (_ component: Schema, _ id: String) -> JSValue? = { _, _ in nil }

    /// The member of the outermost object that is shown though its schema does not describe it, where it
    /// allows others: the id of a new row.
    var kept: String?

    /// Whether what is given are words of the description, which must fit to the letter.
    ///
    /// Clients send, and get back, texts that are no addresses for the format `uri` too.
    var isDescription = false

    /// How deep values are made before the rest is drawn.
    private static let deepest = 12

    func value(
        _ value: JSValue,
        as schema: Schema,
        named name: String = "",
        at level: Int = 0
    ) -> JSValue {
        let rules = schema.rules
        guard level < Self.deepest else { return draw(schema, name) }
        switch value {
        case .undefined: return missing(schema, named: name)
        case .null:
            return rules.isNullable || schema.accepts(.null) ? .null : draw(schema, name)
        case .object(let object): return self.object(object, as: schema, level)
        case .array(let elements): return array(elements, as: schema, level)
        case .bool, .number, .long, .string: return scalar(value, as: schema, name, level)
        }
    }

    /// What stands for a member that is not there.
    func missing(_ schema: Schema, named name: String = "") -> JSValue {
        if let value = schema.rules.defaultValue, schema.accepts(value, .drawn) { return value }
        return schema.rules.isNullable ? .null : draw(schema, name)
    }

    func draw(_ schema: Schema, _ name: String = "") -> JSValue {
        schema.draw(drawing, named: name)
    }

    // MARK: Objects

    private func object(_ object: JSObject, as schema: Schema, _ level: Int) -> JSValue {
        let rules = schema.rules
        guard schema.isObject || rules.types == nil else {
            return schema.accepts(.object(object))
                ? .object(object) : reduced(object, schema, level)
        }
        let choice = schema.choice(for: object)
        var made = JSObject()
        var described: Set<String> = []
        let required = Set(rules.required + (choice?.rules.required ?? []))
        func add(_ properties: [SchemaRules.Property]) {
            for property in properties where described.insert(property.name).inserted {
                if property.schema.rules.isWriteOnly { continue }
                let given = member(property.name, of: object)
                guard given != .undefined else {
                    if required.contains(property.name) {
                        made[property.name] = missing(property.schema, named: property.name)
                    }
                    continue
                }
                // A part of it may not allow null after all.
                if given == .null, !required.contains(property.name),
                    schema.book.language == .openAPI30, !property.schema.strictlyAllowsNull
                {
                    continue
                }
                made[property.name] = value(
                    given,
                    as: property.schema,
                    named: property.name,
                    at: level + 1
                )
            }
        }
        if let choice { add(allProperties(of: choice, object)) }
        add(rules.properties)
        for name in required where !described.contains(name) {
            made[name] = object[name] == .undefined ? .null : object[name]
        }
        addOthers(object, to: &made, described, rules, isFree: described.isEmpty, level)
        let result = JSValue.object(made)
        guard choice != nil || !rules.alternatives.isEmpty else { return result }
        return schema.accepts(result) ? result : draw(schema)
    }

    /// The members of a choice, and those of its own choices.
    private func allProperties(of schema: Schema, _ object: JSObject) -> [SchemaRules.Property] {
        let rules = schema.rules
        let inner = schema.choice(for: object).map { $0.rules.properties } ?? []
        return rules.properties + inner
    }

    private func addOthers(
        _ object: JSObject,
        to made: inout JSObject,
        _ described: Set<String>,
        _ rules: SchemaRules,
        isFree: Bool,
        _ level: Int
    ) {
        for (name, value) in object.members
        where !described.contains(name) && !name.hasPrefix("$") && !rules.required.contains(name) {
            switch rules.additional {
            case .of(let schema):
                made[name] = self.value(value, as: schema, named: name, at: level + 1)
            case .anything where isFree || rules.isOpen || level == 0 && name == kept:
                made[name] = value
            case .anything, .nothing: break
            }
        }
    }

    /// The member `name`, or one that differs in case and signs alone.
    private func member(_ name: String, of object: JSObject) -> JSValue {
        if object.has(name) { return object[name] }
        let plain = Words.plain(name)
        return object.members.first { Words.plain($0.name) == plain && !$0.name.hasPrefix("$") }?
            .value ?? .undefined
    }

    /// What stands for an object where a schema wants no object: its id, where it has one.
    private func reduced(_ object: JSObject, _ schema: Schema, _ level: Int) -> JSValue {
        for name in Words.ids {
            let value = object[name]
            if value != .undefined, schema.accepts(value) { return value }
        }
        if let choice = schema.rules.alternatives.first?.schemas.first(where: { $0.isObject }) {
            return self.object(object, as: choice, level)
        }
        return draw(schema)
    }

    // MARK: Lists

    private func array(_ elements: [JSValue], as schema: Schema, _ level: Int) -> JSValue {
        let rules = schema.rules
        guard rules.isArray || rules.types == nil else {
            if let choice = rules.alternatives.first?.schemas.first(where: { $0.rules.isArray }) {
                return array(elements, as: choice, level)
            }
            return elements.first.map { value($0, as: schema, at: level + 1) } ?? draw(schema)
        }
        guard rules.isArray else {
            let whole = JSValue.array(elements)
            return schema.accepts(whole) ? whole : draw(schema)
        }
        var made = elements
        if let items = rules.items { made = elements.map { value($0, as: items, at: level + 1) } }
        if let most = rules.count.most, Double(made.count) > most {
            made = Array(made.prefix(Int(most)))
        }
        let result = JSValue.array(made)
        return schema.accepts(result) ? result : draw(schema)
    }

    // MARK: Texts and numbers

    private func scalar(
        _ value: JSValue,
        as schema: Schema,
        _ name: String,
        _ level: Int
    ) -> JSValue {
        if schema.accepts(value, strictness) { return value }
        if isDescription, schema.accepts(value) {
            return address(value, schema) ?? draw(schema, name)
        }
        if schema.isObject, !schema.rules.isArray { return reference(value, schema, level) }
        if let items = schema.element {
            return array([self.value(value, as: items, at: level + 1)], as: schema, level)
        }
        return schema.fitted(value) ?? draw(schema, name)
    }

    private var strictness: SchemaStrictness { isDescription ? .drawn : .answer }

    /// The address on this server of a text that is its path; nil for another text.
    private func address(_ value: JSValue, _ schema: Schema) -> JSValue? {
        let address = value.string.flatMap { drawing.address(of: $0) }.map { JSValue.string($0) }
        return address.flatMap { schema.accepts($0, .drawn) ? $0 : nil }
    }

    /// The object that an id stands for: the row with the id, or an object with it.
    private func reference(_ id: JSValue, _ schema: Schema, _ level: Int) -> JSValue {
        if let row = row(schema, id.text) { return self.value(row, as: schema, at: level + 1) }
        guard case .object(var made) = draw(schema) else { return draw(schema) }
        for word in Words.ids {
            guard let name = schema.fields.first(where: { Words.plain($0.name) == word })?.name,
                let field = schema.field(name)
            else { continue }
            if let fitting = field.fitted(id) {
                made[name] = fitting
                let result = JSValue.object(made)
                return schema.accepts(result) ? result : draw(schema)
            }
        }
        return .object(made)
    }
}
