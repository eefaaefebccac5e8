internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyText

extension RequestPattern: MadeOfMembers {
    static let table: [Member<RequestPattern>] = head + bodyTable(of: "the body", \.body)

    private static let head: [Member<RequestPattern>] = [
        .condition(
            "method",
            .anyWord { $0.uppercased() },
            "one method in capitals, or a list of them"
        ) { body, _, pattern throws(Problem) in
            pattern.methods = try body.methods("method")
        }.details("GET does not stand for HEAD.").option("METHOD", "only this method"),
        .condition(
            "path",
            .anyWord { $0 },
            "a pattern such as `/api/posts/*`, `/api/**` or `/api/posts/{slug}`, or a condition"
        ) { body, _, pattern throws(Problem) in
            pattern.path = try body.pathPattern("path")
        }.option("PATTERN", "only these paths, such as '/api/posts/*' or '/api/**'"),
        .part("system", .named("System"), "the system that owns the path").formerly("dialect"),
        .condition(
            "route",
            .any("string"),
            "a route as `mockpostly routes` prints it: `POST /api/posts/{id}`"
        ) { body, _, pattern throws(Problem) in
            pattern.route = try body.route("route")
        },
        .value("user", \.user, .text, "the user whose token it carries: id, e-mail or username")
            .option("USER", "only requests with a token of this user: id, e-mail or username"),
        .condition("header", .any("object"), "a condition for each name") {
            body,
            _,
            pattern throws(Problem) in
            pattern.fields = try body.namedPatterns("header")
        },
        .condition("query", .any("object"), "a condition for each parameter") {
            body,
            _,
            pattern throws(Problem) in
            pattern.query = try body.namedPatterns("query")
        },
    ]

    /// Reads the members of a pattern; `body` may have others as well.
    ///
    /// Throws a ``Problem`` with status 400.
    init(_ body: ControlBody, dialects: [String]) throws(Problem) {
        self.init()
        try readMembers(body)
        dialect = try body.suggestedChoice("system", of: dialects)
    }
}

extension MadeOfMembers {
    /// The conditions on a body, which `whole` names in sentences; they go to `place` in this order.
    static func bodyTable(
        of whole: String,
        _ place: @escaping @Sendable @autoclosure () -> any Member<Self>.Place<[BodyPattern]>
    ) -> [Member<Self>] {
        [
            .condition("body", .any(), "a condition on \(whole) as a text") {
                body,
                value,
                root throws(Problem) in
                root[keyPath: place()].append(.text(try body.textPattern("body", value)))
            },
            .condition("json", .any(), "a JSON document that \(whole) has at least") {
                _,
                value,
                root throws(Problem) in
                root[keyPath: place()].append(.json(JSON(copying: value)))
            },
            .condition(
                "jsonPath",
                .any("object"),
                "a condition for each path to a value, such as `$.author.id`"
            ) { body, _, root throws(Problem) in
                root[keyPath: place()] += try body.pathPatterns("jsonPath")
            }
            .details(
                """
                The value, compared with its type (1 is not "1", null is not absent), or an object \
                with one of `equals`, `looselyEquals` (the same text, whatever the type), \
                `contains`, `matches`, `absent` and `present`.
                """
            ),
        ]
    }
}

extension MemberType {
    /// Requests, by a text such as `GET /api/posts/*` or by conditions of the schema `name`.
    static func requests(_ name: String) -> MemberType {
        MemberType(
            [("anyOf", "[\(reference("RequestLine")), \(reference(name))]")],
            expected: "a method and a path such as 'GET /api/posts/*', or a JSON object"
        ) { text in
            RequestLine(text).map { ControlBody($0.members).objectText } ?? object.json(text)
        }
    }
}

extension ControlBody {
    /// The member `match`, a pattern; the pattern that all requests meet when it is absent.
    func requestPattern(dialects: [String]) throws(Problem) -> RequestPattern {
        guard let match = try requests(RequestPattern.shapes) else { return RequestPattern() }
        return try RequestPattern(match, dialects: dialects)
    }

    /// The member `match` as an object with no other conditions than `members`; nil when absent.
    func requests(_ members: [MemberShape]) throws(Problem) -> ControlBody? {
        guard let value = value("match") else { return nil }
        return try requests(value, "match", members)
    }

    /// `value`, which stands at `name`, as an object with no other conditions than `members`.
    ///
    /// A text such as `GET /api/posts/*` is the object that has its method and its path.
    func requests(_ value: JSONValue, _ name: String, _ members: [MemberShape]) throws(Problem)
        -> ControlBody
    {
        let hint =
            "Send such as 'GET /api/posts/*', with the method in capital letters, or an object with"
            + " conditions."
        switch value.kind {
        case .object:
            let formerNames = members.formerNames
            return try part(value, name, members: members.map(\.name), formerNames: formerNames)
        case .string:
            guard let line = RequestLine(value.string ?? "") else {
                throw badValue(name, value, hint: hint)
            }
            return ControlBody(line.members, path: fullName(name) + ".")
        default: throw wrongType(name, value, wanted: "a text or an object", hint: hint)
        }
    }

    /// An object with a condition for each path to a value.
    func pathPatterns(_ name: String) throws(Problem) -> [BodyPattern] {
        var patterns: [BodyPattern] = []
        for (path, value) in try object(name)?.members ?? [] {
            let pattern = try valuePattern("\(name).\(path)", value)
            do throws(JSONPath.Fault) {
                patterns.append(.value(try JSONPath(path), pattern))
            } catch {
                throw .badValue(
                    "The path '\(shortened(path))' in \(place(name)) \(error.words).",
                    "Send a path to one value, such as '$.author.id' or '$.tags[0]'."
                )
            }
        }
        return patterns
    }

    /// A condition on a value of a JSON document: the value itself, which is compared with its
    /// type, or an object that says which.
    func valuePattern(_ name: String, _ value: JSONValue) throws(Problem) -> ValuePattern {
        guard value.kind == .object else { return .equals(JSON(copying: value)) }
        let members = value.members
        guard members.count == 1, let (kind, operand) = members.first else {
            return .text(try textPattern(name, value, kinds: Self.valueKinds))
        }
        switch kind {
        case "equals": return .equals(JSON(copying: operand))
        case "looselyEquals" where operand.kind != .object && operand.kind != .array:
            return .text(.equals(operand.asText))
        default: return .text(try textPattern(name, value, kinds: Self.valueKinds))
        }
    }

    private static let textKinds = ["equals", "contains", "matches", "absent", "present"]
    private static let valueKinds = ["equals", "looselyEquals"] + textKinds.dropFirst()

    /// One text, or a list of texts.
    func texts(_ name: String) throws(Problem) -> [String]? {
        guard let value = value(name) else { return nil }
        if let text = value.string { return [text] }
        let hint = "Send a text, or a list of texts."
        guard value.kind == .array else {
            throw wrongType(name, value, wanted: "a text or a list of texts", hint: hint)
        }
        var texts: [String] = []
        for element in value.elements {
            guard let text = element.string else {
                throw wrongType("\(name)[\(texts.count)]", element, wanted: "a text", hint: hint)
            }
            texts.append(text)
        }
        guard !texts.isEmpty else {
            throw .badValue("The list in \(place(name)) is empty.", hint)
        }
        return texts
    }

    /// One of `choices`; the refusal of another text names the nearest one.
    func suggestedChoice(_ name: String, of choices: [String]) throws(Problem) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else { return try choice(name, of: choices) }
        guard !choices.contains(where: text.isIdentical) else { return text }
        let list = "It can be: \(enumerated(choices))."
        let meant = suggestion(for: text, among: choices).map { "Did you mean '\($0)'? " } ?? ""
        throw badValue(name, value, hint: meant + list)
    }

    fileprivate func methods(_ name: String) throws(Problem) -> [String] {
        let methods = try texts(name) ?? []
        if let method = methods.first(where: { $0.isEmpty || $0 != $0.uppercased() }) {
            throw .badValue(
                "The method in \(place(name)) is '\(shortened(method))'.",
                "Methods are in capital letters, such as 'POST'."
            )
        }
        return methods
    }

    fileprivate func route(_ name: String) throws(Problem) -> RoutePattern? {
        guard let route = try text(name).map({ RoutePattern($0) }) else { return nil }
        guard route.path.utf8.starts(with: "/".utf8) else {
            throw .badValue(
                "The route in \(place(name)) is '\(shortened(route.text))'.",
                "Send a method and a path as 'mockpostly routes' prints them: "
                    + "'POST /api/posts/{id}'."
            )
        }
        return route
    }

    /// A pattern of paths, or a condition on the path as a text.
    fileprivate func pathPattern(_ name: String) throws(Problem) -> RequestPattern.PathPattern? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else {
            return .text(try textPattern(name, value))
        }
        do throws(PathGlob.Fault) {
            return .glob(try PathGlob(text))
        } catch {
            throw .badValue(
                "The pattern '\(shortened(text))' in \(place(name)) \(error.words).",
                "Send a path such as '/api/posts/*' or '/api/**', or {\"matches\": …} for a "
                    + "regular expression."
            )
        }
    }

    /// An object with a condition for each name.
    fileprivate func namedPatterns(_ name: String) throws(Problem) -> [NamedPattern] {
        var patterns: [NamedPattern] = []
        for (key, value) in try object(name)?.members ?? [] {
            patterns.append(NamedPattern(key, try textPattern("\(name).\(key)", value)))
        }
        return patterns
    }

    /// A condition on a text: the text itself, null for none, or an object that says which.
    func textPattern(
        _ name: String,
        _ value: JSONValue,
        kinds: [String] = textKinds
    ) throws(Problem) -> TextPattern {
        let none = kinds == Self.textKinds ? "null for none, " : ""
        let hint =
            "Send a \(none.isEmpty ? "value" : "text"), \(none)or an object with one of "
            + "\(enumerated(kinds))."
        switch value.kind {
        case .null: return .absent
        case .string, .number, .bool: return .equals(value.asText)
        case .array: throw wrongType(name, value, wanted: "a text or a condition", hint: hint)
        case .object: break
        }
        let members = value.members
        guard members.count == 1, let (kind, operand) = members.first else {
            throw .badValue("\(capitalPlace(name)) has \(members.count) conditions.", hint)
        }
        switch kind {
        case "equals" where operand.kind != .object && operand.kind != .array:
            return .equals(operand.asText)
        case "contains":
            guard let text = operand.string else {
                throw wrongType("\(name).\(kind)", operand, wanted: "a text", hint: hint)
            }
            return .contains(text)
        case "matches":
            guard let text = operand.string else {
                throw wrongType("\(name).\(kind)", operand, wanted: "a text", hint: hint)
            }
            return .matches(try expression("\(name).\(kind)", text))
        case "absent" where operand.bool == true: return .absent
        case "present" where operand.bool == true: return .present
        case _ where kinds.contains(where: kind.isIdentical):
            throw badValue("\(name).\(kind)", operand, hint: hint)
        default:
            throw Problem(
                400,
                "Unknown member",
                detail: "There is no member '\(fullName(name)).\(shortened(kind))'.",
                hint: hint
            )
        }
    }

    private func expression(_ name: String, _ text: String) throws(Problem) -> RegularExpression {
        do throws(RegularExpression.Fault) {
            return try RegularExpression(text)
        } catch {
            throw .badValue(
                "The regular expression in \(place(name)) is not valid at byte "
                    + "\(error.offset): \(error.words).",
                "Expressions are those of Perl and Java, and match the whole text."
            )
        }
    }
}
