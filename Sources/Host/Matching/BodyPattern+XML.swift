internal import MockPostlyBodies
internal import MockPostlyRegex
internal import MockPostlyXML

/// Conditions on a document of XML.
extension BodyPattern {
    /// Open where the document was cut off.
    func verdictOnXML(_ body: MatchedBody, _ budget: MatchBudget) -> BodyVerdict {
        guard body.decoded.isWhole else { return .open }
        guard !isMet(body.xml, budget) else { return .met }
        return .differs(Difference("body", wanted: words, found: body.shownText))
    }

    private func isMet(_ document: XMLDocument?, _ budget: MatchBudget) -> Bool {
        guard let document else { return false }
        switch self {
        case .xml(let wanted): return wanted.accepts(document, budget) == true
        case .nodes(let path, let pattern):
            let nodes = path.nodes(in: document, budget) ?? []
            guard let pattern else { return !nodes.isEmpty }
            for node in nodes {
                // One that is too long takes all that is left.
                let text = document.written(node)
                guard budget.spend(text.map { $0.utf8.count / 16 } ?? .max, path.text) else {
                    break
                }
                if let text, pattern.accepts(text, budget) { return true }
            }
            return false
        default: return false
        }
    }
}
