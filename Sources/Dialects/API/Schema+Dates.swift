internal import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlySchemas

/// The dates of values of a schema: texts with the format `date-time` or `date`.
///
/// The schema is followed as deep as a value goes, so that it may lead back to itself.
struct SchemaDates: DateFinder {
    private let schema: Schema

    init(_ schema: Schema) { self.schema = schema }

    func fill(
        _ value: inout JSValue,
        _ source: JSONValue,
        _ field: String,
        with filling: DateFilling
    ) {
        // A row that is a text is no date.
        if case .string = value { return }
        fill(&value, source, field, Self.parts(of: [schema]), filling)
    }

    private func fill(
        _ value: inout JSValue,
        _ source: JSONValue,
        _ field: String,
        _ schemas: [Schema],
        _ filling: DateFilling
    ) {
        guard !schemas.isEmpty else { return }
        switch value {
        case .array(var elements):
            let items = Self.parts(of: schemas.compactMap(\.rules.items))
            for (index, element) in source.elements.enumerated()
            where elements.indices.contains(index) {
                fill(&elements[index], element, "\(field)[\(index)]", items, filling)
            }
            value = .array(elements)
        case .object(var object):
            for (name, _) in source.members {
                guard let inner = source[name] else { continue }
                let members = Self.parts(of: schemas.compactMap { $0.field(name) })
                fill(&object[name], inner, "\(field).\(name)", members, filling)
            }
            value = .object(object)
        default:
            guard let form = schemas.lazy.compactMap(Self.form).first else { return }
            filling.replace(&value, source, field, form)
        }
    }

    private static func form(of schema: Schema) -> DateFilling.Form? {
        switch schema.rules.format {
        case "date-time": .moment
        case "date": .day
        default: nil
        }
    }

    /// The schemas and all that must fit too, each once.
    private static func parts(of schemas: [Schema]) -> [Schema] {
        var known = Set<Schema>()
        var parts: [Schema] = []
        func add(_ schema: Schema) {
            guard known.insert(schema).inserted else { return }
            parts.append(schema)
            for part in schema.rules.all { add(part) }
        }
        for schema in schemas { add(schema) }
        return parts
    }
}
