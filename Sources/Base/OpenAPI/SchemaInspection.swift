internal import MockPostlyJSON
internal import MockPostlySchemas

/// Looks at all schemas of a description for what is served though it breaks the rules of OpenAPI, or
/// is not read.
struct SchemaInspection {
    private let files: [DescriptionFile]
    private let book: SchemaBook
    private var waiting: [Schema] = []
    private var seen: Set<Schema> = []
    private var places: Set<SchemaDocuments.Place> = []
    private(set) var warnings: [DescriptionWarning] = []

    /// Words of JSON Schema that say nothing here.
    private static let unread = [
        "if", "then", "else", "contains", "minContains", "maxContains", "propertyNames",
        "dependentRequired", "dependentSchemas", "unevaluatedItems", "$dynamicRef",
        "$recursiveRef", "$anchor",
    ]

    init(_ files: [DescriptionFile], _ book: SchemaBook) {
        (self.files, self.book) = (files, book)
    }

    /// Looks at `schemas`, and at those inside of them.
    mutating func look(at schemas: [Schema]) {
        waiting += schemas
        while let schema = waiting.popLast() {
            guard seen.insert(schema).inserted else { continue }
            let rules = schema.rules
            for part in schema.parts where places.insert(part.place).inserted {
                lookForWords(part)
                lookForMembers(part, rules)
            }
            waiting += rules.properties.map(\.schema) + rules.prefixItems + rules.excluded
            waiting += rules.patternProperties.map(\.schema) + rules.alternatives.flatMap(\.schemas)
            if let items = rules.items { waiting.append(items) }
            if case .of(let schema) = rules.additional { waiting.append(schema) }
        }
    }

    private mutating func lookForWords(_ part: SchemaNode) {
        for name in Self.unread where part.value[name] != nil {
            warn(part, name, "the word \"\(name)\" of schemas is not read")
        }
        if let pattern = part.value["pattern"]?.string, book.pattern(pattern) == nil {
            warn(part, "pattern", "the pattern \(pattern) cannot be read: any text fits")
        }
        let types = part.value["type"].map { $0.kind == .array ? $0.elements : [$0] } ?? []
        for type in types.compactMap(\.string)
        where type != "file" && SchemaTypes(named: type) == nil {
            warn(part, "type", "there is no type \"\(type)\": any value fits")
        }
    }

    /// Members that are demanded though nothing describes them.
    private mutating func lookForMembers(_ part: SchemaNode, _ rules: SchemaRules) {
        guard let required = part.value["required"], !rules.properties.isEmpty else { return }
        for name in required.elements.compactMap(\.string)
        where rules.property(name) == nil
            && !rules.alternatives.contains(where: { group in
                group.schemas.contains { $0.property(name) != nil }
            })
        {
            warn(part, "required", "\"\(name)\" is required and not described: it is null")
        }
    }

    private mutating func warn(_ part: SchemaNode, _ member: String, _ words: String) {
        let file = files[part.document]
        let value = part.value[member] ?? part.value
        warnings.append(
            DescriptionWarning(file: file.name, line: file.line(of: value), words: words)
        )
    }
}

extension Operation {
    /// All schemas that it names itself.
    var schemas: [Schema] {
        let contents = (body?.contents ?? []) + responses.flatMap(\.contents)
        return contents.compactMap(\.schema) + parameters.compactMap(\.schema)
            + responses.flatMap(\.headers).compactMap(\.schema)
    }
}
