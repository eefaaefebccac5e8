internal import MockPostlyAssets
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyWorlds

/// What `openapi-control.yaml` says of the control calls, which the tables of members have made.
struct ControlDescription {
    private let root: JSONValue

    private static let embedded: JSONValue? = Assets.openAPIOfControlInJSON.flatMap {
        JSONValue.object($0)
    }

    /// The description inside this program.
    ///
    /// Throws ``HostError/noDescriptionInJSON`` in a build without it.
    init() throws(HostError) {
        guard let root = Self.embedded else { throw .noDescriptionInJSON }
        self.root = root
    }

    /// A parameter of a call, or a member of its body.
    struct Argument {
        enum Place { case path, query, body }

        let name: String
        let place: Place
        let schema: JSONValue
        /// What it is; empty where the schema says it.
        let words: String
        let isRequired: Bool
        /// Whether it is a former name, which is still taken, but told to nobody new.
        var isFormer = false
    }

    /// What a call takes.
    struct Operation {
        /// Parameters first, then the members of the body.
        let arguments: [Argument]
        /// The schema of the body; nil when there is none.
        let body: JSONValue?
    }

    /// The call with this method and pattern of paths.
    func operation(_ method: Method, _ pattern: String) -> Operation {
        let path = root["paths"]?[pattern]
        let call = path?[method.name.lowercased()]
        let parameters = [path?["parameters"], call?["parameters"]].flatMap { $0?.elements ?? [] }
        let body = call?["requestBody"]?["content"]?["application/json"]?["schema"]
        var arguments = parameters.map { argument(of: resolved($0)) }
        for member in members(of: body) where !arguments.contains(where: { $0.name == member.name })
        {
            arguments.append(member)
        }
        return Operation(arguments: arguments, body: body)
    }

    private func argument(of parameter: JSONValue) -> Argument {
        Argument(
            name: parameter["name"]?.string ?? "",
            place: parameter["in"]?.string == "path" ? .path : .query,
            schema: parameter["schema"] ?? parameter,
            words: parameter["description"]?.string ?? "",
            isRequired: parameter["required"]?.bool ?? false,
            isFormer: parameter["deprecated"]?.bool ?? false
        )
    }

    /// The members of an object that has this schema, or one of several.
    private func members(of schema: JSONValue?) -> [Argument] {
        guard let schema = schema.map(resolved) else { return [] }
        // Of two names of a member, one of which is needed, the present one is the first.
        let named = schema["dependentSchemas"]?.members.map { $0.value["oneOf"]?.elements.first }
        let required = ([schema] + (named ?? [])).flatMap { $0?["required"]?.elements ?? [] }
            .compactMap(\.string)
        let own = (schema["properties"]?.members ?? []).compactMap { name, value -> Argument? in
            // A call's own former names are still taken, but told to nobody new.
            if value["deprecated"]?.bool == true { return nil }
            return Argument(
                name: name,
                place: .body,
                schema: value,
                words: "",
                isRequired: required.contains(name)
            )
        }
        let choices = ["oneOf", "anyOf"].flatMap { schema[$0]?.elements ?? [] }
        return own + choices.flatMap { members(of: $0) }
    }

    /// The schema or parameter to which a `$ref` leads.
    private func resolved(_ value: JSONValue) -> JSONValue {
        guard let reference = value["$ref"]?.string else { return value }
        let steps = reference.split(separator: "/").dropFirst().map(String.init)
        return steps.reduce(root) { place, name in place?[name] }.map(resolved) ?? value
    }

    // MARK: Schemas

    private static let schemas = "#/components/schemas/"

    /// The names of schemas to which `schema` leads, by others too.
    func references(in schema: JSONValue, _ found: inout [String]) {
        if let name = Self.referenced(schema), !found.contains(name) {
            found.append(name)
            if let next = self.schema(name) { references(in: next, &found) }
        }
        for (_, member) in schema.members { references(in: member, &found) }
        for element in schema.elements { references(in: element, &found) }
    }

    func schema(_ name: String) -> JSONValue? { root["components"]?["schemas"]?[name] }

    private static func referenced(_ schema: JSONValue) -> String? {
        guard let reference = schema["$ref"]?.string, reference.hasPrefix(schemas) else {
            return nil
        }
        return String(reference.dropFirst(schemas.count))
    }

    /// Writes `schema` with its references to schemas leading to `$defs` of the same document.
    ///
    /// `words` are its description, unless it has one.
    static func write(_ schema: JSONValue, words: String = "", _ json: inout JSONWriter) {
        switch schema.kind {
        case .object:
            json.beginObject()
            if !words.isEmpty, schema["description"] == nil { json.field("description", words) }
            for (name, member) in schema.members {
                // It is a hint of OpenAPI, not of JSON Schema.
                if name == "discriminator" { continue }
                json.key(name)
                if name == "$ref", let target = referenced(schema) {
                    json.string("#/$defs/\(target)")
                } else {
                    write(member, &json)
                }
            }
            json.endObject()
        case .array:
            json.beginArray()
            for element in schema.elements { write(element, &json) }
            json.endArray()
        default: json.value(schema)
        }
    }
}
