package import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlySchemas

/// A JSON Schema that documents must fit.
///
/// It has the words alone that are heeded: one that is not would let documents in that another
/// program refuses.
package struct DocumentSchema: Sendable {
    /// Why a schema is not taken; the words follow its name.
    package struct Fault: Error {
        package var words: String
    }

    /// The schema as it was sent.
    package let text: String
    private let owner: SchemaBookOwner
    private let schema: Schema

    package init(_ document: JSON) throws(Fault) {
        let documents = SchemaDocuments([.init(path: "", root: document.root)])
        try Self.check(document.root, documents)
        text = document.root.asJSON
        owner = SchemaBookOwner(SchemaBook(documents, .jsonSchema))
        schema = owner.book.schema(SchemaNode(document.root, in: 0))
    }

    func accepts(_ value: JSONValue) -> Bool { schema.accepts(JSValue(value), .jsonSchema) }

    /// What one word of a schema has in it.
    private enum Content {
        case nothing, schema, list, members, reference, pattern, types
    }

    private static let words: [(Content, [String])] = [
        (
            .nothing,
            [
                "title", "description", "default", "examples", "deprecated", "readOnly",
                "writeOnly",
                "$schema", "$id", "id", "$comment", "enum", "const", "required", "format",
                "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
                "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minProperties",
                "maxProperties",
            ]
        ),
        (.schema, ["items", "additionalProperties", "not"]),
        (.list, ["allOf", "anyOf", "oneOf", "prefixItems"]),
        (.members, ["properties", "patternProperties", "$defs", "definitions"]),
        (.reference, ["$ref"]), (.pattern, ["pattern"]), (.types, ["type"]),
    ]
    private static let types = [
        "null", "boolean", "object", "array", "number", "string", "integer",
    ]

    private static func check(
        _ schema: JSONValue,
        _ documents: SchemaDocuments
    ) throws(Fault) {
        guard schema.bool == nil else { return }
        guard schema.kind == .object else { throw Fault(words: "has a schema that is no object") }
        for (name, value) in schema.members {
            switch words.first(where: { $0.1.contains(name) })?.0 {
            case .nothing: break
            case .schema: try check(value, documents)
            case .list: for one in value.elements { try check(one, documents) }
            case .members:
                for (pattern, inner) in value.members {
                    if name == "patternProperties" { try check(pattern: pattern) }
                    try check(inner, documents)
                }
            case .reference:
                guard let place = value.string, place.hasPrefix("#"),
                    documents.target(of: place, from: 0) != nil
                else { throw Fault(words: "has a '$ref' that leads to no place in it") }
            case .pattern: try check(pattern: value.string ?? "(")
            case .types:
                let names = value.kind == .array ? value.elements : [value]
                guard names.allSatisfy({ $0.string.map(types.contains) ?? false }) else {
                    throw Fault(words: "has a 'type' that is none")
                }
            case nil: throw Fault(words: "has the word '\(name)', which is not supported")
            }
        }
    }

    private static func check(pattern: String) throws(Fault) {
        guard (try? SchemaPattern(pattern)) != nil else {
            throw Fault(words: "has a pattern that is no regular expression")
        }
    }
}
