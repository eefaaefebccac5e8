internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyRegex

extension RequestPattern {
    private static let addresses = [
        "url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate",
    ]
    private static let mappingMembers =
        ["method"] + addresses + [
            "headers", "queryParameters", "bodyPatterns", "basicAuthCredentials", "metadata",
        ]

    /// Reads the `request` of a mapping; nil takes all requests.
    init(mapping request: MappingNode?) throws(MappingFault) {
        self.init()
        guard let request else { return }
        try request.allow(Self.mappingMembers)
        if let method = try request["method"]?.text(), method.uppercased() != "ANY" {
            methods = [method.uppercased()]
        }
        try readAddress(request)
        for (name, node) in request["headers"]?.members ?? [] {
            if let pattern = try node.textPattern() { fields.append(NamedPattern(name, pattern)) }
        }
        for (name, node) in request["queryParameters"]?.members ?? [] {
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
            path = .text(.equals(try urlPath.text()))
        } else if let pattern = request["urlPathPattern"] {
            path = .text(.matches(try pattern.expression()))
        } else if let template = request["urlPathTemplate"] {
            let text = try template.text()
            do throws(PathGlob.Fault) {
                path = .glob(try PathGlob(text))
            } catch {
                throw template.fault(error.words)
            }
        }
    }
}

extension MappingNode {
    private static let textKinds = [
        "equalTo", "contains", "doesNotContain", "matches", "doesNotMatch", "absent", "anything",
    ]

    /// A condition on a text; nil when it is met by anything.
    fileprivate func textPattern(beside others: [String] = []) throws(MappingFault) -> TextPattern?
    {
        try allow(Self.textKinds + ["caseInsensitive"] + others)
        let given = Self.textKinds.filter { self[$0] != nil }
        guard given.count == 1, let kind = given.first, let operand = self[kind] else {
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
        if self["equalToJson"] != nil { return try jsonPattern() }
        if self["matchesJsonPath"] != nil { return try pathPattern() }
        let known = Self.textKinds + ["caseInsensitive", "equalToJson", "matchesJsonPath"]
        try allow(known)
        return try textPattern().map { .text($0) }
    }

    private func jsonPattern() throws(MappingFault) -> BodyPattern? {
        try allow(["equalToJson", "ignoreExtraElements", "ignoreArrayOrder"])
        guard let wanted = self["equalToJson"] else { return nil }
        if let order = self["ignoreArrayOrder"], try order.bool() {
            throw order.fault("is not supported: lists are compared in their order")
        }
        let text = wanted.value.string.map { Array($0.utf8) } ?? Array(wanted.value.rawText)
        guard let document = try? JSON(parsing: text) else {
            throw wanted.fault("must be JSON, or a text with JSON")
        }
        return try self["ignoreExtraElements"]?.bool() ?? false
            ? .json(document) : .sameJSON(document)
    }

    private func pathPattern() throws(MappingFault) -> BodyPattern? {
        try allow(["matchesJsonPath"])
        guard let wanted = self["matchesJsonPath"] else { return nil }
        guard wanted.value.kind == .object else {
            return .value(try wanted.jsonPath(), .text(.present))
        }
        guard let expression = wanted["expression"] else {
            throw wanted.fault("must have the member 'expression'")
        }
        let pattern = try wanted.textPattern(beside: ["expression"])
        return .value(try expression.jsonPath(), .text(pattern ?? .present))
    }

    private func jsonPath() throws(MappingFault) -> JSONPath {
        let text = try text()
        do throws(JSONPath.Fault) {
            return try JSONPath(text)
        } catch {
            throw fault(error.words)
        }
    }
}
