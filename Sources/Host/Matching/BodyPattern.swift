package import MockPostlyJSON

/// A condition on the body of a request, or on a message.
package enum BodyPattern: Sendable {
    /// A condition on the body as a text; an empty body is absent.
    case text(TextPattern)
    /// A JSON document that has at least these members; lists must be the same.
    case json(JSON)
    /// A JSON document that is the same, whatever the order of its members.
    case sameJSON(JSON)
    /// A condition on one value of a JSON document, as a text: a string's own, else its JSON.
    case value(JSONPath, TextPattern)

    /// Whether a document meets the condition.
    package func accepts(_ document: [UInt8]) -> Bool {
        difference(in: MatchedBody(document)) == nil
    }

    /// Why a body does not meet the condition; nil when it does.
    package func difference(in body: MatchedBody) -> Difference? {
        switch self {
        case .text(let pattern):
            let text = body.text
            guard !pattern.accepts(text) else { return nil }
            return Difference("body", wanted: pattern.words, found: text)
        case .json(let wanted): return difference(wanted, in: body, allowsMore: true)
        case .sameJSON(let wanted): return difference(wanted, in: body, allowsMore: false)
        case .value(let path, let pattern):
            let found = body.json.flatMap { path.value(in: $0.root) }?.asText
            guard !pattern.accepts(found) else { return nil }
            return Difference("body \(path.text)", wanted: pattern.words, found: found)
        }
    }

    private func difference(
        _ wanted: JSON,
        in body: MatchedBody,
        allowsMore: Bool
    ) -> Difference? {
        guard let found = body.json else {
            return Difference("body", wanted: "a JSON document", found: body.text)
        }
        let difference = wanted.root.firstDifference(in: found.root, allowsMore: allowsMore)
        return difference.map { difference in
            Difference(
                "body $\(difference.path)",
                wanted: difference.wanted?.asJSON ?? "none",
                found: difference.found?.asJSON
            )
        }
    }
}

extension JSONValue {
    /// The text of a string, else the JSON as it was sent.
    package var asText: String { string ?? asJSON }

    fileprivate var asJSON: String { String(decoding: rawText, as: UTF8.self) }
}
