internal import MockPostlyJSON
internal import MockPostlyJavaScript

extension SchemaRules {
    /// The rules of all `nodes` together, with those of their references and of their `allOf`.
    ///
    /// `depth` is the number of schemas around it of which it is the only choice.
    convenience init(merging nodes: [SchemaNode], in book: SchemaBook, depth: Int = 0) {
        self.init()
        var flat = FlatSchema(book)
        for node in nodes { flat.add(node) }
        component = flat.component(of: nodes)
        for part in flat.parts {
            if part.isNote { readNotes(part.node) } else { read(part.node, in: book) }
        }
        // A member that several parts describe is null only where all of them allow it.
        if nodes.count > 1, nodes.contains(where: Self.forbidsNull) { isNullable = false }
        if book.language != .jsonSchema { unwrapAlternatives(in: book, depth) }
    }

    /// Whether a node itself names types, and null is not among them.
    private static func forbidsNull(_ node: SchemaNode) -> Bool {
        let schema = node.value
        guard schema.kind == .object, let type = schema["type"] else { return false }
        let isNullable = ["nullable", "x-nullable"].contains { schema[$0]?.bool == true }
        let names = type.kind == .array ? type.elements.compactMap(\.string) : [type.string ?? ""]
        return !isNullable && !names.contains("null")
    }

    /// The nodes that say something of their own.
    static func parts(of nodes: [SchemaNode], in book: SchemaBook) -> [SchemaNode] {
        var flat = FlatSchema(book)
        for node in nodes { flat.add(node) }
        return flat.parts.filter { !$0.isNote }.map(\.node)
    }

    /// Reads what says something beside a `$ref` in OpenAPI 3.0.
    private func readNotes(_ node: SchemaNode) {
        if node.value["nullable"]?.bool == true { isNullable = true }
        if let text = node.value["description"]?.string { description = text }
    }

    private func read(_ node: SchemaNode, in book: SchemaBook) {
        let schema = node.value
        guard schema.kind == .object else {
            if schema.bool == false { refusesAll = true }
            return
        }
        let hasChoices = schema["oneOf"] != nil || schema["anyOf"] != nil
        schema.forEachMember { name, value in
            let member = SchemaNode(value, in: node.document)
            switch name {
            case "type": readTypes(value)
            case "nullable", "x-nullable":
                if value.bool == true, book.language != .jsonSchema { isNullable = true }
            case "properties": readProperties(member, in: book)
            case "required":
                for name in value.elements.compactMap(\.string) where !required.contains(name) {
                    required.append(name)
                }
            case "enum": readChoices(value.elements.map { JSValue($0) }, in: book)
            case "const":
                readChoices([JSValue(value)], in: book)
                isConstant = true
            case "format": format = value.string ?? format
            case "pattern":
                if let text = value.string, !patterns.contains(text) { patterns.append(text) }
            case "default": defaultValue = JSValue(value)
            case "example": examples.insert(JSValue(value), at: 0)
            case "examples":
                if value.kind == .array { examples += value.elements.map { JSValue($0) } }
            case "readOnly": if value.bool == true { isReadOnly = true }
            case "writeOnly": if value.bool == true { isWriteOnly = true }
            case "title": title = value.string ?? title
            case "description": description = value.string ?? description
            default: readOther(name, member, in: book, hasChoices: hasChoices)
            }
        }
        readNumberBounds(schema)
    }

    private func readOther(
        _ name: String,
        _ node: SchemaNode,
        in book: SchemaBook,
        hasChoices: Bool
    ) {
        let value = node.value
        switch name {
        case "additionalProperties": readAdditional(node, in: book)
        case "unevaluatedProperties" where !hasChoices: readAdditional(node, in: book)
        case "patternProperties":
            book.documents.followed(node).forEachMember { name, schema in
                patternProperties.append((name, book.schema(schema)))
            }
        case "items":
            guard value.kind != .array else { break }
            items = book.schema((items?.nodes ?? []) + [node])
        case "prefixItems":
            prefixItems = value.elements.map { book.schema(SchemaNode($0, in: node.document)) }
        case "uniqueItems": if value.bool == true { areItemsUnique = true }
        case "multipleOf": multipleOf = value.double.flatMap { $0 > 0 ? $0 : nil } ?? multipleOf
        case "minLength": length.raise(value.amount)
        case "maxLength": length.lower(value.amount)
        case "minItems": count.raise(value.amount)
        case "maxItems": count.lower(value.amount)
        case "minProperties": size.raise(value.amount)
        case "maxProperties": size.lower(value.amount)
        case "oneOf", "anyOf":
            let schemas = value.elements.map { book.schema(SchemaNode($0, in: node.document)) }
            guard !schemas.isEmpty else { break }
            alternatives.append(Alternatives(schemas: schemas, isExclusive: name == "oneOf"))
        case "not": excluded.append(book.schema(node))
        case "$ref" where book.language == .jsonSchema:
            let target = value.string.flatMap { book.documents.target(of: $0, from: node.document) }
            if let target { all.append(book.schema(target)) }
        case "allOf" where book.language == .jsonSchema:
            all += value.elements.map { book.schema(SchemaNode($0, in: node.document)) }
        case "discriminator": readDiscriminator(node, in: book)
        default: break
        }
    }

    // MARK: Words

    private func readTypes(_ value: JSONValue) {
        let names =
            value.kind == .array ? value.elements.compactMap(\.string) : [value.string ?? ""]
        var read: SchemaTypes = []
        for name in names {
            if name == "file" {
                // Swagger 2.0.
                read.formUnion(.string)
                format = format ?? "binary"
            } else if let type = SchemaTypes(named: name) {
                read.formUnion(type)
            }
        }
        let isNull = read == .null
        if read.contains(.null) { isNullable = true }
        read.remove(.null)
        guard !read.isEmpty || isNull else { return }
        let both = types.map { $0.intersection(read) } ?? read
        // Parts that exclude each other: the first is believed.
        if !both.isEmpty || isNull { types = both }
    }

    private func readProperties(_ node: SchemaNode, in book: SchemaBook) {
        book.documents.followed(node).forEachMember { name, schema in
            set(name, book.schema((property(name)?.nodes ?? []) + [schema]))
        }
    }

    private func readChoices(_ values: [JSValue], in book: SchemaBook) {
        if values.contains(.null), book.language != .jsonSchema { isNullable = true }
        guard let known = choices else {
            choices = values
            return
        }
        let both = known.filter { values.contains($0) }
        if !both.isEmpty { choices = both }
    }

    private func readAdditional(_ node: SchemaNode, in book: SchemaBook) {
        switch node.value.bool {
        case false: additional = .nothing
        case true: break
        case nil:
            if case .nothing = additional { return }
            // An empty schema says no more than `true`.
            guard node.value.kind == .object, node.value.count > 0 else { return }
            additional = .of(book.schema(node))
        }
    }

    private func readNumberBounds(_ schema: JSONValue) {
        var bounds = Bounds(least: schema["minimum"]?.double, most: schema["maximum"]?.double)
        // A number of its own in 3.1, and a word beside the bound in 3.0.
        if let exclusive = schema["exclusiveMinimum"] {
            if let least = exclusive.double, least >= bounds.least ?? -.infinity {
                (bounds.least, bounds.excludesLeast) = (least, true)
            } else {
                bounds.excludesLeast = exclusive.bool ?? false
            }
        }
        if let exclusive = schema["exclusiveMaximum"] {
            if let most = exclusive.double, most <= bounds.most ?? .infinity {
                (bounds.most, bounds.excludesMost) = (most, true)
            } else {
                bounds.excludesMost = exclusive.bool ?? false
            }
        }
        if let least = bounds.least, least >= number.least ?? -.infinity {
            (number.least, number.excludesLeast) = (least, bounds.excludesLeast)
        }
        if let most = bounds.most, most <= number.most ?? .infinity {
            (number.most, number.excludesMost) = (most, bounds.excludesMost)
        }
    }

    private func readDiscriminator(_ node: SchemaNode, in book: SchemaBook) {
        // Swagger 2.0 has the name alone.
        guard let member = node.value.string ?? node.value["propertyName"]?.string else { return }
        var mapping: [(String, String?, Schema)] = []
        node.value["mapping"]?.forEachMember { value, place in
            guard let text = place.string else { return }
            let component = "#/components/schemas/\(text)"
            let target =
                book.documents.target(of: text, from: node.document)
                ?? book.documents.target(of: component, from: node.document)
            if let target {
                mapping.append((value, SchemaReference(text)?.name, book.schema(target)))
            }
        }
        discriminator = Discriminator(member: member, mapping: mapping)
    }

    /// Takes out choices of null, and takes the only one that is left for what it is.
    private func unwrapAlternatives(in book: SchemaBook, _ depth: Int) {
        for (place, group) in alternatives.enumerated().reversed() {
            let others = group.schemas.filter { !$0.isNullAlone }
            guard others.count < group.schemas.count else { continue }
            isNullable = true
            alternatives[place] = Alternatives(schemas: others, isExclusive: group.isExclusive)
        }
        alternatives.removeAll { $0.schemas.isEmpty }
        // Choices may lead to themselves.
        guard depth < 10, alternatives.count == 1, alternatives[0].schemas.count == 1,
            properties.isEmpty, types == nil, choices == nil, discriminator == nil
        else { return }
        let only = alternatives[0].schemas[0].nodes
        absorb(SchemaRules(merging: only, in: book, depth: depth + 1))
    }

    /// Becomes `other`, but for what it says itself.
    private func absorb(_ rules: SchemaRules) {
        alternatives = rules.alternatives
        component = component ?? rules.component
        types = rules.types
        isNullable = isNullable || rules.isNullable
        for property in rules.properties { set(property.name, property.schema) }
        required += rules.required.filter { !required.contains($0) }
        (additional, patternProperties) = (rules.additional, rules.patternProperties)
        (items, prefixItems) = (rules.items ?? items, rules.prefixItems)
        (number, multipleOf, length) = (rules.number, rules.multipleOf, rules.length)
        (count, areItemsUnique, size) = (rules.count, rules.areItemsUnique, rules.size)
        (choices, isConstant) = (rules.choices, rules.isConstant)
        (format, patterns) = (rules.format ?? format, rules.patterns)
        (discriminator, excluded) = (rules.discriminator, rules.excluded)
        refusesAll = rules.refusesAll
        isReadOnly = isReadOnly || rules.isReadOnly
        isWriteOnly = isWriteOnly || rules.isWriteOnly
        defaultValue = defaultValue ?? rules.defaultValue
        if examples.isEmpty { examples = rules.examples }
        (title, description) = (title ?? rules.title, description ?? rules.description)
    }
}

extension Schema {
    /// Whether it is null and nothing else, as far as its own words say.
    fileprivate var isNullAlone: Bool {
        guard nodes.count == 1, nodes[0].reference == nil else { return false }
        let value = nodes[0].value
        if value["type"]?.string == "null" { return true }
        let choices = value["enum"]?.elements ?? value["const"].map { [$0] } ?? []
        return !choices.isEmpty && choices.allSatisfy(\.isNull)
    }
}

extension SchemaRules.Bounds {
    mutating func raise(_ bound: Double?) {
        if let bound { least = max(least ?? bound, bound) }
    }

    mutating func lower(_ bound: Double?) {
        if let bound { most = min(most ?? bound, bound) }
    }
}

extension SchemaNode {
    /// Calls `body` with each member of an object, in order.
    package func forEachMember(_ body: (String, SchemaNode) -> Void) {
        value.forEachMember { body($0, SchemaNode($1, in: document)) }
    }
}

/// The parts of a schema: where its references and its `allOf` lead, before what it says itself.
private struct FlatSchema {
    struct Part {
        let node: SchemaNode
        /// Whether only notes beside a reference count.
        let isNote: Bool
    }

    private let book: SchemaBook
    private(set) var parts: [Part] = []
    /// The places that were read, none of which is read again.
    private var seen: Set<SchemaDocuments.Place> = []

    init(_ book: SchemaBook) { self.book = book }

    /// How many schemas may be parts of parts of one; the rest is ignored.
    private static let mostLevels = 500

    mutating func add(_ node: SchemaNode, _ level: Int = 0) {
        let place = node.place
        guard level < Self.mostLevels, seen.insert(place).inserted else { return }
        guard book.language != .jsonSchema else {
            parts.append(Part(node: node, isNote: false))
            return
        }
        let reference = node.reference
        if let reference, let target = book.documents.target(of: reference, from: node.document) {
            add(target, level + 1)
        }
        guard reference == nil || book.language == .openAPI31 else {
            parts.append(Part(node: node, isNote: true))
            return
        }
        for element in node.value["allOf"]?.elements ?? [] {
            add(SchemaNode(element, in: node.document), level + 1)
        }
        parts.append(Part(node: node, isNote: false))
    }

    /// The name of the component to which `nodes` lead: by a reference, or by the only one in an
    /// `allOf` beside which no members are described.
    func component(of nodes: [SchemaNode]) -> String? {
        var names: [String] = []
        for node in nodes {
            guard let name = component(of: node, 0) else { return nil }
            if !names.contains(name) { names.append(name) }
        }
        return names.count == 1 ? names[0] : nil
    }

    private func component(of node: SchemaNode, _ depth: Int) -> String? {
        if let reference = node.reference { return SchemaReference(reference)?.name }
        guard depth < 8, let all = node.value["allOf"]?.elements, node.value["properties"] == nil
        else { return nil }
        let describing = all.filter {
            $0["$ref"] != nil || $0["allOf"] != nil || $0["properties"] != nil
        }
        guard describing.count == 1 else { return nil }
        return component(of: SchemaNode(describing[0], in: node.document), depth + 1)
    }
}

extension JSONValue {
    /// A number that can count something; nil for others, which say nothing.
    fileprivate var amount: Double? { double.flatMap { $0 >= 0 ? $0 : nil } }
}
