internal import MockPostlyJSON
internal import MockPostlyWorlds

/// The list of tools, whose schemas are made from the description of the control calls.
struct MCPTools {
    private let description: ControlDescription

    init() throws(HostError) { description = try ControlDescription() }

    /// Writes the member `tools`.
    func write(_ json: inout JSONWriter) {
        json.list("tools", MCPTool.all) { tool, json in
            json.beginObject()
            json.field("name", tool.name)
            json.field("description", tool.description)
            json.key("inputSchema")
            writeSchema(of: tool, &json)
            json.endObject()
        }
    }

    /// An argument of a tool, with the schemas that it has in its actions.
    private struct Property {
        var schemas: [JSONValue]
        var words: String
        /// The number of actions that need it.
        var needs: Int
    }

    private func writeSchema(of tool: MCPTool, _ json: inout JSONWriter) {
        let (names, properties) = properties(of: tool)
        json.beginObject()
        json.field("type", "object")
        json.key("properties")
        json.beginObject()
        if tool.actions.count > 1 { writeActions(of: tool, &json) }
        var found: [String] = []
        for name in names {
            guard let property = properties[name] else { continue }
            json.key(name)
            write(property, &json)
            for schema in property.schemas { description.references(in: schema, &found) }
        }
        json.endObject()
        let required = names.filter { properties[$0]?.needs == tool.actions.count }
        if !required.isEmpty { json.list("required", required) }
        json.field("additionalProperties", false)
        if !found.isEmpty { writeDefinitions(found, &json) }
        json.endObject()
    }

    private func writeActions(of tool: MCPTool, _ json: inout JSONWriter) {
        json.key("action")
        json.beginObject()
        json.list("enum", tool.actions.map(\.name))
        json.field("default", tool.actions[0].name)
        json.endObject()
    }

    private func writeDefinitions(_ names: [String], _ json: inout JSONWriter) {
        json.key("$defs")
        json.beginObject()
        for name in names {
            guard let schema = description.schema(name) else { continue }
            json.key(name)
            ControlDescription.write(schema, &json)
        }
        json.endObject()
    }

    private func write(_ property: Property, _ json: inout JSONWriter) {
        guard property.schemas.count > 1 else {
            return ControlDescription.write(property.schemas[0], words: property.words, &json)
        }
        json.beginObject()
        json.list("anyOf", property.schemas) { ControlDescription.write($0, &$1) }
        json.endObject()
    }

    /// The arguments of all actions, in the order in which they come first.
    private func properties(of tool: MCPTool) -> (names: [String], [String: Property]) {
        var names: [String] = []
        var properties: [String: Property] = [:]
        for action in tool.actions {
            var needed: Set<String> = []
            for argument in description.arguments(of: action) where !argument.isFormer {
                if argument.isRequired { needed.insert(argument.name) }
                guard var property = properties[argument.name] else {
                    names.append(argument.name)
                    properties[argument.name] = Property(
                        schemas: [argument.schema],
                        words: argument.words,
                        needs: 0
                    )
                    continue
                }
                let isNew = !property.schemas.contains {
                    $0.rawText.elementsEqual(argument.schema.rawText)
                }
                if isNew { property.schemas.append(argument.schema) }
                properties[argument.name] = property
            }
            for name in needed { properties[name]?.needs += 1 }
        }
        return (names, properties)
    }
}

extension ControlDescription {
    /// The arguments of `action`: parameters, and the members of the body or the body as a whole.
    func arguments(of action: MCPTool.Action) -> [Argument] {
        let operation = operation(action.method, action.pattern)
        guard let body = action.body, let schema = operation.body else {
            return operation.arguments
        }
        return operation.arguments.filter { $0.place != .body } + [
            Argument(name: body, place: .body, schema: schema, words: "", isRequired: true)
        ]
    }
}
