internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlySchemas

/// What Swagger 2.0 says in other words than OpenAPI 3.
extension OperationReader {
    /// The parameter in `body`, or those in `formData` as the members of one object.
    func swaggerBody(of operation: SchemaNode, _ item: SchemaNode) -> Operation.Body? {
        let nodes = parameterNodes(of: operation, item)
        if let node = nodes.first(where: { $0.value["in"]?.string == "body" }) {
            let schema = node["schema"].map { book.schema($0) }
            return Operation.Body(
                isRequired: node.value["required"]?.bool ?? false,
                contents: types("consumes", of: operation).map { type in
                    Operation.Content(
                        type: Self.plainType(type),
                        declaredType: type,
                        schema: schema,
                        examples: []
                    )
                }
            )
        }
        let fields = nodes.filter { $0.value["in"]?.string == "formData" }
        return fields.isEmpty ? nil : form(of: fields, operation)
    }

    private func form(of fields: [SchemaNode], _ operation: SchemaNode) -> Operation.Body {
        let rules = SchemaRules()
        rules.types = .object
        var hasFile = false
        for field in fields {
            guard let name = field.value["name"]?.string else { continue }
            rules.set(name, book.schema(field))
            if field.value["required"]?.bool == true { rules.required.append(name) }
            hasFile = hasFile || field.value["type"]?.string == "file"
        }
        let forms = ["multipart/form-data", "application/x-www-form-urlencoded"]
        let declared = types("consumes", of: operation).filter {
            forms.contains(Self.plainType($0))
        }
        let usual = hasFile ? forms[0] : forms[1]
        let schema = book.schema(rules)
        return Operation.Body(
            isRequired: !rules.required.isEmpty,
            contents: (declared.isEmpty ? [usual] : declared).map { type in
                Operation.Content(
                    type: Self.plainType(type),
                    declaredType: type,
                    schema: schema,
                    examples: []
                )
            }
        )
    }

    func swaggerContents(
        of response: SchemaNode,
        _ operation: SchemaNode
    ) -> [Operation.Content] {
        guard let node = response["schema"] else { return [] }
        let schema = book.schema(node)
        return types("produces", of: operation).map { type in
            let example = response.value["examples"]?[type]
            return Operation.Content(
                type: Self.plainType(type),
                declaredType: type,
                schema: schema,
                examples: example.map { [JSValue($0)] } ?? []
            )
        }
    }

    /// The type that an operation names for its answers, JSON first; nil where none is named.
    func answerType(of operation: SchemaNode) -> String? {
        guard [operation, root].contains(where: { $0.value["produces"] != nil }) else { return nil }
        let types = types("produces", of: operation)
        return types.first { Self.plainType($0).hasSuffix("json") } ?? types[0]
    }

    /// The content types of an operation, else those of the description, else JSON.
    private func types(_ word: String, of operation: SchemaNode) -> [String] {
        for node in [operation, root] {
            let types = node.value[word]?.elements.compactMap(\.string) ?? []
            if !types.isEmpty { return types }
        }
        return ["application/json"]
    }
}
