internal import MockPostlyBodies
package import MockPostlyHTTP
internal import MockPostlyRegex
package import MockPostlyWorld

/// The parts that mappings of WireMock have beside those of the control plane.
extension RequestPattern {
    /// How the parts of the path, the host, the port and the scheme differ.
    func differencesOfAddress(_ facts: RequestFacts, _ budget: MatchBudget) -> [Difference] {
        guard !segments.isEmpty || host != nil || port != nil || scheme != nil else { return [] }
        let request = facts.request
        var differences: [Difference] = []
        if !segments.isEmpty {
            let parts = request.rawPathWithoutPrefix.split(
                separator: UInt8(ascii: "/"),
                omittingEmptySubsequences: false
            )
            for wanted in segments {
                let place = Int(wanted.name) ?? 0
                let found =
                    parts.indices.contains(place)
                    ? String(decoding: parts[place], as: UTF8.self) : nil
                guard !wanted.pattern.accepts(found, budget) else { continue }
                differences.append(Difference("path", wanted: wanted.words, found: found))
            }
        }
        let address = request.hostAndPort
        if let host, !host.accepts(address.host, budget) {
            differences.append(Difference("host", wanted: host.words, found: address.host))
        }
        if let port, port != address.port {
            differences.append(Difference("port", wanted: "\(port)", found: "\(address.port)"))
        }
        if let scheme, !scheme.utf8.elementsEqual(request.scheme.utf8) {
            differences.append(
                Difference("scheme", wanted: "'\(scheme)'", found: request.scheme)
            )
        }
        return differences
    }

    func differencesOfCookies(_ facts: RequestFacts, _ budget: MatchBudget) -> [Difference] {
        guard !cookies.isEmpty else { return [] }
        let present = facts.request.cookies
        return cookies.compactMap { wanted in
            let values = present.filter { $0.name.utf8.elementsEqual(wanted.name.utf8) }
            guard !wanted.accepts(values.map(\.value), budget) else { return nil }
            // Cookies are secrets, as everywhere in a journal.
            return Difference(
                "cookie \(wanted.name)",
                wanted: wanted.words,
                found: values.isEmpty ? nil : Redaction.mark
            )
        }
    }

    func compareForm(_ facts: RequestFacts, _ budget: MatchBudget, _ result: inout Comparison) {
        guard !form.isEmpty else { return }
        guard facts.body.decoded.isWhole else {
            result.isOpen = true
            return
        }
        let pairs = facts.formPairs
        for wanted in form {
            let values = pairs.filter { $0.name.utf8.elementsEqual(wanted.name.utf8) }.map(\.value)
            guard !wanted.accepts(values, budget) else { continue }
            let shown = values.map { Redaction.value(ofParameter: wanted.name, $0) }
            result.add(
                Difference(
                    "form \(wanted.name)",
                    wanted: wanted.words,
                    found: shown.isEmpty ? nil : shown.joined(separator: ", ")
                )
            )
        }
    }

    // MARK: Time

    /// The pattern with `now` for all dates that are from now.
    func at(_ now: Instant) -> RequestPattern {
        var pattern = self
        pattern.dependsOnTime = false
        for list in [\RequestPattern.fields, \.query, \.cookies, \.form, \.segments] {
            pattern[keyPath: list] = pattern[keyPath: list].map { $0.at(now) }
        }
        pattern.host = host?.at(now)
        pattern.body = body.map { $0.at(now) }
        pattern.parts = parts.map { $0.at(now) }
        return pattern
    }
}

extension NamedPattern {
    /// The pattern with `now` for all dates that are from now.
    func at(_ now: Instant) -> NamedPattern {
        NamedPattern(name, pattern.at(now), count: count)
    }
}

extension TextPattern {
    func at(_ now: Instant) -> TextPattern {
        switch self {
        case .date(let pattern): .date(pattern.at(now))
        case .all(let parts): .all(parts.map { $0.at(now) })
        case .any(let parts): .any(parts.map { $0.at(now) })
        case .not(let part): .not(part.at(now))
        case .document(let pattern): .document(pattern.at(now))
        default: self
        }
    }
}

extension BodyPattern {
    /// The pattern with `now` for all dates that are from now.
    package func at(_ now: Instant) -> BodyPattern {
        switch self {
        case .text(let pattern): .text(pattern.at(now))
        case .found(let path, let pattern?, let asWhole):
            .found(path, pattern.at(now), asWhole: asWhole)
        default: self
        }
    }
}

extension RequestFacts {
    /// The fields of the form that the body is; none for another media type.
    package var formPairs: [(name: String, value: String)] {
        let type = request.header("content-type")?.lowercased() ?? ""
        guard type.hasPrefix("application/x-www-form-urlencoded") else { return [] }
        return Query(body.decoded.bytes).pairs.map { ($0.name, $0.value) }
    }
}

extension Request {
    /// The cookies that it has, in their order (RFC 6265, section 4.2.1).
    package var cookies: [(name: String, value: String)] {
        fields.filter { $0.name.lowercased() == "cookie" }.flatMap { field in
            field.value.split(separator: ";").map { pair in
                let parts = pair.split(
                    separator: "=",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                let name = parts[0].drop { $0 == " " }
                return (String(name), parts.count > 1 ? String(parts[1]) : "")
            }
        }
    }

    /// The host and port of its authority; without one the usual port of the scheme.
    package var hostAndPort: (host: String, port: Int) {
        let usual = scheme == "https" ? 443 : 80
        let text = host ?? "localhost"
        guard let colon = text.lastIndex(of: ":"), text.last != "]",
            let port = Int(text[text.index(after: colon)...])
        else { return (text, usual) }
        return (String(text[..<colon]), port)
    }
}
