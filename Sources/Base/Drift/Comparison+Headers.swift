extension DriftComparison {
    /// Fields that are of the way to a server, or of the server's program, and not of its API.
    private static let ignored: Set<String> = [
        "age", "alt-svc", "connection", "content-encoding", "content-length", "date", "expect-ct",
        "keep-alive", "nel", "origin-agent-cluster", "priority", "report-to", "rndr-id", "server",
        "server-timing", "strict-transport-security", "traceparent", "transfer-encoding", "via",
        "x-correlation-id", "x-powered-by", "x-request-id", "x-runtime", "x-served-by", "x-timer",
        "x-trace-id",
    ]
    private static let ignoredStarts = [
        "cf-", "fly-", "x-amz", "x-cache", "x-mockpostly", "x-railway", "x-render", "x-vercel",
    ]
    /// Fields that are reported when the real server alone has them.
    private static let notable: Set<String> = [
        "allow", "cache-control", "content-disposition", "content-language", "content-type",
        "deprecation", "etag", "last-modified", "link", "location", "retry-after", "set-cookie",
        "sunset", "www-authenticate", "x-total-count",
    ]
    private static let notableStarts = ["access-control-", "ratelimit-", "x-ratelimit-"]
    /// Fields whose value is a set of words.
    private static let sets: Set<String> = [
        "access-control-allow-headers", "access-control-allow-methods",
        "access-control-expose-headers", "allow", "cache-control", "vary",
    ]

    /// Fields that tell of what a server has, as bodies do.
    private static let own: Set<String> = [
        "content-disposition", "content-location", "content-range", "last-modified", "location",
        "x-total", "x-total-count", "x-total-pages",
    ]

    private static let counters = ["ratelimit-remaining", "ratelimit-reset", "ratelimit-used"]

    private static func isIgnored(_ name: String) -> Bool {
        ignored.contains(name) || ignoredStarts.contains { name.hasPrefix($0) }
    }

    private static func isNotable(_ name: String) -> Bool {
        notable.contains(name) || notableStarts.contains { name.hasPrefix($0) }
    }

    mutating func compareHeaders(_ answers: Sides<DriftAnswer>) {
        var names: [String] = []
        for field in answers.world.fields + answers.first.fields {
            let name = field.name.lowercased()
            if !names.contains(name), !Self.isIgnored(name) { names.append(name) }
        }
        for name in names {
            let first = answers.first.values(of: name)
            let second = answers.second.values(of: name)
            let world = answers.world.values(of: name)
            let field = "header \(name)"
            if name == "set-cookie" {
                compareCookies(first, second, world)
            } else if first.isEmpty, second.isEmpty {
                report(.header, field, "missing", here: world.joined(separator: ", "))
            } else if world.isEmpty {
                guard !first.isEmpty, !second.isEmpty, Self.isNotable(name) else { continue }
                report(.header, field, "here missing", real: first.joined(separator: ", "))
            } else {
                compareHeader(
                    name,
                    (first.isEmpty ? second : first).joined(separator: ", "),
                    (second.isEmpty ? first : second).joined(separator: ", "),
                    world.joined(separator: ", ")
                )
            }
        }
    }

    private mutating func compareHeader(
        _ name: String,
        _ first: String,
        _ second: String,
        _ here: String
    ) {
        let field = "header \(name)"
        switch name {
        case "content-type":
            let world = mediaType(here)
            if [first, second].contains(where: { mediaType($0) == world }) { return }
            report(.header, field, "\(shownType(first)), here \(world)", real: first, here: here)
        case "etag":
            // Its value follows from the body, and only the kind of it is the server's choice.
            let isWeak = here.hasPrefix("W/")
            guard ![first, second].contains(where: { $0.hasPrefix("W/") == isWeak }) else { return }
            let words = first.hasPrefix("W/") ? "weak, here strong" : "strong, here weak"
            report(.header, field, words, real: first, here: here)
        case _ where Self.counters.contains(where: name.hasSuffix):
            // They count down between any two answers.
            guard Int64(here) != nil, Int64(first) == nil else { return }
            report(.header, field, "no number, here one", real: first, here: here)
        case "link":
            let (real, world) = (relations(first), relations(here))
            guard real != world, relations(second) != world else { return }
            report(.header, field, "other relations", real: first, here: here)
        case "vary":
            // Servers on the way add to it.
            let lacking = words(here).subtracting(words(first))
            guard !lacking.isEmpty else { return }
            let list = lacking.sorted().joined(separator: ", ")
            report(.header, field, "without \(list)", real: first, here: here)
        case _ where Self.sets.contains(name):
            guard words(first) != words(here), words(second) != words(here) else { return }
            report(.header, field, "other words", real: first, here: here)
        default:
            let isFixed = step.content == .rule || !Self.own.contains(name)
            compareValue(of: field, first, second, here, isFixed: isFixed)
        }
    }

    /// Compares a field as a text of the body is, and reports what differs as the field's.
    ///
    /// Where it `isFixed`, it is the contract's in answers that are somebody's, too.
    private mutating func compareValue(
        of field: String,
        _ first: String,
        _ second: String,
        _ here: String,
        isFixed: Bool = true
    ) {
        let count = findings.count
        let wereCompared = comparesValues
        comparesValues = wereCompared || isFixed
        defer { comparesValues = wereCompared }
        if Int64(first) != nil, Int64(second) != nil, Int64(here) != nil {
            compareNumbers(first, second, here, at: field)
        } else {
            compareTexts(first, second, here, at: field)
        }
        for index in findings.indices.dropFirst(count) { findings[index].kind = .header }
    }

    /// The media type with its parameters, in lower case and without blanks.
    private func mediaType(_ text: String) -> String {
        text.lowercased().filter { $0 != " " && $0 != "\"" }
    }

    /// The media type as a report may show it: with no parameter but the character set.
    private func shownType(_ text: String) -> String {
        let parts = mediaType(text).split(separator: ";", omittingEmptySubsequences: false)
        return parts.enumerated().filter { $0 == 0 || $1.hasPrefix("charset=") }.map { String($1) }
            .joined(separator: ";")
    }

    private func words(_ text: String) -> Set<String> {
        Set(text.lowercased().split(separator: ",").map { $0.filter { $0 != " " } })
    }

    /// The relations of a `Link` field (RFC 8288).
    private func relations(_ text: String) -> Set<String> {
        Set(
            text.split(separator: ";").compactMap { part in
                let word = part.filter { $0 != " " && $0 != "\"" }
                guard word.hasPrefix("rel=") else { return nil }
                return String(word.dropFirst(4).prefix { $0 != "," })
            }
        )
    }

    // MARK: Cookies

    private struct Cookie {
        var name: String
        var value: String
        /// Attributes, in lower case.
        var attributes: [String: String]

        init(_ text: String) {
            let parts = text.split(separator: ";").map { $0.drop { $0 == " " } }
            let pair = parts.first ?? ""
            name = String(pair.prefix { $0 != "=" })
            value = String(pair.dropFirst(name.count + 1))
            attributes = [:]
            for part in parts.dropFirst() {
                let name = part.prefix { $0 != "=" }
                attributes[name.lowercased()] = String(part.dropFirst(name.count + 1))
            }
        }
    }

    /// The attributes that are compared; a domain is that of the server.
    private static let attributes = [
        "expires", "httponly", "max-age", "partitioned", "path", "priority", "samesite", "secure",
    ]

    private mutating func compareCookies(_ first: [String], _ second: [String], _ here: [String]) {
        let (one, two, world) = (
            first.map(Cookie.init), second.map(Cookie.init), here.map(Cookie.init)
        )
        for cookie in world {
            let field = "header set-cookie \(cookie.name)"
            guard let real = one.first(where: { $0.name == cookie.name }) else {
                guard !two.contains(where: { $0.name == cookie.name }) else { continue }
                report(.header, field, "missing")
                continue
            }
            let other = two.first { $0.name == cookie.name } ?? real
            compareAttributes(real, other, cookie, at: field)
            guard comparesValues || WebToken(cookie.value) != nil else { continue }
            compareValue(
                of: field,
                real.value,
                other.value,
                cookie.value,
                isFixed: false
            )
        }
        for cookie in one
        where !world.contains(where: { $0.name == cookie.name })
            && two.contains(where: { $0.name == cookie.name })
            && !Self.isIgnored("\(cookie.name.lowercased())-") && !cookie.name.hasPrefix("__cf")
        {
            let shown = shown(cookie.name)
            report(.header, "header set-cookie \(shown)", "here missing")
        }
    }

    private mutating func compareAttributes(
        _ one: Cookie,
        _ two: Cookie,
        _ world: Cookie,
        at field: String
    ) {
        let names = Set(one.attributes.keys).union(world.attributes.keys)
        for name in names.sorted() where Self.attributes.contains(name) {
            let (real, other) = (one.attributes[name], two.attributes[name])
            guard let here = world.attributes[name], let real, let other else {
                guard (real == nil) != (world.attributes[name] == nil) else { continue }
                report(.header, "\(field) \(name)", real == nil ? "missing" : "here missing")
                continue
            }
            if name == "expires" {
                compareValue(of: "\(field) expires", real, other, here)
            } else if real.lowercased() != here.lowercased(),
                other.lowercased() != here.lowercased()
            {
                report(.header, "\(field) \(name)", "another value", real: real, here: here)
            }
        }
    }
}
