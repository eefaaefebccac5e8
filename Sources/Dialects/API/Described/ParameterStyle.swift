internal import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// How values of parameters are written in a query.
extension Operation.Parameter {
    /// The names under which its values stand there, with their schemas: `page[size]` of a `deepObject`.
    var values: [(name: String, schema: Schema?)] {
        guard style == .deepObject, let fields = schema?.fields, !fields.isEmpty else {
            return [(name, schema)]
        }
        return fields.map { ("\(name)[\($0.name)]", $0.schema) }
    }

    /// The elements of a list in one text.
    func elements(of text: String) -> [String] {
        let sign: Character =
            switch style {
            case .pipeDelimited: "|"
            case .spaceDelimited: " "
            default: ","
            }
        return text.split(separator: sign).map(String.init)
    }

    /// The object that pairs such as `filter[name]` make; nil where there are none.
    func object(in pairs: [(name: String, value: String)]) -> JSObject? {
        var object = JSObject()
        for pair in pairs {
            guard let member = pair.name.member(of: name), !member.contains("[") else { continue }
            object.add(member, pair.value)
        }
        return object.count > 0 ? object : nil
    }
}

extension String {
    /// What `object[name]` names, `name[rest]` of `object[name][rest]`; nil where it is not of this form.
    func member(of object: String) -> String? {
        guard hasPrefix(object + "[") else { return nil }
        let inner = dropFirst(object.count + 1)
        guard let end = inner.firstIndex(of: "]"), end > inner.startIndex else { return nil }
        return String(inner[..<end] + inner[inner.index(after: end)...])
    }
}

/// A pair of a query as filters read it.
struct QueryPair {
    /// As it stands in the query.
    let sentName: String
    /// Without the object that it is a member of: `views[gte]` of `filter[views][gte]`.
    let name: String
    /// Elements of a list are separated by commas.
    let value: String

    /// Objects whose members are filters, whether a description says so or not.
    private static let filters = ["filter", "filters", "where"]

    init(_ pair: (name: String, value: String), _ parameters: [Operation.Parameter]) {
        sentName = pair.name
        let objects = parameters.filter { $0.style == .deepObject }.map(\.name) + Self.filters
        let declared = parameters.first { $0.place == .query && $0.name == pair.name }
        let member = objects.lazy.compactMap { pair.name.member(of: $0) }.first
        name = member ?? pair.name
        value = declared?.elements(of: pair.value).joined(separator: ",") ?? pair.value
    }
}
