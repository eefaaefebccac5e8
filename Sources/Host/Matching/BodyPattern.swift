internal import MockPostlyBodies
package import MockPostlyJSON
package import MockPostlyRegex
package import MockPostlyXML

/// A condition on the body of a request, or on a message.
package indirect enum BodyPattern: Sendable {
    /// A condition on the body as a text; an empty body is absent.
    case text(TextPattern)
    /// A JSON document that has at least these members; lists must be the same.
    ///
    /// Members may be in any order, and numbers are compared by value: `1` is `1.0`.
    case json(JSON)
    /// A JSON document that is the same, whatever the order of its members.
    case sameJSON(JSON)
    /// A JSON document as `equalToJson` of WireMock wants it.
    case expected(JSONExpectation)
    /// A JSON document that fits a schema.
    case schema(DocumentSchema)
    /// These bytes.
    case bytes([UInt8])
    /// A condition on one value of a JSON document.
    case value(JSONPath, ValuePattern)
    /// A condition on what a path of WireMock's `matchesJsonPath` leads to, of which a list is each
    /// of its elements; nil when it is enough that it leads to something: not to null, and not to an
    /// empty list or object.
    ///
    /// `asWhole` is true for a condition on a list as one JSON document.
    case found(JSONQuery, TextPattern?, asWhole: Bool)
    /// A document of XML as `equalToXml` of WireMock wants it.
    case xml(XMLExpectation)
    /// A condition on one of the nodes to which a path of WireMock's `matchesXPath` leads; nil when it
    /// is enough that there is one.
    case nodes(XPath, TextPattern?)

    /// Whether a document meets the condition.
    ///
    /// For a document that is whole, such as a payload.
    package func accepts(
        _ document: [UInt8],
        _ budget: MatchBudget = MatchBudget(.rules)
    ) -> Bool {
        verdict(on: MatchedBody(DecodedBody(plain: document)), budget).isMet
    }

    /// Whether a body meets the condition, as far as `budget` allows to find that out; secrets are
    /// hidden in what differs.
    ///
    /// Parses the body at most once, however many conditions there are.
    package func verdict(on body: MatchedBody, _ budget: MatchBudget) -> BodyVerdict {
        switch self {
        case .text(let pattern): return verdict(pattern, body, budget)
        case .json(let wanted): return verdict(wanted, body, allowsMore: true)
        case .sameJSON(let wanted): return verdict(wanted, body, allowsMore: false)
        case .value(let path, let pattern):
            return verdict(path, body, wanted: pattern.words) { pattern.accepts($0, budget) }
        case .expected(let wanted):
            return verdict(on: body) { wanted.firstDifference(in: $0, budget) }
        case .schema(let schema):
            if body.isOpenJSON { return .open }
            return body.json.map { schema.accepts($0.root) } == true
                ? .met : .differs(Difference("body", wanted: words, found: body.shownText))
        case .bytes(let wanted):
            let found = body.decoded.bytes
            if !body.decoded.isWhole, wanted.starts(with: found) { return .open }
            return found == wanted
                ? .met : .differs(Difference("body", wanted: words, found: body.shownText))
        case .xml, .nodes: return verdictOnXML(body, budget)
        case .found(let path, let pattern, let asWhole):
            if body.isOpenJSON { return .open }
            let found = body.json.map { path.found(in: $0.root, budget) }
            let isMet =
                if let pattern { found?.accepts(pattern, asWhole, budget) } else {
                    found?.isSomething
                }
            guard isMet != true else { return .met }
            return .differs(
                Difference(
                    "body \(path.text)",
                    wanted: pattern?.words ?? "any",
                    found: found?.shown(under: path.text)
                )
            )
        }
    }

    /// The condition for a person.
    package var words: String {
        switch self {
        case .text(let pattern): pattern.words
        case .json(let document): "JSON with \(document.root.asJSON)"
        case .sameJSON(let document): "the JSON \(document.root.asJSON)"
        case .expected(let wanted): "the JSON \(wanted.document.root.asJSON)"
        case .schema(let schema): "JSON of the schema \(schema.text)"
        case .bytes(let bytes): "these \(bytes.count) bytes"
        case .value(let path, let pattern): "JSON with \(pattern.words) at \(path.text)"
        case .found(let path, let pattern, _):
            "JSON with \(pattern?.words ?? "something") at \(path.text)"
        case .xml(let wanted): "the XML \(wanted.document.written(0) ?? "…")"
        case .nodes(let path, let pattern):
            "XML with \(pattern?.words ?? "something") at \(path.text)"
        }
    }

    /// Whether the value at a path, nil when there is none, is as it is wanted.
    private func verdict(
        _ path: JSONPath,
        _ body: MatchedBody,
        wanted: String,
        _ accepts: (JSONValue?) -> Bool
    ) -> BodyVerdict {
        if body.isOpenJSON { return .open }
        let found = body.json.flatMap { path.value(in: $0.root) }
        guard !accepts(found) else { return .met }
        return .differs(
            Difference(
                "body \(path.text)",
                wanted: wanted,
                found: found.map { hidden($0.asJSON, under: path.text) }
            )
        )
    }

    private func verdict(
        _ pattern: TextPattern,
        _ body: MatchedBody,
        _ budget: MatchBudget
    ) -> BodyVerdict {
        let text = body.text
        let accepts =
            body.decoded.isWhole
            ? pattern.accepts(text, budget) : pattern.accepts(beginning: body.decoded.bytes)
        guard let accepts else { return .open }
        guard !accepts else { return .met }
        return .differs(Difference("body", wanted: pattern.words, found: body.shownText))
    }

    private func verdict(_ wanted: JSON, _ body: MatchedBody, allowsMore: Bool) -> BodyVerdict {
        verdict(on: body) { wanted.root.firstDifference(in: $0, allowsMore: allowsMore) }
    }

    private func verdict(
        on body: MatchedBody,
        _ firstDifference: (JSONValue) -> JSONDifference?
    ) -> BodyVerdict {
        if body.isOpenJSON { return .open }
        guard let found = body.json else {
            return .differs(
                Difference("body", wanted: "a JSON document", found: body.shownText)
            )
        }
        guard let difference = firstDifference(found.root) else { return .met }
        return .differs(
            Difference(
                "body $\(difference.path)",
                wanted: difference.wanted?.asJSON ?? "none",
                found: difference.found.map { hidden($0.asJSON, under: difference.path) }
            )
        )
    }
}

/// JSON as it was sent, without secrets, of which the value at `path` may be one.
private func hidden(_ json: String, under path: String) -> String {
    guard !SecretName.isSecret(path) else { return Redaction.mark }
    return String(decoding: Redaction.json(Array(json.utf8)), as: UTF8.self)
}

extension JSONQuery.Found {
    /// Of several values how many there are: without their names nobody knows which are secrets.
    fileprivate func shown(under path: String) -> String? {
        switch self {
        case .nothing: nil
        case .value(let value): hidden(value.asJSON, under: path)
        case .list(let values): "\(values.count) values"
        }
    }

    fileprivate var isSomething: Bool {
        switch self {
        case .nothing: false
        case .list(let values): !values.isEmpty
        case .value(let value):
            switch value.kind {
            case .null: false
            case .array: !value.elements.isEmpty
            case .object: !value.members.isEmpty
            default: true
            }
        }
    }

    /// Whether the value, or one of a list, meets the condition; null is absent.
    fileprivate func accepts(
        _ pattern: TextPattern,
        _ asWhole: Bool,
        _ budget: MatchBudget
    ) -> Bool {
        if asWhole { return pattern.accepts(json, budget) }
        var values: [JSONValue]
        switch self {
        case .nothing: values = []
        case .value(let value): values = value.kind == .array ? value.elements : [value]
        case .list(let list): values = list
        }
        values.removeAll { $0.isNull }
        if case .absent = pattern { return values.isEmpty }
        return values.contains { pattern.accepts($0.asText, budget) }
    }
}

extension JSONValue {
    /// The text of a string, else the JSON as it was sent.
    package var asText: String { string ?? asJSON }

    /// The JSON as it was sent.
    package var asJSON: String { String(decoding: rawText, as: UTF8.self) }
}
