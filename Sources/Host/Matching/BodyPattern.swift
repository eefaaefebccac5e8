internal import MockPostlyHTTP
package import MockPostlyJSON

/// A condition on the body of a request.
package enum BodyPattern: Sendable {
    /// A condition on the body as a text; an empty body is absent.
    case text(TextPattern)
    /// A JSON document that has at least these members; lists must be the same.
    case json(JSON)
    /// A JSON document that is the same, whatever the order of its members.
    case sameJSON(JSON)
    /// A condition on one value of a JSON document, as a text: a string's own, else its JSON.
    case value(JSONPath, TextPattern)

    /// Why a body does not meet the condition; nil when it does.
    func difference(in facts: RequestFacts) -> Difference? {
        difference(in: facts.request.body, json: { facts.json })
    }

    /// Whether a document meets the condition.
    package func accepts(_ document: [UInt8]) -> Bool {
        difference(in: document, json: { try? JSON(parsing: document) }) == nil
    }

    private func difference(in body: [UInt8], json: () -> JSON?) -> Difference? {
        switch self {
        case .text(let pattern):
            let text = Self.text(body)
            guard !pattern.accepts(text) else { return nil }
            return Difference("body", wanted: pattern.words, found: text)
        case .json(let wanted): return Self.difference(wanted, in: body, json(), allowsMore: true)
        case .sameJSON(let wanted):
            return Self.difference(wanted, in: body, json(), allowsMore: false)
        case .value(let path, let pattern):
            let found = json().flatMap { path.value(in: $0.root) }?.asText
            guard !pattern.accepts(found) else { return nil }
            return Difference("body \(path.text)", wanted: pattern.words, found: found)
        }
    }

    private static func difference(
        _ wanted: JSON,
        in body: [UInt8],
        _ json: JSON?,
        allowsMore: Bool
    ) -> Difference? {
        guard let json else {
            return Difference("body", wanted: "a JSON document", found: text(body))
        }
        let difference = wanted.root.firstDifference(in: json.root, allowsMore: allowsMore)
        return difference.map { difference in
            Difference(
                "body $\(difference.path)",
                wanted: difference.wanted?.asJSON ?? "none",
                found: difference.found?.asJSON
            )
        }
    }

    private static func text(_ body: [UInt8]) -> String? {
        body.isEmpty ? nil : String(decoding: body, as: UTF8.self)
    }
}

extension JSONValue {
    /// The text of a string, else the JSON as it was sent.
    package var asText: String { string ?? asJSON }

    fileprivate var asJSON: String { String(decoding: rawText, as: UTF8.self) }
}
