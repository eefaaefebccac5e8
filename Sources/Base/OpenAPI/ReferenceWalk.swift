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

    /// Whether members of an object with names of its own are extensions all the same: those of paths
    /// and responses may be, and no path begins with `x-`.
    private static let extended: Set<String> = ["paths", "callbacks", "responses", "webhooks"]

    /// Looks for references in `value`, whose members are names instead of words if `isNamed`.
    mutating func walk(_ value: JSONValue, isNamed: Bool = false, isExtended: Bool = false) {
        switch value.kind {
        case .array: for element in value.elements { walk(element) }
        case .object:
            var hasReference = false
            if let reference = value["$ref"], reference.kind == .string {
                found.append(reference)
                hasReference = true
            }
            guard !hasReference || readsSiblings || isNamed else { return }
            walkMembers(of: value, isNamed: isNamed, isExtended: isExtended)
        default: break
        }
    }

    private mutating func walkMembers(
        of value: JSONValue,
        isNamed: Bool,
        isExtended: Bool
    ) {
        // Not by a closure that changes this value.
        var inner: [(value: JSONValue, isNamed: Bool, isExtended: Bool)] = []
        value.forEachMember { name, member in
            guard member.kind == .object || member.kind == .array else { return }
            if isNamed {
                if !isExtended || !name.hasPrefix("x-") { inner.append((member, false, false)) }
            } else if !name.hasPrefix("x-"), !Self.data.contains(name) {
                let isNamed = member.kind == .object && Self.named.contains(name)
                inner.append((member, isNamed, isNamed && Self.extended.contains(name)))
            }
        }
        for (member, isNamed, isExtended) in inner {
            walk(member, isNamed: isNamed, isExtended: isExtended)
        }
    }
}
