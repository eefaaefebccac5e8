internal import MockPostlyBodies
internal import MockPostlyHTTP
internal import MockPostlyRegex
internal import MockPostlyWorld

/// A condition on the parts of a form with files (`multipart/form-data`).
package struct PartPattern: Sendable {
    /// Whether all parts have to meet it, also if there are none; else one has to.
    package var isForAll = false
    /// Fields of the head of a part; names are compared without case.
    package var fields: [NamedPattern] = []
    package var body: [BodyPattern] = []

    /// The condition that all parts meet.
    package init() {}

    /// For a person.
    var words: String {
        let named = fields.map { "\($0.name) \($0.words)" }
        let wanted = (named + body.map(\.words)).joined(separator: ", ")
        return "\(isForAll ? "all parts" : "a part") with \(wanted.isEmpty ? "anything" : wanted)"
    }

    func accepts(_ form: Multipart, _ budget: MatchBudget) -> Bool {
        isForAll
            ? form.parts.allSatisfy { accepts($0, of: form, budget) }
            : form.parts.contains { accepts($0, of: form, budget) }
    }

    private func accepts(
        _ part: Multipart.Part,
        of form: Multipart,
        _ budget: MatchBudget
    ) -> Bool {
        let sent = form.fields(of: part)
        for wanted in fields {
            let name = wanted.name.lowercased()
            let values = sent.filter { $0.name.lowercased() == name }.map(\.value)
            guard wanted.accepts(values, budget) else { return false }
        }
        guard !body.isEmpty else { return true }
        let content = MatchedBody(DecodedBody(plain: Array(form.bytes(of: part))))
        return body.allSatisfy { $0.verdict(on: content, budget).isMet }
    }

    func at(_ now: Instant) -> PartPattern {
        var pattern = self
        pattern.fields = fields.map { $0.at(now) }
        pattern.body = body.map { $0.at(now) }
        return pattern
    }
}

extension RequestPattern {
    func compareParts(_ facts: RequestFacts, _ budget: MatchBudget, _ result: inout Comparison) {
        guard !parts.isEmpty else { return }
        guard facts.body.decoded.isWhole else {
            result.isOpen = true
            return
        }
        let form = facts.multipart
        for wanted in parts {
            if let form, wanted.accepts(form, budget) { continue }
            let found = form.map { "\($0.parts.count) parts" }
            result.add(Difference("parts", wanted: wanted.words, found: found))
        }
    }
}
