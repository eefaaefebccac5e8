internal import MockPostlyJSON
internal import MockPostlySchemas

extension OperationReader {
    func readSecuritySchemes() -> [SecurityScheme] {
        let schemes =
            version == .swagger20
            ? root["securityDefinitions"] : root["components"]?["securitySchemes"]
        return (schemes.map { members(of: $0) } ?? []).map { name, node in
            SecurityScheme(name: name, kind: Self.kind(of: book.documents.followed(node).value))
        }
    }

    private static func kind(of scheme: JSONValue) -> SecurityScheme.Kind {
        switch scheme["type"]?.string {
        case "basic": return .basic
        case "http":
            switch scheme["scheme"]?.string?.lowercased() {
            case "basic": return .basic
            case "bearer": return .bearer
            case let other: return .other(other ?? "http")
            }
        case "apiKey":
            let place = scheme["in"]?.string.flatMap(Operation.Parameter.Place.init) ?? .header
            return .apiKey(name: scheme["name"]?.string ?? "", place: place)
        case "oauth2":
            var addresses = [scheme["tokenUrl"]?.string]
            scheme["flows"]?.forEachMember {
                addresses += [$1["tokenUrl"]?.string, $1["refreshUrl"]?.string]
            }
            return .oauth2(tokenURLs: addresses.compactMap(\.self))
        case "openIdConnect": return .openIDConnect
        case let other: return .other(other ?? "")
        }
    }

    /// What `security` of a description or an operation says; nil without it.
    ///
    /// Empty when it may be left out: an empty list, or one with an empty object in it.
    func requirements(of node: SchemaNode) -> [SecurityRequirement]? {
        guard let list = node.value["security"], list.kind == .array else { return nil }
        let requirements = list.elements.map { element in
            SecurityRequirement(
                schemes: element.members.map { name, scopes in
                    (name, scopes.elements.compactMap(\.string))
                }
            )
        }
        return requirements.contains { $0.schemes.isEmpty } ? [] : requirements
    }
}
