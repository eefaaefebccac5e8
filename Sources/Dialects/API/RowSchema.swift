internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyRegex

/// A JSON Schema (2020-12, and what older drafts share with it) for a row.
///
/// It knows the words for types, members, elements, texts, numbers, choices and references. Other
/// words are notes, as the standard has it.
struct RowSchema: Sendable {
    static let types = ["null", "boolean", "object", "array", "number", "string", "integer"]

    /// An expression that finds a place in a text.
    struct Pattern: Sendable {
        private let expression: RegularExpression

        init(_ text: String) throws(RegularExpression.Fault) {
            _ = try RegularExpression(text)
            expression = try RegularExpression("(?s:.*?)(?-s:\(text))(?s:.*)")
        }

        /// False too for a text that would take too long.
        func isIn(_ text: String) -> Bool {
            expression.matchesWhole(text.utf8, MatchBudget(.search)) ?? false
        }
    }

    let document: SchemaDocument
    let schema: JSONValue

    /// What is wrong with a value, and where; nil when nothing is.
    func problem(with value: JSValue) -> String? {
        var check = RowCheck(document: document, steps: 10_000 + 8 * Self.count(value))
        return check.problem(value, schema, "", 0)
    }

    /// The number of values in `value`, itself included.
    private static func count(_ value: JSValue) -> Int {
        switch value {
        case .array(let elements): elements.reduce(1) { $0 + count($1) }
        case .object(let object): object.members.reduce(1) { $0 + count($1.1) }
        default: 1
        }
    }
}

/// The check of one value.
private struct RowCheck {
    let document: SchemaDocument
    /// How many more schemas are tried: choices inside choices would take twice as long a level.
    var steps: Int

    /// The most references and schemas inside one another: one that leads to itself ends there.
    private static let deepest = 200

    mutating func problem(
        _ value: JSValue,
        _ schema: JSONValue,
        _ path: String,
        _ depth: Int
    ) -> String? {
        steps -= 1
        guard steps > 0 else { return said(path, "its schema takes too many steps") }
        if let allowed = schema.bool { return allowed ? nil : said(path, "it must not be there") }
        guard depth < Self.deepest else { return said(path, "its schema leads to itself") }
        if let reference = schema["$ref"]?.string, let target = document.target(reference),
            let problem = problem(value, target, path, depth + 1)
        {
            return problem
        }
        if let words = typeProblem(value, schema) ?? choiceProblem(value, schema) {
            return said(path, words)
        }
        let words: String?
        switch value {
        case .string(let text): words = textProblem(text, schema)
        case .number(let number): words = numberProblem(number, schema)
        case .array(let elements):
            if let problem = elementProblem(elements, schema, path, depth) { return problem }
            words = countProblem(elements, schema)
        case .object(let object):
            if let problem = memberProblem(object, schema, path, depth) { return problem }
            words = nil
        default: words = nil
        }
        return words.map { said(path, $0) } ?? combinedProblem(value, schema, path, depth)
    }

    private func said(_ path: String, _ words: String) -> String {
        path.isEmpty ? words : "\(path): \(words)"
    }

    private func typeProblem(_ value: JSValue, _ schema: JSONValue) -> String? {
        guard let type = schema["type"] else { return nil }
        let names = (type.kind == .array ? type.elements : [type]).compactMap(\.string)
        let fits = names.contains { name in
            switch (name, value) {
            case ("null", .null), ("boolean", .bool), ("object", .object), ("array", .array),
                ("number", .number), ("string", .string):
                true
            case ("integer", .number(let number)): number == number.rounded()
            default: false
            }
        }
        return fits ? nil : "expected \(names.joined(separator: " or "))"
    }

    private func choiceProblem(_ value: JSValue, _ schema: JSONValue) -> String? {
        let choices = schema["enum"]?.elements ?? schema["const"].map { [$0] } ?? []
        guard !choices.isEmpty, !choices.contains(where: { JSValue($0) == value }) else {
            return nil
        }
        let texts = choices.map { String(decoding: $0.rawText, as: UTF8.self) }
        return "expected \(texts.joined(separator: " or "))"
    }

    private func textProblem(_ text: String, _ schema: JSONValue) -> String? {
        let length = Double(text.unicodeScalars.count)
        if let least = schema["minLength"]?.double, length < least {
            return "expected at least \(javaScriptText(of: least)) characters"
        }
        if let most = schema["maxLength"]?.double, length > most {
            return "expected at most \(javaScriptText(of: most)) characters"
        }
        if let pattern = schema["pattern"]?.string, document.patterns[pattern]?.isIn(text) == false
        {
            return "expected a text like \(pattern)"
        }
        if let format = schema["format"]?.string, Formats.patterns[format]?.isIn(text) == false {
            return "expected the format \(format)"
        }
        return nil
    }

    private func numberProblem(_ number: Double, _ schema: JSONValue) -> String? {
        if let least = schema["minimum"]?.double, number < least {
            return "expected at least \(javaScriptText(of: least))"
        }
        if let most = schema["maximum"]?.double, number > most {
            return "expected at most \(javaScriptText(of: most))"
        }
        if let bound = schema["exclusiveMinimum"]?.double, number <= bound {
            return "expected more than \(javaScriptText(of: bound))"
        }
        if let bound = schema["exclusiveMaximum"]?.double, number >= bound {
            return "expected less than \(javaScriptText(of: bound))"
        }
        if let step = schema["multipleOf"]?.double, step > 0 {
            let quotient = number / step
            if abs(quotient - quotient.rounded()) > 1e-9 * max(1, abs(quotient)) {
                return "expected a multiple of \(javaScriptText(of: step))"
            }
        }
        return nil
    }

    private func countProblem(_ elements: [JSValue], _ schema: JSONValue) -> String? {
        if let least = schema["minItems"]?.double, Double(elements.count) < least {
            return "expected at least \(javaScriptText(of: least)) elements"
        }
        if let most = schema["maxItems"]?.double, Double(elements.count) > most {
            return "expected at most \(javaScriptText(of: most)) elements"
        }
        guard schema["uniqueItems"]?.bool == true else { return nil }
        return hasTwins(elements) ? "expected no element twice" : nil
    }

    /// Whether two elements are the same.
    private func hasTwins(_ elements: [JSValue]) -> Bool {
        var seen: Set<[UInt8]> = []
        return elements.contains { element in
            var json = JSONWriter(escaping: .utf8)
            element.write(&json)
            return !seen.insert(json.finish()).inserted
        }
    }

    private mutating func elementProblem(
        _ elements: [JSValue],
        _ schema: JSONValue,
        _ path: String,
        _ depth: Int
    ) -> String? {
        // Beside `prefixItems` it is about the rest alone.
        guard let rule = schema["items"], rule.kind != .array, schema["prefixItems"] == nil else {
            return nil
        }
        for (place, element) in elements.enumerated() {
            let inner = path.isEmpty ? "\(place)" : "\(path).\(place)"
            if let problem = problem(element, rule, inner, depth + 1) { return problem }
        }
        return nil
    }

    private mutating func memberProblem(
        _ object: JSObject,
        _ schema: JSONValue,
        _ path: String,
        _ depth: Int
    ) -> String? {
        func inner(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
        for name in schema["required"]?.elements.compactMap(\.string) ?? [] where !object.has(name)
        {
            return said(inner(name), "it is missing")
        }
        let properties = schema["properties"]
        // Beside `patternProperties` it is about the rest alone.
        let others =
            schema["patternProperties"] == nil ? schema["additionalProperties"] : nil
        for (name, value) in object.members {
            let rule = properties?[name] ?? others
            if let rule, let problem = problem(value, rule, inner(name), depth + 1) {
                return problem
            }
        }
        return nil
    }

    /// What `allOf`, `anyOf`, `oneOf` and `not` say.
    private mutating func combinedProblem(
        _ value: JSValue,
        _ schema: JSONValue,
        _ path: String,
        _ depth: Int
    ) -> String? {
        for rule in schema["allOf"]?.elements ?? [] {
            if let problem = problem(value, rule, path, depth + 1) { return problem }
        }
        if let rules = schema["anyOf"]?.elements, !rules.isEmpty {
            var first: String?
            for rule in rules {
                guard let problem = problem(value, rule, path, depth + 1) else {
                    first = nil
                    break
                }
                first = first ?? problem
            }
            if let first { return first }
        }
        if let rules = schema["oneOf"]?.elements, !rules.isEmpty {
            var (first, fitting) = (nil as String?, 0)
            for rule in rules where fitting < 2 {
                if let problem = problem(value, rule, path, depth + 1) {
                    first = first ?? problem
                } else {
                    fitting += 1
                }
            }
            if fitting == 0 { return first }
            if fitting > 1 { return said(path, "it fits more than one choice") }
        }
        if let rule = schema["not"], problem(value, rule, path, depth + 1) == nil {
            return said(path, "it must not be like that")
        }
        return nil
    }
}

/// The formats of texts that are checked; others are notes.
private enum Formats {
    private static let date = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    private static let time = "([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]+)?"
    private static let hexadecimal = "[0-9A-Fa-f]"

    static let patterns: [String: RowSchema.Pattern] = [
        "date": "^\(date)\\z", "date-time": "^\(date)[Tt ]\(time)([Zz]|[+-][0-9]{2}:[0-9]{2})\\z",
        "email": "^[^\\s@]+@[^\\s@]+\\z", "uri": "^[A-Za-z][A-Za-z0-9+.-]*:\\S+\\z",
        "uuid": "^\(hexadecimal){8}(-\(hexadecimal){4}){3}-\(hexadecimal){12}\\z",
    ].compactMapValues { try? RowSchema.Pattern($0) }
}
