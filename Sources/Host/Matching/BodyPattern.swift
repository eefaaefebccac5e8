internal import MockPostlyBodies
package import MockPostlyJSON
package import MockPostlyRegex

/// A condition on the body of a request, or on a message.
package enum BodyPattern: Sendable {
    /// A condition on the body as a text; an empty body is absent.
    case text(TextPattern)
    /// A JSON document that has at least these members; lists must be the same.
    ///
    /// Members may be in any order, and numbers are compared by value: `1` is `1.0`.
    case json(JSON)
    /// A JSON document that is the same, whatever the order of its members.
    case sameJSON(JSON)
    /// A condition on one value of a JSON document.
    case value(JSONPath, ValuePattern)
    /// A condition on what a path of WireMock's `matchesJsonPath` leads to, of which a list is each
    /// of its elements; nil when it is enough that it leads to something: not to null, and not to an
    /// empty list or object.
    case found(JSONPath, TextPattern?)

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
        case .found(let path, let pattern):
            return verdict(path, body, wanted: pattern?.words ?? "any") { found in
                guard body.json != nil else { return false }
                return pattern.map { found.accepts($0, budget) } ?? found.isSomething
            }
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
                found: found?.shown(under: path.text)
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
        if body.isOpenJSON { return .open }
        guard let found = body.json else {
            return .differs(
                Difference("body", wanted: "a JSON document", found: body.shownText)
            )
        }
        let difference = wanted.root.firstDifference(in: found.root, allowsMore: allowsMore)
        guard let difference else { return .met }
        return .differs(
            Difference(
                "body $\(difference.path)",
                wanted: difference.wanted?.asJSON ?? "none",
                found: difference.found?.shown(under: difference.path)
            )
        )
    }
}

extension JSONValue? {
    fileprivate var isSomething: Bool {
        guard let self else { return false }
        return switch self.kind {
        case .null: false
        case .array: !self.elements.isEmpty
        case .object: !self.members.isEmpty
        default: true
        }
    }

    /// Whether the value, or one of a list, meets the condition; null is absent.
    fileprivate func accepts(_ pattern: TextPattern, _ budget: MatchBudget) -> Bool {
        var values = self.map { $0.kind == .array ? $0.elements : [$0] } ?? []
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

    /// The JSON as it was sent, without secrets, of which the value at `path` may be one.
    fileprivate func shown(under path: String) -> String {
        guard !SecretName.isSecret(path) else { return Redaction.mark }
        return String(decoding: Redaction.json(Array(rawText)), as: UTF8.self)
    }
}
