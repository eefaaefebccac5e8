internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyText

extension RequestPattern {
    private static let addresses = [
        "url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate",
    ]
    static let mappingMembers =
        ["method", "scheme", "host", "port"] + addresses + [
            "pathParameters", "headers", "queryParameters", "cookies", "formParameters",
            "bodyPatterns", "basicAuthCredentials", "multipartPatterns",
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
        try readPathParameters(request)
        fields = try Self.named(request["headers"])
        query = try Self.named(request["queryParameters"])
        cookies = try Self.named(request["cookies"])
        form = try Self.named(request["formParameters"])
        if let credentials = request["basicAuthCredentials"] {
            try credentials.allow(["username", "password"])
            let name = try credentials["username"]?.text() ?? ""
            let password = try credentials["password"]?.text() ?? ""
            let value = "Basic \(Base64.encode(Array("\(name):\(password)".utf8)))"
            fields.append(NamedPattern("authorization", .equals(value)))
        }
        body = try request.bodyPatterns()
        if let patterns = request["multipartPatterns"] {
            guard patterns.value.kind == .array else { throw patterns.fault("must be a list") }
            for node in patterns.elements { parts.append(try PartPattern(mapping: node)) }
        }
        dependsOnTime = request.hasRelativeDate
    }

    /// Reads conditions on values that have a name; several for a name with several values.
    fileprivate static func named(_ members: MappingNode?) throws(MappingFault) -> [NamedPattern] {
        var patterns: [NamedPattern] = []
        for (name, node) in try members?.allMembers() ?? [] {
            let isExact = node["hasExactly"] != nil
            guard let list = node["hasExactly"] ?? node["includes"] else {
                if let pattern = try node.textPattern() {
                    patterns.append(NamedPattern(name, pattern))
                }
                continue
            }
            try node.allow([isExact ? "hasExactly" : "includes"])
            guard list.value.kind == .array, !list.elements.isEmpty else {
                throw list.fault("must be a list of conditions")
            }
            for one in list.elements {
                patterns.append(NamedPattern(name, try one.textPattern() ?? .present))
            }
            if isExact {
                patterns.append(NamedPattern(name, .present, count: list.elements.count))
            }
        }
        return patterns
    }

    private mutating func readPathParameters(_ request: MappingNode) throws(MappingFault) {
        guard let parameters = request["pathParameters"] else { return }
        guard let template = request["urlPathTemplate"] else {
            throw parameters.fault("needs a 'urlPathTemplate'")
        }
        let places = template.namedSegments
        for named in try Self.named(parameters) {
            guard let place = places[named.name] else {
                throw parameters.fault("has '\(named.name)', which is no part of the template")
            }
            segments.append(NamedPattern("\(place)", named.pattern, count: named.count))
        }
    }

    private mutating func readAddress(_ request: MappingNode) throws(MappingFault) {
        let given = Self.addresses.compactMap { request[$0] }
        guard given.count < 2 else {
            throw given[1].fault("must not stand beside \(given[0].pointer)")
        }
        scheme = try request["scheme"]?.text()
        host = try request["host"]?.textPattern()
        port = try request["port"]?.int(in: 1...65_535)
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

extension PartPattern {
    /// Reads one of `multipartPatterns`; its name is a note, as there.
    fileprivate init(mapping node: MappingNode) throws(MappingFault) {
        self.init()
        try node.allow(["name", "matchingType", "headers", "bodyPatterns"])
        if let name = node["name"] { _ = try name.text() }
        switch try node["matchingType"]?.text() {
        case nil, "ANY": break
        case "ALL": isForAll = true
        default: throw (node["matchingType"] ?? node).fault("can be 'ANY' or 'ALL'")
        }
        fields = try RequestPattern.named(node["headers"])
        body = try node.bodyPatterns()
    }
}

extension MappingNode {
    /// The conditions of `bodyPatterns`.
    fileprivate func bodyPatterns() throws(MappingFault) -> [BodyPattern] {
        guard let patterns = self["bodyPatterns"] else { return [] }
        guard patterns.value.kind == .array else { throw patterns.fault("must be a list") }
        var body: [BodyPattern] = []
        for node in patterns.elements {
            if let pattern = try node.bodyPattern() { body.append(pattern) }
        }
        return body
    }

    /// The places of the named parts of a path template, from 0 between its slashes.
    var namedSegments: [String: Int] {
        var places: [String: Int] = [:]
        let parts = (value.string ?? "").split(separator: "/", omittingEmptySubsequences: false)
        for (place, part) in parts.enumerated() where part.first == "{" && part.last == "}" {
            places[String(part.dropFirst().dropLast())] = place
        }
        return places
    }

    /// Whether a date in it is from now.
    var hasRelativeDate: Bool {
        for relation in DatePattern.Relation.allCases {
            if let text = value[relation.rawValue]?.string, text.hasPrefix("now") { return true }
        }
        return elements.contains(where: \.hasRelativeDate)
            || members.contains(where: \.node.hasRelativeDate)
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
