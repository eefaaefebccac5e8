/// What a value must be like: a schema whose references are followed and whose `allOf` is merged.
///
/// It is read when its ``rules`` are first asked for, so that a schema may contain itself.
///
/// ```swift
/// let task = description.schemas["Task"]
/// task.violations(of: body, .ofNewRow)     // what is wrong, with places
/// task.draw(Drawing(seed: 1, path: "/tasks", row: 0))
/// ```
///
/// `@unchecked`: `known` is used only while the lock of the book is held.
package final class Schema: @unchecked Sendable {
    package let book: SchemaBook
    /// What is merged; empty for a schema that stands in no document.
    let nodes: [SchemaNode]
    private let given: SchemaRules?
    /// What was read of it.
    var known: SchemaRules?

    init(_ book: SchemaBook, _ nodes: [SchemaNode]) {
        (self.book, self.nodes, given) = (book, nodes, nil)
    }

    init(_ book: SchemaBook, _ rules: SchemaRules) {
        (self.book, nodes, given) = (book, [], rules)
    }

    /// Costs a lookup, the first time the reading of the schema.
    package var rules: SchemaRules {
        given ?? book.rules(of: self) { SchemaRules(merging: nodes, in: book) }
    }

    /// What is merged, with what references and `allOf` lead to, each after what it builds on.
    package var parts: [SchemaNode] { SchemaRules.parts(of: nodes, in: book) }

    /// The schema of the member `name`; nil where it is not described.
    package func property(_ name: String) -> Schema? { rules.property(name) }

    /// The schemas of which ``SchemaBook/schema(anyOf:)`` made this one; itself alone if it did not.
    package var choices: [Schema] { given?.alternatives.first?.schemas ?? [self] }

    /// The name of the component that it is, such as `Task`; nil for one without a name.
    package var component: String? { rules.component }
}

extension Schema: Hashable {
    /// Whether both are the same place of a description.
    package static func == (left: Schema, right: Schema) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
