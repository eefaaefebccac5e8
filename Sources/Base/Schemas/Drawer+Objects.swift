internal import MockPostlyJavaScript

extension Drawer {
    mutating func object(_ set: RuleSet, _ schema: Schema, at spot: Spot) -> JSValue? {
        let examples = set.objectExamples
        var object = JSObject()
        for property in set.properties {
            let isRequired = set.isRequired(property.name)
            let rules = property.schema.rules
            let isFull = isFull(set, rules, at: spot)
            if drawing.isAnswer, rules.isWriteOnly { continue }
            if !drawing.isAnswer, rules.isReadOnly { continue }
            let example = examples.lazy.map { $0[property.name] }.first { $0 != .undefined }
            guard isRequired || isFull || example != nil else { continue }
            if let example, property.schema.fits(example, in: drawing) {
                object[property.name] = example
                continue
            }
            guard isRequired || isFull else { continue }
            let inner = spot.member(property.name)
            if let value = member(property.schema, isRequired: isRequired, at: inner) {
                object[property.name] = value
            } else if isRequired {
                return nil
            }
        }
        addUndescribed(set, to: &object, at: spot)
        if let (name, value) = set.discriminated(schema) {
            let member = set.properties.first { $0.name == name }?.schema
            if member?.accepts(.string(value)) ?? true { object[name] = .string(value) }
        }
        return addFurther(set, to: object, at: spot)
    }

    /// Whether a member that may be left out is drawn.
    private func isFull(_ set: RuleSet, _ member: SchemaRules, at spot: Spot) -> Bool {
        guard drawing.isFull else { return false }
        if spot.level <= Self.fullLevels { return true }
        // Below, an object that needs no member is not empty all the same.
        let isScalar = !member.isObject && !member.isArray && member.alternatives.isEmpty
        return isScalar && set.required.isEmpty && spot.level <= Self.deepest
    }

    private mutating func member(_ schema: Schema, isRequired: Bool, at spot: Spot) -> JSValue? {
        if spot.level >= Self.deepest {
            // A schema that may contain itself ends here where it can.
            guard isRequired else { return nil }
            if schema.rules.isNullable, schema.rules.isObject || schema.rules.isArray {
                return .null
            }
        }
        if let value = value(of: schema, at: spot) { return value }
        return schema.rules.isNullable ? .null : nil
    }

    /// Members that are demanded and not described: null, where that is allowed.
    private mutating func addUndescribed(
        _ set: RuleSet,
        to object: inout JSObject,
        at spot: Spot
    ) {
        for name in set.required where object[name] == .undefined && !set.describes(name) {
            if let schema = set.schemaOfAdditional(name, book) {
                object[name] = value(of: schema, at: spot.member(name)) ?? .null
            } else {
                object[name] = .null
            }
        }
    }

    /// More members, until there are as many as there must be.
    private mutating func addFurther(
        _ set: RuleSet,
        to object: JSObject,
        at spot: Spot
    ) -> JSValue? {
        var object = object
        let least = Int(max(0, min(set.size.least ?? 0, 100)))
        for property in set.properties where object.count < least {
            guard object[property.name] == .undefined else { continue }
            if let value = value(of: property.schema, at: spot.member(property.name)) {
                object[property.name] = value
            }
        }
        let isFull = drawing.isFull && spot.level <= Self.fullLevels
        var wanted = least
        // A map, of which one entry is shown.
        if isFull, set.properties.isEmpty, case .of = set.additional { wanted = max(1, wanted) }
        var number = 1
        while object.count < wanted, number < 120 {
            let name = "key\(number)"
            number += 1
            guard let schema = set.schemaOfAdditional(name, book) else {
                if case .nothing = set.additional { return .object(object) }
                object[name] = .string(DrawnWords.words[number % DrawnWords.words.count])
                continue
            }
            guard let value = value(of: schema, at: spot.member(name)) else {
                return object.count >= least ? .object(object) : nil
            }
            object[name] = value
        }
        return .object(object)
    }
}

extension Schema {
    /// Whether `value` can be taken from an example as it is.
    fileprivate func fits(_ value: JSValue, in drawing: Drawing) -> Bool {
        var strictness = SchemaStrictness.drawn
        strictness.demandsReadOnly = drawing.isAnswer
        strictness.demandsWriteOnly = !drawing.isAnswer
        return violations(of: value, strictness).isEmpty
    }
}
