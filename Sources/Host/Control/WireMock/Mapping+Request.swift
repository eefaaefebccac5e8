internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyRegex

extension RequestPattern {
    private static let addresses = [
        "url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate",
    ]
    static let mappingMembers =
        ["method"] + addresses + [
            "headers", "queryParameters", "bodyPatterns", "basicAuthCredentials",
        ]

    /// Reads the `request` of a mapping; nil takes all requests.
    init(mapping request: MappingNode?) throws(MappingFault) {
        self.init()
        guard let request else { return }
        try request.allow(Self.mappingMembers)
        switch try request["method"]?.text().uppercased() {
        case nil, "ANY": break
        case "GET_OR_HEAD": methods = ["GET", "HEAD"]
        case let method?: methods = [method]
        }
        try readAddress(request)
        for (name, node) in try request["headers"]?.allMembers() ?? [] {
            if let pattern = try node.textPattern() { fields.append(NamedPattern(name, pattern)) }
        }
        for (name, node) in try request["queryParameters"]?.allMembers() ?? [] {
            if let pattern = try node.textPattern() { query.append(NamedPattern(name, pattern)) }
        }
        if let credentials = request["basicAuthCredentials"] {
            try credentials.allow(["username", "password"])
            let name = try credentials["username"]?.text() ?? ""
            let password = try credentials["password"]?.text() ?? ""
            let value = "Basic \(Base64.encode(Array("\(name):\(password)".utf8)))"
            fields.append(NamedPattern("authorization", .equals(value)))
        }
        if let patterns = request["bodyPatterns"] {
            guard patterns.value.kind == .array else { throw patterns.fault("must be a list") }
            for node in patterns.elements {
                if let pattern = try node.bodyPattern() { body.append(pattern) }
            }
        }
    }

    private mutating func readAddress(_ request: MappingNode) throws(MappingFault) {
        let given = Self.addresses.compactMap { request[$0] }
        guard given.count < 2 else {
            throw given[1].fault("must not stand beside \(given[0].pointer)")
        }
        if let url = request["url"] {
            path = .target(.equals(try url.text()))
        } else if let pattern = request["urlPattern"] {
            path = .target(.matches(try pattern.expression()))
        } else if let urlPath = request["urlPath"] {
            path = .sent(.equals(try urlPath.text()))
        } else if let pattern = request["urlPathPattern"] {
            path = .sent(.matches(try pattern.expression()))
        } else if let template = request["urlPathTemplate"] {
            path = .sent(.matches(try template.template()))
        }
    }

    /// The member of a mapping's request by which it can take none, because all its paths are the
    /// server's own: `/w/…`, `/f/…`, `/__admin/…`, `/__mockpostly/…`.
    func ownAddress(in request: MappingNode?) -> MappingNode? {
        guard let path, path.isOwn else { return nil }
        return Self.addresses.lazy.compactMap { request?[$0] }.first
    }
}

extension MappingNode {
    static let textKinds = [
        "equalTo", "contains", "doesNotContain", "matches", "doesNotMatch", "absent", "anything",
    ]

    /// A condition on a text; nil when it is met by anything.
    fileprivate func textPattern(beside others: [String] = []) throws(MappingFault) -> TextPattern?
    {
        try allow(Self.textKinds + ["caseInsensitive"] + others)
        // A matcher with null is none of WireMock's, and refused with its name.
        let given = Self.textKinds.filter { value[$0] != nil }
        guard given.count == 1, let kind = given.first, let operand = member(kind) else {
            throw fault("must have one of \(enumerated(Self.textKinds))")
        }
        let ignoresCase = try self["caseInsensitive"]?.bool() ?? false
        guard !ignoresCase || kind == "equalTo" else {
            throw fault("can have 'caseInsensitive' beside 'equalTo' alone")
        }
        switch kind {
        case "equalTo":
            let text = try operand.text()
            return ignoresCase ? .equalsIgnoringCase(text) : .equals(text)
        case "contains": return .contains(try operand.text())
        case "doesNotContain": return .lacks(try operand.text())
        case "matches": return .matches(try operand.expression())
        case "doesNotMatch": return .differs(try operand.expression())
        case "absent":
            guard try operand.bool() else { throw operand.fault("must be true") }
            return .absent
        default: return nil
        }
    }

    fileprivate func expression() throws(MappingFault) -> RegularExpression {
        let text = try text()
        do throws(RegularExpression.Fault) {
            return try RegularExpression(text)
        } catch {
            throw fault("is no regular expression: at byte \(error.offset), \(error.words)")
        }
    }

    /// A condition on a document; nil when it is met by anything.
    func bodyPattern() throws(MappingFault) -> BodyPattern? {
        guard value.kind == .object else { throw fault("must be an object") }
        if value["equalToJson"] != nil { return try jsonPattern() }
        if value["matchesJsonPath"] != nil { return try pathPattern() }
        let known = Self.textKinds + ["caseInsensitive", "equalToJson", "matchesJsonPath"]
        try allow(known)
        return try textPattern().map { .text($0) }
    }

    private func jsonPattern() throws(MappingFault) -> BodyPattern? {
        try allow(["equalToJson", "ignoreExtraElements", "ignoreArrayOrder"])
        guard let wanted = member("equalToJson") else { return nil }
        if let order = self["ignoreArrayOrder"], try order.bool() {
            throw order.fault("is not supported: lists are compared in their order")
        }
        let text = wanted.value.string.map { Array($0.utf8) } ?? Array(wanted.value.rawText)
        guard let document = try? JSON(parsing: text) else {
            throw wanted.fault("must be JSON, or a text with JSON")
        }
        for mark in ["${json-unit.", "#{json-unit."] where text.hasPart(mark.utf8) {
            throw wanted.fault("has '\(mark)…}': placeholders are not supported")
        }
        return try self["ignoreExtraElements"]?.bool() ?? false
            ? .json(document) : .sameJSON(document)
    }

    private func pathPattern() throws(MappingFault) -> BodyPattern? {
        try allow(["matchesJsonPath"])
        guard let wanted = member("matchesJsonPath") else { return nil }
        guard wanted.value.kind == .object else { return .found(try wanted.jsonPath(), nil) }
        guard let expression = wanted["expression"] else {
            throw wanted.fault("must have the member 'expression'")
        }
        let pattern = try wanted.textPattern(beside: ["expression"])
        return .found(try expression.jsonPath(), pattern ?? .present)
    }

    private func jsonPath() throws(MappingFault) -> JSONPath {
        // Spaces around it count for nothing, and '@' is the document, as '$' is.
        var text = try text()[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        if text.first == "@" { text = "$" + text.dropFirst() }
        do throws(JSONPath.Fault) {
            return try JSONPath(String(text))
        } catch {
            throw fault(error.words)
        }
    }

    /// The expression for the paths of a template such as `/posts/{id}`.
    fileprivate func template() throws(MappingFault) -> RegularExpression {
        var expression = ""
        var rest = try text()[...]
        while let letter = rest.popFirst() {
            switch letter {
            case "{":
                let name = rest.prefix { $0 != "}" }
                guard !name.isEmpty, name.count < rest.count, !name.contains("/") else {
                    throw fault("has a '{' without a name and a '}'")
                }
                rest = rest.dropFirst(name.count + 1)
                expression += "[^/]+"
            case "}", "*": throw fault("has a '\(letter)' outside of a '{name}'")
            default: expression += letter.isLetter || letter.isNumber ? "\(letter)" : "\\\(letter)"
            }
        }
        do throws(RegularExpression.Fault) {
            return try RegularExpression(expression)
        } catch {
            throw fault(error.words)
        }
    }
}
