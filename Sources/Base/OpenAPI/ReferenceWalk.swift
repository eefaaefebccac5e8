internal import MockPostlyJSON

/// Finds the references of a document: each `$ref` with a text, but for those in data and in
/// extensions.
struct ReferenceWalk {
    private(set) var found: [JSONValue] = []
    /// Whether what stands beside a reference counts.
    let readsSiblings: Bool

    init(readsSiblings: Bool) { self.readsSiblings = readsSiblings }

    /// Words whose values are data.
    private static let data: Set<String> = [
        "default", "enum", "example", "examples", "const", "mapping", "security", "required",
        "tags",
    ]

    /// Words whose values have names of the description's own instead of words.
    private static let named: Set<String> = [
        "$defs", "callbacks", "content", "definitions", "dependentSchemas", "encoding", "headers",
        "links", "parameters", "pathItems", "paths", "patternProperties", "properties",
        "requestBodies", "responses", "schemas", "scopes", "securityDefinitions",
        "securitySchemes", "variables", "webhooks",
    ]

    /// Looks for references in `value`, whose members are names instead of words if `isNamed`.
    mutating func walk(_ value: JSONValue, isNamed: Bool = false) {
        switch value.kind {
        case .array: for element in value.elements { walk(element) }
        case .object:
            var hasReference = false
            if let reference = value["$ref"], reference.kind == .string {
                found.append(reference)
                hasReference = true
            }
            guard !hasReference || readsSiblings || isNamed else { return }
            walkMembers(of: value, isNamed: isNamed)
        default: break
        }
    }

    private mutating func walkMembers(of value: JSONValue, isNamed: Bool) {
        // Not by a closure that changes this value.
        var inner: [(value: JSONValue, isNamed: Bool)] = []
        value.forEachMember { name, member in
            guard member.kind == .object || member.kind == .array else { return }
            if isNamed {
                inner.append((member, false))
            } else if !name.hasPrefix("x-"), !Self.data.contains(name) {
                inner.append((member, member.kind == .object && Self.named.contains(name)))
            }
        }
        for (member, isNamed) in inner { walk(member, isNamed: isNamed) }
    }
}
