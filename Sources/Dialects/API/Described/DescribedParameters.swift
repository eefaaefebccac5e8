internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// Checks what stands in the path and the query of a request.
struct DescribedParameters {
    private let call: DescribedCall

    init(_ call: DescribedCall) { self.call = call }

    /// What is wrong, with the status of its refusal.
    func problems() -> [(status: Int, words: String)] {
        var problems: [(Int, String)] = []
        let operation = call.operation
        for (name, value) in operation.query
        where !call.query.pairs.contains(where: { $0 == (name, value) }) {
            problems.append((operation.refusal, "the query must have \(name)=\(value)"))
        }
        for parameter in operation.parameters {
            switch parameter.place {
            case .path:
                guard let text = call.value(of: parameter.name), let schema = parameter.schema,
                    !Self.isTaken(text, by: schema)
                else { continue }
                let status = [400, 404, 422].first { operation.response(String($0)) != nil }
                problems.append((status ?? 404, words(parameter.name, text, schema)))
            case .query:
                if let problem = problem(with: parameter) {
                    problems.append((operation.refusal, problem))
                }
            case .header, .cookie: continue
            }
        }
        return problems
    }

    private func problem(with parameter: Operation.Parameter) -> String? {
        let names = [parameter.name, parameter.name + "[]"]
        let values = call.query.pairs.filter { pair in
            names.contains(pair.name) || pair.name.hasPrefix(parameter.name + "[")
        }
        guard !values.isEmpty else {
            return parameter.isRequired ? "the query parameter \(parameter.name) is required" : nil
        }
        guard let schema = parameter.schema else { return nil }
        if let problem = problem(with: parameter, schema, values) { return problem }
        // An empty value is what some clients send for none.
        guard !parameter.isJSON, parameter.style != .deepObject else { return nil }
        // A page is no larger than the description allows, whatever is asked.
        if call.pages.meaning(of: parameter.name) == .size, call.plan.array != nil,
            let size = values.last.flatMap({ Double($0.value) }),
            let most = schema.rules.number.most, size > most
        {
            return nil
        }
        let texts = values.filter { names.contains($0.name) && !$0.value.isEmpty }.map(\.value)
        guard let items = schema.element else {
            guard let text = texts.first, !Self.isTaken(text, by: schema) else { return nil }
            return words(parameter.name, text, schema)
        }
        let elements = texts.flatMap { parameter.elements(of: $0) }
        let wrong = elements.first { !Self.isTaken($0, by: items) }
        return wrong.map { words(parameter.name, $0, items) }
    }

    /// What is wrong with a parameter that is JSON, or an object.
    private func problem(
        with parameter: Operation.Parameter,
        _ schema: Schema,
        _ values: [(name: String, value: String)]
    ) -> String? {
        let value: JSValue
        if parameter.isJSON {
            guard let json = try? JSON(parsing: Array(values[0].value.utf8)).root else {
                return "\(parameter.name) is no JSON"
            }
            value = JSValue(json)
        } else if parameter.style == .deepObject, let object = parameter.object(in: values) {
            value = DescribedBody.typed(.object(object), schema)
        } else {
            return nil
        }
        guard let found = schema.violations(of: value, .wholeRow).first else { return nil }
        let words = found.path.isEmpty ? " \(found.words)" : ".\(found.sentence())"
        return parameter.name + words
    }

    /// Whether a text is a value of the schema, as it is or as what it spells.
    ///
    /// A list that contains itself is looked into for a few levels only.
    static func isTaken(_ text: String, by schema: Schema, _ level: Int = 0) -> Bool {
        if schema.accepts(.string(text)) || schema.isObject { return true }
        let number = JSValue(spelling: text)
        if number.number.isFinite, !text.isEmpty, schema.accepts(number) { return true }
        if text == "true" || text == "false", schema.accepts(.bool(text == "true")) { return true }
        if level < 4, let items = schema.element {
            return text.split(separator: ",").allSatisfy {
                isTaken(String($0), by: items, level + 1)
            }
        }
        return false
    }

    private func words(_ name: String, _ text: String, _ schema: Schema) -> String {
        let number = JSValue(spelling: text)
        let isNumber = schema.isNumber && number.number.isFinite
        let found = schema.violations(of: isNumber ? number : .string(text)).first
        return "\(name) \(found?.words ?? "has another type")"
    }
}
