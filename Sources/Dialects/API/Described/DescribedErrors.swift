internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlySchemas

/// Makes refusals in the schemas of a description.
struct DescribedErrors {
    private let described: Described

    init(_ described: Described) { self.described = described }

    /// The answer to a refusal in `schema`; RFC 9457 without one, in the type that is declared.
    func body(_ failure: DescribedFailure, _ schema: Schema?, type: String? = nil) -> Response {
        guard let schema else { return Self.problem(failure, type: type) }
        let drawing = Drawing(seed: 0, path: "error \(failure.status)", row: 0, now: described.now)
        let drawn = Shaper(drawing: drawing).value(schema.draw(drawing), as: schema)
        let said = Self.saying(failure, drawn, schema)
        return Self.json(said, failure.status, type: type ?? "application/json")
    }

    static func json(_ value: JSValue, _ status: Int, type: String) -> Response {
        var writer = JSONWriter(escaping: .utf8)
        value.write(&writer)
        return Response(status: status, contentType: type, body: writer.finish())
    }

    static func problem(_ failure: DescribedFailure, type: String? = nil) -> Response {
        var problem = JSObject()
        problem["type"] = .string("about:blank")
        problem["title"] = .string(usualWords(for: failure.status))
        problem["status"] = .number(Double(failure.status))
        problem["detail"] = .string(failure.message)
        return json(.object(problem), failure.status, type: type ?? "application/problem+json")
    }

    private static let sentences: Set<String> = [
        "message", "detail", "details", "title", "description", "error", "reason", "msg",
        "errormessage", "errordescription", "body", "help",
    ]
    private static let numbers: Set<String> = [
        "status", "code", "statuscode", "errorcode", "httpstatus",
    ]

    /// A drawn error with the sentence and the number of a refusal in it.
    private static func saying(
        _ failure: DescribedFailure,
        _ value: JSValue,
        _ schema: Schema,
        _ level: Int = 0
    ) -> JSValue {
        guard level < 4 else { return value }
        switch value {
        case .array(let elements):
            guard let items = schema.element else { return value }
            let first = elements.first ?? items.draw(Drawing(seed: 0, path: "error"))
            let said = JSValue.array([saying(failure, first, items, level + 1)])
            return schema.accepts(said) ? said : value
        case .string where level > 0 && schema.rules.choices == nil && schema.rules.format == nil:
            let text = JSValue.string(failure.message)
            return schema.accepts(text) ? text : value
        case .object(var object):
            fill(&object, failure, schema, level)
            let said = JSValue.object(object)
            return schema.accepts(said) ? said : value
        default: return value
        }
    }

    private static func fill(
        _ object: inout JSObject,
        _ failure: DescribedFailure,
        _ schema: Schema,
        _ level: Int
    ) {
        let hasSentence = schema.fields.contains {
            let plain = Words.plain($0.name)
            return plain != "title" && sentences.contains(plain)
        }
        // What is not required says it too, where the error would say nothing else.
        for (name, field) in schema.fields.map({ ($0.name, $0.schema) }) {
            let plain = Words.plain(name)
            let isSaid = sentences.contains(plain) || numbers.contains(plain) || plain == "errors"
            guard isSaid || object.has(name) else { continue }
            let known = object[name]
            if field.isObject || field.element != nil {
                guard isSaid || plain == "data" else { continue }
                let inner = known.isNullish ? field.draw(Drawing(seed: 0, path: "error")) : known
                let said = saying(failure, inner, field, level + 1)
                if field.accepts(said) { object[name] = said }
                continue
            }
            var candidates = candidates(plain, field, failure)
            // A title is in usual words where another member has the sentence.
            if plain == "title", hasSentence {
                candidates.insert(.string(usualWords(for: failure.status)), at: 0)
            }
            // The example of an error is that of another one: `not_found`.
            if let text = known.string, (400..<600).contains(where: { word($0) == text }) {
                candidates.append(.string(word(failure.status)))
            }
            if let fitting = candidates.first(where: { field.accepts($0) }) {
                object[name] = fitting
            }
        }
    }

    private static func candidates(
        _ plain: String,
        _ schema: Schema,
        _ failure: DescribedFailure
    ) -> [JSValue] {
        let status = failure.status
        if let choices = schema.rules.choices {
            return ErrorWords.choices(choices, for: status)
        }
        let isNumber = numbers.contains(plain)
        if isNumber, schema.isNumber { return [.number(Double(status))] }
        if isNumber, plain != "code" || !schema.rules.patterns.isEmpty {
            return [.string(String(status))]
        }
        if isNumber {
            return [.string(word(status)), .string(String(status))]
        }
        guard sentences.contains(plain) else { return [] }
        return [.string(failure.message)]
    }

    /// `not_found` and so on.
    private static func word(_ status: Int) -> String {
        usualWords(for: status).split(separator: " ").map { $0.lowercased() }.joined(separator: "_")
    }
}
