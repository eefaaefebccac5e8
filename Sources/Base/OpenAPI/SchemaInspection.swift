internal import MockPostlyJSON
internal import MockPostlyJavaScript
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
                lookAtExamples(part)
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

    /// Examples and defaults that their own schema refuses.
    private mutating func lookAtExamples(_ part: SchemaNode) {
        let schema = book.schema(part)
        for name in ["example", "examples", "default"] {
            guard let value = part.value[name] else { continue }
            let values = name == "examples" && value.kind == .array ? value.elements : [value]
            for value in values where !value.isNull {
                guard let found = schema.violations(of: JSValue(value), .ofExample).first else {
                    continue
                }
                let words = "the \(name == "default" ? name : "example") is not used: "
                warn(part, value, words + found.sentence(about: "it"), isOfExample: true)
            }
        }
    }

    private mutating func warn(_ part: SchemaNode, _ member: String, _ words: String) {
        warn(part, part.value[member] ?? part.value, words)
    }

    private mutating func warn(
        _ part: SchemaNode,
        _ value: JSONValue,
        _ words: String,
        isOfExample: Bool = false
    ) {
        let file = files[part.document]
        warnings.append(
            DescriptionWarning(
                file: file.name,
                line: file.line(of: value),
                words: words,
                isOfExample: isOfExample
            )
        )
    }
}

extension SchemaStrictness {
    /// For an example, of which the members that fit are used.
    fileprivate static var ofExample: SchemaStrictness {
        var strictness = SchemaStrictness.drawn
        strictness.demandsMembers = false
        return strictness
    }
}

extension Operation {
    /// Examples of its answers that the schema beside them refuses, by the line of the operation.
    func exampleWarnings(in file: String) -> [DescriptionWarning] {
        responses.filter { $0.status.hasPrefix("2") }.compactMap { response in
            guard let content = response.json, let schema = content.schema,
                let found = content.examples.prefix(1).lazy.compactMap({
                    schema.violations(of: $0, .ofExample).first
                }).first
            else { return nil }
            let words =
                "\(method) \(path): the example of \(response.status) is not used as it is: "
                + found.sentence(about: "it")
            return DescriptionWarning(file: file, line: line, words: words, isOfExample: true)
        }
    }

    /// All schemas that it names itself.
    var schemas: [Schema] {
        let contents = (body?.contents ?? []) + responses.flatMap(\.contents)
        return contents.compactMap(\.schema) + parameters.compactMap(\.schema)
            + responses.flatMap(\.headers).compactMap(\.schema)
    }
}
