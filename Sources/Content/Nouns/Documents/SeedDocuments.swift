package import MockPostlyWorld

/// The rows that a seed writes for DummyJSON, one at a time.
package enum SeedDocuments {
    /// A record: its kind and its id.
    package struct Key: Sendable, Hashable {
        package var kind: DocumentKind
        package var id: Int64
    }

    /// A record that was added or replaced; without a body, a record that was deleted.
    package struct Change: Sendable, Equatable {
        package var key: Key
        /// Compact JSON as JavaScript prints it; nil for a deleted record.
        package var body: String?
    }

    /// A custom response; the members are those of ``CustomResponse``.
    package struct Response: Sendable, Equatable {
        /// The part of the URL by which clients ask for it.
        package var identifier: String
        package var method: String
        package var body: String
        package var createdAt: Instant
    }
}
