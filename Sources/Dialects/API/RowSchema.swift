internal import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlySchemas

/// A JSON Schema (2020-12, and what older drafts share with it) for a row.
///
/// It knows the words for types, members, elements, texts, numbers, choices and references. Other
/// words are notes, as the standard has it.
struct RowSchema: Sendable {
    static let types = ["null", "boolean", "object", "array", "number", "string", "integer"]

    let document: SchemaDocument
    private let schema: Schema

    init(document: SchemaDocument, schema: JSONValue) {
        self.document = document
        self.schema = document.book.schema(SchemaNode(schema, in: 0))
    }

    /// Where values have dates.
    var dates: SchemaDates { SchemaDates(schema) }

    /// What is wrong with a value, and where; nil when nothing is.
    func problem(with value: JSValue) -> String? {
        guard let found = schema.violations(of: value, .jsonSchema).first else { return nil }
        return found.path.isEmpty ? found.rowWords : "\(found.rowPlace): \(found.rowWords)"
    }
}

extension SchemaViolation {
    /// Names and numbers with dots between them, such as `tags.1`.
    fileprivate var rowPlace: String {
        path.map { step in
            switch step {
            case .member(let name): name
            case .element(let index): String(index)
            }
        }
        .joined(separator: ".")
    }

    fileprivate var rowWords: String {
        func text(_ number: Double) -> String { javaScriptText(of: number) }
        return switch reason {
        case .missing: "it is missing"
        case .unknown: "it must not be there"
        case .type(let types, let isNullable): "expected \(types.names(isNullable: isNullable))"
        case .choices(let choices): "expected \(choices.map(\.json).joined(separator: " or "))"
        case .shortText(let least): "expected at least \(text(least)) characters"
        case .longText(let most): "expected at most \(text(most)) characters"
        case .pattern(let pattern): "expected a text like \(pattern)"
        case .format(let format): "expected the format \(format)"
        case .small(let least, let isExcluded):
            "expected \(isExcluded ? "more than" : "at least") \(text(least))"
        case .large(let most, let isExcluded):
            "expected \(isExcluded ? "less than" : "at most") \(text(most))"
        case .step(let step): "expected a multiple of \(text(step))"
        case .fewElements(let least): "expected at least \(text(least)) elements"
        case .manyElements(let most): "expected at most \(text(most)) elements"
        case .twins: "expected no element twice"
        case .fewMembers(let least): "expected at least \(text(least)) members"
        case .manyMembers(let most): "expected at most \(text(most)) members"
        case .excluded: "it must not be like that"
        case .ambiguous: "it fits more than one choice"
        case .tooCostly: "its schema takes too many steps"
        case .endless: "its schema leads to itself"
        }
    }
}

extension SchemaTypes {
    /// The names of the types, such as `string or null`.
    fileprivate func names(isNullable: Bool) -> String {
        let words = words
        guard isNullable else { return words }
        return words.isEmpty ? "null" : "\(words) or null"
    }
}

extension JSValue {
    fileprivate var json: String {
        var writer = JSONWriter(escaping: .utf8)
        write(&writer)
        return String(decoding: writer.finish(), as: UTF8.self)
    }
}
