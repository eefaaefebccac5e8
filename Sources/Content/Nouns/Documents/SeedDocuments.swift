package import MockPostlyWorld

/// The rows that a seed writes for DummyJSON, one at a time.
package enum SeedDocuments {
    /// A record: its kind and its id.
    package struct Key: Sendable, Hashable {
        package var kind: DocumentKind
        /// Any whole number of at most 2^53 - 1 in either direction.
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
        /// As in ``CustomResponse/method``.
        package var method: String
        /// JSON that the JavaScript of the original accepts; it may nest deeper than a seed file.
        package var body: String
        /// By the clock of the world that has stored it, in UTC.
        package var createdAt: Instant
    }
}
