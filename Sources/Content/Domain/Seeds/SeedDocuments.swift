package import MockPostlyWorld

/// What a seed says about the records of DummyJSON.
package struct SeedDocuments: Sendable, Equatable {
    /// The records that stand in place of the program's own.
    package enum Import: Sendable, Equatable {
        /// Those that the content has.
        case unsaid
        case none
        /// Records by ``DocumentKind/rawValue``, as compact JSON in JavaScript's form.
        case records([[String]])
    }

    package struct Key: Sendable, Hashable {
        package var kind: DocumentKind
        package var id: Int64
    }

    /// A record that was added or changed; without a body, one that was deleted.
    package struct Change: Sendable, Equatable {
        package var key: Key
        package var body: String?
    }

    package struct Response: Sendable, Equatable {
        package var identifier: String
        package var method: String
        package var body: String
        package var createdAt: Instant
    }

    package var imported = Import.unsaid
    package var changes: [Change] = []
    package var responses: [Response] = []
}
