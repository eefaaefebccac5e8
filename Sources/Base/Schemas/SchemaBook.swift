internal import MockPostlyJSON
internal import MockPostlyThreads

/// What the words of schemas mean.
package enum SchemaLanguage: Sendable {
    /// The schemas of OpenAPI 3.0 and of Swagger 2.0: what stands beside `$ref` says nothing, but for
    /// `nullable` and `description`.
    case openAPI30
    /// Those of OpenAPI 3.1.
    case openAPI31
    /// JSON Schema 2020-12, and what older drafts share with it: `allOf` is not merged, so that each
    /// part holds by itself.
    case jsonSchema
}

/// The schemas of some documents, each read when it is first used, once.
///
/// May be used on any thread.
package final class SchemaBook: Sendable {
    package let documents: SchemaDocuments
    package let language: SchemaLanguage
    private let shelf = Monitor(Shelf())

    private struct Shelf: Sendable {
        var schemas: [[SchemaDocuments.Place]: Schema] = [:]
        var patterns: [String: SchemaPattern?] = [:]
    }

    package init(_ documents: SchemaDocuments, _ language: SchemaLanguage) {
        (self.documents, self.language) = (documents, language)
    }

    /// The schema at `node`, which may be a reference.
    package func schema(_ node: SchemaNode) -> Schema { schema([node]) }

    /// The schema that demands what all of `nodes` demand.
    func schema(_ nodes: [SchemaNode]) -> Schema {
        var (places, kept) = ([SchemaDocuments.Place](), [SchemaNode]())
        for node in nodes {
            let place = node.place
            guard !places.contains(place) else { continue }
            places.append(place)
            kept.append(node)
        }
        return shelf.withLock { shelf in
            if let known = shelf.schemas[places] { return known }
            let schema = Schema(self, kept)
            shelf.schemas[places] = schema
            return schema
        }
    }

    /// A schema that stands in no document.
    package func schema(_ rules: SchemaRules) -> Schema { Schema(self, rules) }

    /// A schema that takes what one of `schemas` takes.
    package func schema(anyOf schemas: [Schema]) -> Schema {
        guard schemas.count != 1 else { return schemas[0] }
        let rules = SchemaRules()
        rules.alternatives = [SchemaRules.Alternatives(schemas: schemas, isExclusive: false)]
        return Schema(self, rules)
    }

    /// The rules of `schema`, which `read` makes the first time.
    func rules(of schema: Schema, _ read: () -> SchemaRules) -> SchemaRules {
        if let known = shelf.withLock({ _ in schema.known }) { return known }
        // Not locked: reading needs other schemas.
        let made = read()
        return shelf.withLock { _ in
            if let known = schema.known { return known }
            schema.known = made
            return made
        }
    }

    /// The expression `text`, compiled when it is first asked for; nil when it cannot be read.
    package func pattern(_ text: String) -> SchemaPattern? {
        if let known = shelf.withLock({ $0.patterns[text] }) { return known }
        let made = try? SchemaPattern(text)
        shelf.withLock { $0.patterns[text] = .some(made) }
        return made
    }

    /// Forgets all schemas, which hold each other and this book.
    package func forget() {
        shelf.withLock { shelf in
            for schema in shelf.schemas.values { schema.known = nil }
            shelf = Shelf()
        }
    }
}

/// Empties a book when nobody needs it any more: its schemas hold each other.
package final class SchemaBookOwner: Sendable {
    package let book: SchemaBook

    package init(_ book: SchemaBook) { self.book = book }

    deinit { book.forget() }
}
