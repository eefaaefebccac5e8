internal import MockPostlyBodies
package import MockPostlyJSON

/// A condition on the body of a request, or on a message.
package enum BodyPattern: Sendable {
    /// A condition on the body as a text; an empty body is absent.
    case text(TextPattern)
    /// A JSON document that has at least these members; lists must be the same.
    case json(JSON)
    /// A JSON document that is the same, whatever the order of its members.
    case sameJSON(JSON)
    /// A condition on one value of a JSON document.
    case value(JSONPath, ValuePattern)

    /// Whether a document meets the condition.
    package func accepts(_ document: [UInt8]) -> Bool {
        verdict(on: MatchedBody(DecodedBody(plain: document))).isMet
    }

    /// Whether a body meets the condition; secrets are hidden in what differs.
    package func verdict(on body: MatchedBody) -> BodyVerdict {
        switch self {
        case .text(let pattern): return verdict(pattern, body)
        case .json(let wanted): return verdict(wanted, body, allowsMore: true)
        case .sameJSON(let wanted): return verdict(wanted, body, allowsMore: false)
        case .value(let path, let pattern):
            if body.isOpenJSON { return .open }
            let found = body.json.flatMap { path.value(in: $0.root) }
            guard !pattern.accepts(found) else { return .met }
            return .differs(
                Difference(
                    "body \(path.text)",
                    wanted: pattern.words,
                    found: found?.shown(under: path.text)
                )
            )
        }
    }

    private func verdict(_ pattern: TextPattern, _ body: MatchedBody) -> BodyVerdict {
        let text = body.text
        let accepts =
            body.decoded.isWhole
            ? pattern.accepts(text) : pattern.accepts(beginning: body.decoded.bytes)
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
