import MockPostlyText
import Testing

@testable import MockPostlyDrift

/// What a server does otherwise than its contract says, and what has to be reported for it.
struct Mutation: Sendable, CustomTestStringConvertible {
    let name: String
    let step: String
    let kind: DriftKind
    let field: String
    /// What is reported besides, because later answers refer to what was changed.
    var consequences: [String] = []
    let change: @Sendable (inout DriftAnswer) -> Void

    var testDescription: String { "\(step): \(name)" }

    init(
        _ name: String,
        _ step: String,
        _ kind: DriftKind,
        _ field: String,
        _ change: @escaping @Sendable (inout DriftAnswer) -> Void
    ) {
        (self.name, self.step, self.kind, self.field) = (name, step, kind, field)
        self.change = change
    }

    /// The same, with what is reported besides.
    func with(_ consequences: String...) -> Mutation {
        var mutation = self
        mutation.consequences = consequences
        return mutation
    }
}

extension DriftAnswer {
    /// Changes what stands at a path of the body; nil means nothing.
    mutating func set(_ path: String, _ change: (Node?) -> Node?) {
        guard let root = node else { return }
        let changed = root.changing(path.split(separator: ".").map(String.init)[...], change)
        body = Array((changed ?? .null).line.utf8)
    }

    /// Changes each element of the list at a path.
    mutating func each(_ path: String, _ member: String, _ change: (Node?) -> Node?) {
        set(path) { list in
            .list((list?.elements ?? []).map { $0.changing([member], change) ?? .null })
        }
    }

    /// Sets a field, or removes it.
    mutating func header(_ name: String, _ value: String?) {
        fields.removeAll { $0.name == name }
        if let value { fields.append(.init(name, value)) }
    }

    /// Changes the claims or the header of the token at `token`.
    mutating func token(_ part: Int, _ change: (Node) -> Node) {
        set("token") { token in
            guard let text = token?.plain, let parsed = WebToken(text) else { return nil }
            var parts = text.split(separator: ".").map(String.init)
            let node = part == 0 ? parsed.header : parsed.claims
            parts[part] = Base64URL.encode(Array(change(node).line.utf8))
            return .text(parts.joined(separator: "."))
        }
    }

    private var node: Node? {
        DriftComparison.parsed(body)
    }
}

extension Node {
    /// The same value with another at `path`; nil when nothing is left.
    func changing(_ path: ArraySlice<String>, _ change: (Node?) -> Node?) -> Node? {
        guard let name = path.first else { return change(self) }
        switch self {
        case .object(var members):
            let index = members.firstIndex { $0.name == name }
            let old = index.map { members[$0].value }
            let new = path.count == 1 ? change(old) : old?.changing(path.dropFirst(), change)
            if let index { members.remove(at: index) }
            if let new {
                members.insert(Member(name: name, value: new), at: index ?? members.count)
            }
            return .object(members)
        case .list(var elements):
            guard let index = Int(name), elements.indices.contains(index) else { return self }
            let new =
                path.count == 1
                ? change(elements[index]) : elements[index].changing(path.dropFirst(), change)
            if let new { elements[index] = new } else { elements.remove(at: index) }
            return .list(elements)
        default: return self
        }
    }

    func setting(_ name: String, _ value: Node?) -> Node { changing([name]) { _ in value } ?? self }
}
