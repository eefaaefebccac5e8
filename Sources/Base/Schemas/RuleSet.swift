internal import MockPostlyJavaScript
internal import MockPostlyRegex

/// The rules of a schema with those of the choices that were made in it: all of them hold.
struct RuleSet {
    let list: [SchemaRules]
    /// The choice that was made in the schema; nil where it has none.
    let chosen: Schema?

    init(_ list: [SchemaRules], chosen: Schema?) {
        (self.list, self.chosen) = (list, chosen)
    }

    var isConstant: Bool { list.contains(where: \.isConstant) }

    /// The values that all of them allow.
    var choices: [JSValue]? {
        let lists = list.compactMap(\.choices)
        guard let first = lists.first, lists.count > 1 else { return lists.first }
        let all = first.filter { value in lists.allSatisfy { $0.contains(value) } }
        return all.isEmpty ? first : all
    }

    var examples: [JSValue] { list.flatMap(\.examples) }
    var defaultValue: JSValue? { list.lazy.compactMap(\.defaultValue).first }
    var objectExamples: [JSObject] {
        (examples + (defaultValue.map { [$0] } ?? [])).compactMap {
            if case .object(let object) = $0 { object } else { nil }
        }
    }
    var format: String? { list.lazy.compactMap(\.format).last }
    var patterns: [String] { list.flatMap(\.patterns) }
    var items: Schema? { list.lazy.compactMap(\.items).last }
    var prefixItems: [Schema] { list.lazy.map(\.prefixItems).first { !$0.isEmpty } ?? [] }
    var areItemsUnique: Bool { list.contains(where: \.areItemsUnique) }
    var multipleOf: Double? { list.lazy.compactMap(\.multipleOf).first }
    var number: SchemaRules.Bounds { bounds(\.number) }
    var length: SchemaRules.Bounds { bounds(\.length) }
    var count: SchemaRules.Bounds { bounds(\.count) }
    var size: SchemaRules.Bounds { bounds(\.size) }
    var required: [String] {
        list.count == 1
            ? list[0].required
            : list.flatMap(\.required).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    func isRequired(_ name: String) -> Bool { list.contains { $0.required.contains(name) } }

    func describes(_ name: String) -> Bool { list.contains { $0.property(name) != nil } }

    /// Those of the choices last, which win.
    var properties: [SchemaRules.Property] {
        guard list.count > 1 else { return list[0].properties }
        var (properties, places) = ([SchemaRules.Property](), [String: Int]())
        for property in list.flatMap(\.properties) {
            if let place = places[property.name] {
                properties[place] = property
            } else {
                places[property.name] = properties.count
                properties.append(property)
            }
        }
        return properties
    }

    /// The strictest word about members that are not described.
    var additional: SchemaRules.Additional {
        var found = SchemaRules.Additional.anything
        for rules in list {
            switch rules.additional {
            case .anything: break
            case .nothing: return .nothing
            case .of: found = rules.additional
            }
        }
        return found
    }

    /// The schema of a member that is not described; nil when anything goes, or nothing.
    func schemaOfAdditional(_ name: String, _ book: SchemaBook) -> Schema? {
        for (pattern, schema) in list.flatMap(\.patternProperties)
        where book.pattern(pattern)?.isIn(name, MatchBudget(.schema)) == true {
            return schema
        }
        if case .of(let schema) = additional { return schema }
        return nil
    }

    /// The member by which a choice is told, and its value for the choice that was made.
    func discriminated(_ schema: Schema) -> (String, String)? {
        guard let discriminator = list.lazy.compactMap(\.discriminator).first else { return nil }
        let target = chosen ?? schema
        let name = target.component
        let mapped = discriminator.mapping.first {
            $0.schema === target || name != nil && $0.component == name
        }
        guard let value = mapped?.value ?? name else { return nil }
        return (discriminator.member, value)
    }

    /// The type of the value that is drawn.
    func type(at spot: Drawer.Spot) -> SchemaTypes {
        if list.contains(where: { $0.types == [] }) { return .null }
        let types = list.compactMap(\.types).reduce(SchemaTypes.all) { all, types in
            all.intersection(types).isEmpty ? all : all.intersection(types)
        }
        if types == .all { return impliedType(at: spot) }
        if let value = choices?.first(where: { $0 != .null }) { return Self.type(of: value) }
        for example in examples where example != .null {
            let type = Self.type(of: example)
            if types.isSuperset(of: type) { return type == .fraction ? .number : type }
        }
        for type in [SchemaTypes.object, .array, .string, .number, .integer, .boolean]
        where types.isSuperset(of: type) {
            return type
        }
        return .null
    }

    /// What the other words are about, where none says the type.
    private func impliedType(at spot: Drawer.Spot) -> SchemaTypes {
        if let value = choices?.first(where: { $0 != .null }) { return Self.type(of: value) }
        if let value = examples.first(where: { $0 != .null }) { return Self.type(of: value) }
        if !properties.isEmpty || !required.isEmpty || size != .init() { return .object }
        if case .of = additional { return .object }
        if items != nil || !prefixItems.isEmpty { return .array }
        if number != .init() || multipleOf != nil { return .number }
        if format != nil || !patterns.isEmpty || length != .init() { return .string }
        return spot.level == 0 ? .object : .string
    }

    private static func type(of value: JSValue) -> SchemaTypes {
        let type = SchemaTypes(of: value)
        return type == .fraction ? .number : type
    }

    private func bounds(_ path: KeyPath<SchemaRules, SchemaRules.Bounds>) -> SchemaRules.Bounds {
        guard list.count > 1 else { return list[0][keyPath: path] }
        var all = SchemaRules.Bounds()
        for rules in list {
            let bounds = rules[keyPath: path]
            if let least = bounds.least, least >= all.least ?? -.infinity {
                (all.least, all.excludesLeast) = (least, bounds.excludesLeast)
            }
            if let most = bounds.most, most <= all.most ?? .infinity {
                (all.most, all.excludesMost) = (most, bounds.excludesMost)
            }
        }
        return all
    }
}
