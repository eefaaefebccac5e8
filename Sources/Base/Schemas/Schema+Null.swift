internal import MockPostlyJSON

extension Schema {
    /// Whether null fits also by the strict reading of OpenAPI 3.0, in which each part of an `allOf` and
    /// what a `$ref` leads to must allow it.
    package var strictlyAllowsNull: Bool {
        rules.isNullable && nodes.allSatisfy { allowsNull($0, 0) }
    }

    private func allowsNull(_ node: SchemaNode, _ depth: Int) -> Bool {
        let node = book.documents.followed(node)
        let schema = node.value
        guard depth < 20, schema.kind == .object else { return true }
        if ["nullable", "x-nullable"].contains(where: { schema[$0]?.bool == true }) { return true }
        if let type = schema["type"] {
            return type.string == "null" || type.elements.contains { $0.string == "null" }
        }
        if let choices = schema["enum"] { return choices.elements.contains { $0.isNull } }
        func parts(_ name: String) -> [SchemaNode]? {
            node[name].map { list in list.value.elements.map { SchemaNode($0, in: list.document) } }
        }
        if let all = parts("allOf") { return all.allSatisfy { allowsNull($0, depth + 1) } }
        guard let any = parts("oneOf") ?? parts("anyOf") else { return true }
        return any.contains { allowsNull($0, depth + 1) }
    }
}
